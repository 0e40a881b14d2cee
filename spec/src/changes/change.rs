//! A change, its effect, and the list that the comparisons add to.

use std::collections::BTreeSet;

use crate::Slot;

/// What a change does to those who wrote a program for the old version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// A correct program may fail: a request is no longer accepted, or a promise no longer holds.
    Breaking,
    /// A gap became a fact: servers may do what they did before, and programs can now rely on it.
    Documented,
    /// Something is new or wider; programs that do not know it are unaffected.
    Compatible,
    /// Only texts changed.
    Wording,
}

impl Effect {
    /// All of them, the strongest first.
    pub const ALL: [Self; 4] = [Self::Breaking, Self::Documented, Self::Compatible, Self::Wording];

    /// Name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Documented => "newly documented",
            Self::Compatible => "compatible",
            Self::Wording => "wording",
        }
    }
}

/// One change between two versions of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// `<resource>/<operation>`, a record or `Record.member`, `service`, a fixture or key kind, or the id of a clause or
    /// gap.
    pub address: String,
    /// Its effect.
    pub effect: Effect,
    /// What changed, as a sentence without its final period.
    pub text: String,
    /// The gap that became a fact, or that took the place of one.
    pub gap: Option<String>,
}

/// The changes that were found.
#[derive(Default)]
pub(super) struct Changes {
    list: Vec<Change>,
    /// Ids below these prefixes belong to things that were added or removed as a whole.
    whole: BTreeSet<String>,
}

/// The list of changes at one address.
pub(super) struct Place<'l> {
    changes: &'l mut Changes,
    address: String,
}

impl Changes {
    pub fn at(&mut self, address: impl Into<String>) -> Place<'_> {
        Place { changes: self, address: address.into() }
    }

    /// Notes that everything below a prefix of ids was added or removed with its owner.
    pub fn whole(&mut self, prefix: String) {
        self.whole.insert(prefix);
    }

    /// Whether an id needs no change of its own, because that of its owner covers it.
    pub fn covers(&self, id: &str) -> bool {
        let named = |change: &Change| change.gap.as_deref() == Some(id) || change.address == id;
        self.whole.iter().any(|prefix| id.starts_with(prefix.as_str()))
            || self.list.iter().any(named)
    }

    /// Whether a change at one of the addresses, or at a member of one, satisfies a condition.
    pub fn any_at(&self, addresses: &[&str], condition: impl Fn(&Change) -> bool) -> bool {
        let is_one = |change: &Change| {
            let whole = change.address.as_str();
            let record = whole.split('.').next().unwrap_or(whole);
            addresses.contains(&whole) || addresses.contains(&record)
        };
        self.list.iter().any(|change| is_one(change) && condition(change))
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The changes in order of address, the strongest first.
    pub fn finish(self) -> Vec<Change> {
        let mut list = self.list;
        list.sort_by(|a, b| (&a.address, a.effect).cmp(&(&b.address, b.effect)));
        list
    }
}

impl Place<'_> {
    pub fn add(&mut self, effect: Effect, text: impl Into<String>) {
        self.push(effect, text.into(), None);
    }

    fn push(&mut self, effect: Effect, text: String, gap: Option<&str>) {
        let gap = gap.map(str::to_owned);
        let change = Change { address: self.address.clone(), effect, text, gap };
        // An operation that moved is compared under one address.
        if !self.changes.list.contains(&change) {
            self.changes.list.push(change);
        }
    }

    pub fn breaking(&mut self, text: impl Into<String>) {
        self.add(Effect::Breaking, text);
    }

    pub fn compatible(&mut self, text: impl Into<String>) {
        self.add(Effect::Compatible, text);
    }

    pub fn wording(&mut self, text: impl Into<String>) {
        self.add(Effect::Wording, text);
    }

    /// A gap that became a fact.
    pub fn documented(&mut self, gap: &str, text: impl Into<String>) {
        self.push(Effect::Documented, text.into(), Some(gap));
    }

    /// A fact that became a gap.
    pub fn withdrawn(&mut self, gap: &str, text: impl Into<String>) {
        self.push(Effect::Breaking, text.into(), Some(gap));
    }

    /// Compares two texts that only people read.
    pub fn text<T: PartialEq>(&mut self, what: &str, old: &T, new: &T) {
        if old != new {
            self.wording(format!("{what} changed"));
        }
    }

    /// Compares two values of which a change breaks callers or readers.
    pub fn value<T: PartialEq>(
        &mut self,
        what: &str,
        old: &T,
        new: &T,
        show: impl Fn(&T) -> String,
    ) {
        if old != new {
            self.breaking(format!("{what} is {}; it was {}", show(new), show(old)));
        }
    }

    /// Compares two flags; `breaks` is the new value that breaks callers or readers.
    pub fn flag(&mut self, old: bool, new: bool, breaks: bool, statement: &str) {
        if old != new {
            let not = if new { "now" } else { "no longer" };
            let effect = if new == breaks { Effect::Breaking } else { Effect::Compatible };
            self.add(effect, statement.replace("{}", not));
        }
    }

    /// Compares two slots: `both` compares the facts, if both versions state one. `show` completes a sentence that starts
    /// with `what`, such as `is 404`.
    pub fn slot<T>(
        &mut self,
        what: &str,
        (old, new): (&Slot<T>, &Slot<T>),
        show: impl Fn(&T) -> String,
        both: impl FnOnce(&mut Self, &T, &T),
    ) {
        match ((old.stated(), old.gap()), (new.stated(), new.gap())) {
            ((Some(old), _), (Some(new), _)) => both(self, old, new),
            ((_, Some(gap)), (Some(new), _)) => {
                self.documented(gap, format!("{what} {}, which was a gap", show(new)));
            }
            ((Some(old), _), (_, Some(gap))) => {
                self.withdrawn(gap, format!("now a gap: {what} {}", show(old)));
            }
            _ => {}
        }
    }

    /// Compares two slots of a value of which a change breaks callers or readers.
    pub fn value_slot<T: PartialEq>(
        &mut self,
        what: &str,
        slots: (&Slot<T>, &Slot<T>),
        show: impl Fn(&T) -> String,
    ) {
        let is = |value: &T| format!("is {}", show(value));
        self.slot(what, slots, is, |place, old, new| place.value(what, old, new, &show));
    }

    /// Compares two slots of a flag; `breaks` is the new value that breaks callers or readers. The sentences say what
    /// `true` and `false` mean.
    pub fn flag_slot(
        &mut self,
        what: &str,
        slots: (&Slot<bool>, &Slot<bool>),
        breaks: bool,
        [yes, no]: [&str; 2],
    ) {
        let show = |value: &bool| if *value { yes } else { no }.to_owned();
        self.slot(what, slots, show, |place, old, new| {
            if old != new {
                let effect = if *new == breaks { Effect::Breaking } else { Effect::Compatible };
                place.add(effect, format!("{what} {} (before: {})", show(new), show(old)));
            }
        });
    }
}
