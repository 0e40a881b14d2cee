//! A fact of one version of a contract, and the change from a fact of another version.

use super::types::{self, Use};
use super::{Change, Effect};
use crate::{Constraints, Evidence, Slot, Type};

/// A fact with the facts that it consists of.
pub(super) struct Fact {
    address: String,
    /// Pairs it with a fact of another version.
    pub key: String,
    what: String,
    value: Value,
    /// `None` if a change of another fact tells it.
    added: Option<Effect>,
    removed: Option<Effect>,
    pub parts: Vec<Fact>,
}

/// The value of a fact, by what a change of it means.
#[derive(Clone, PartialEq)]
pub(super) enum Value {
    /// The fact is that something exists.
    Present,
    /// The document is silent.
    Gap,
    /// A text for people.
    Text(String),
    /// A name that is not sent.
    Name(String),
    /// A change breaks programs.
    Exact(String),
    /// A lower rank, or another text of the same rank, breaks programs.
    Ranked(u32, String),
    Typed(Type, Use),
}

impl Value {
    pub fn quoted(text: impl std::fmt::Display) -> Self {
        Self::Exact(format!("`{text}`"))
    }

    fn shown(&self) -> String {
        match self {
            Self::Present => "present".to_owned(),
            Self::Gap => "a gap".to_owned(),
            Self::Text(text) => format!("\"{text}\""),
            Self::Name(text) => format!("`{text}`"),
            Self::Exact(text) | Self::Ranked(_, text) => text.clone(),
            Self::Typed(ty, _) => types::describe(ty),
        }
    }
}

/// An address, which makes the facts that belong there.
pub(super) struct At(pub String);

impl At {
    pub fn fact(&self, what: impl Into<String>, value: Value) -> Fact {
        let what = what.into();
        Fact {
            address: self.0.clone(),
            key: what.clone(),
            what,
            value,
            added: Some(Effect::Compatible),
            removed: Some(Effect::Breaking),
            parts: Vec::new(),
        }
    }

    pub fn thing(&self, what: impl Into<String>) -> Fact {
        self.fact(what, Value::Present)
    }

    /// The texts that describe what is at the address.
    pub fn texts<const N: usize>(&self, texts: [&String; N]) -> Fact {
        self.text("the description, title or section", texts)
    }

    pub fn text<const N: usize>(&self, what: impl Into<String>, texts: [&String; N]) -> Fact {
        let texts = Value::Text(texts.map(String::as_str).join("\n"));
        self.fact(what, texts).effects(Effect::Wording, Effect::Wording)
    }

    pub fn slot<T>(
        &self,
        what: impl Into<String>,
        slot: &Slot<T>,
        value: impl Fn(&T) -> Value,
    ) -> Fact {
        self.fact(what, slot.stated().map_or(Value::Gap, value))
    }

    /// A flag; programs may rely on more if it is `better`.
    pub fn flag(&self, what: impl Into<String>, flag: bool, better: bool) -> Fact {
        self.fact(what, rank(flag, better))
    }

    pub fn flag_slot(&self, what: impl Into<String>, slot: &Slot<bool>, better: bool) -> Fact {
        self.slot(what, slot, |flag| rank(*flag, better))
    }

    pub fn typed(&self, what: impl Into<String>, ty: &Type, used: Use) -> Fact {
        let value = if types::is_gap(ty) { Value::Gap } else { Value::Typed(ty.clone(), used) };
        self.fact(what, value)
    }

    /// Constraints on a value of the type. `added` and `removed` are the effects of one.
    pub fn constraints(
        &self,
        what: &str,
        constraints: &Constraints,
        (added, removed): (Effect, Effect),
    ) -> Vec<Fact> {
        let facts = constraints.stated().map(|constraint| {
            let words = constraints.describe(constraint).unwrap_or_default();
            let what = format!("the `{}` of {what}", constraint.name());
            self.fact(what, Value::Exact(words)).effects(added, removed)
        });
        facts.collect()
    }

    pub fn evidence(&self, what: &str, evidence: Evidence) -> Fact {
        let rank = match evidence {
            Evidence::Stated => 2,
            Evidence::Exampled => 1,
            Evidence::Conventional => 0,
        };
        let value = Value::Ranked(rank, evidence.name().to_owned());
        self.fact(format!("the evidence for {what}"), value)
    }
}

fn rank(flag: bool, better: bool) -> Value {
    let name = if flag { "yes" } else { "no" };
    Value::Ranked(u32::from(flag == better), name.to_owned())
}

impl Fact {
    pub fn with(mut self, parts: impl IntoIterator<Item = Fact>) -> Self {
        self.parts.extend(parts);
        self
    }

    pub fn keyed(mut self, key: String) -> Self {
        self.key = key;
        self
    }

    /// What it means that the fact is added, and that it is removed.
    pub fn effects(mut self, added: Effect, removed: Effect) -> Self {
        (self.added, self.removed) = (Some(added), Some(removed));
        self
    }

    pub fn without_effects(mut self) -> Self {
        (self.added, self.removed) = (None, None);
        self
    }
}

/// Compares a fact of two versions. Returns `None` if it is unchanged or its change is not reported.
pub(super) fn change(old: Option<&Fact>, new: Option<&Fact>) -> Option<Change> {
    let fact = new.or(old)?;
    let what = &fact.what;
    let (effect, text) = match (old.map(|old| &old.value), new.map(|new| &new.value)) {
        (Some(old), Some(new)) => {
            let text = match (old, new) {
                (Value::Text(_), Value::Text(_)) => format!("{what} changed"),
                _ => format!("{what}: {} (before: {})", new.shown(), old.shown()),
            };
            (effect(old, new)?, text)
        }
        (old, new) => {
            let (effect, verb) =
                if old.is_none() { (fact.added, "added") } else { (fact.removed, "removed") };
            let value = match new.or(old) {
                None | Some(Value::Present | Value::Text(_)) => String::new(),
                Some(value) => format!(" ({})", value.shown()),
            };
            (effect?, format!("{verb}: {what}{value}"))
        }
    };
    Some(Change { address: fact.address.clone(), effect, text })
}

fn effect(old: &Value, new: &Value) -> Option<Effect> {
    let is_compatible = match (old, new) {
        _ if old == new => return None,
        (Value::Gap, _) => return Some(Effect::Documented),
        (Value::Text(_), Value::Text(_)) => return Some(Effect::Wording),
        (Value::Typed(old, used), Value::Typed(new, _)) => types::is_compatible(old, new, *used)?,
        (Value::Ranked(old, _), Value::Ranked(new, _)) => new > old,
        (old, new) => matches!((old, new), (Value::Name(_), Value::Name(_))),
    };
    Some(if is_compatible { Effect::Compatible } else { Effect::Breaking })
}
