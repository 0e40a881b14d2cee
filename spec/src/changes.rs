//! The changes between two versions of a contract, each with its effect on those who use the API.
//!
//! Each version is listed as a tree of facts, and the trees are compared. Layout, order of keys and comments make no
//! change. Prose is not judged: a change of it is reported as wording.

mod fact;
mod operation;
mod record;
mod service;
mod types;

use std::collections::BTreeSet;

use crate::Contract;
use fact::{At, Fact, Value};

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
    /// `<resource>/<operation>`, a record or `Record.member`, `service`, a fixture or key kind, or the id of a gap.
    pub address: String,
    /// Its effect.
    pub effect: Effect,
    /// What changed, without a final period.
    pub text: String,
}

/// What differs between two versions of a contract.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// The changes, in order of address, the strongest first.
    pub changes: Vec<Change>,
    /// Ids of clauses and gaps that only the old version has.
    pub removed_ids: BTreeSet<String>,
    /// Ids of clauses and gaps that only the new version has.
    pub added_ids: BTreeSet<String>,
}

impl Comparison {
    /// The strongest effect; `None` if nothing changed.
    pub fn strongest(&self) -> Option<Effect> {
        self.changes.iter().map(|change| change.effect).min()
    }
}

/// Compares two versions of a contract, both loaded without an overlay.
pub fn compare(old: &Contract, new: &Contract) -> Comparison {
    if old.canonical == new.canonical {
        return Comparison::default();
    }
    let mut changes = Vec::new();
    compare_facts(&facts(old), &facts(new), &mut changes);
    let (old, new) = (ids(old), ids(new));
    let only_texts = changes.iter().all(|change| change.effect == Effect::Wording);
    let rest = if only_texts && !in_one_case(&old).is_subset(&in_one_case(&new)) {
        Some((Effect::Breaking, "clauses or gaps are removed"))
    } else {
        changes.is_empty().then_some((Effect::Wording, "texts changed that belong to no fact"))
    };
    changes.extend(rest.map(|(effect, text)| Change {
        address: "service".to_owned(),
        effect,
        text: text.to_owned(),
    }));
    changes.sort_by(|a, b| (&a.address, a.effect).cmp(&(&b.address, b.effect)));
    Comparison {
        changes,
        removed_ids: old.difference(&new).cloned().collect(),
        added_ids: new.difference(&old).cloned().collect(),
    }
}

fn facts(contract: &Contract) -> Vec<Fact> {
    let mut facts = service::facts(&contract.service);
    facts.extend(gaps(contract, None));
    for resource in &contract.resources {
        let texts = [&resource.title, &resource.description, &resource.section];
        let at = At(resource.id.clone());
        facts.push(at.texts(texts).keyed(format!("resource {}", resource.id)));
        // The objects of a request body are facts of its members.
        let records = resource.records.iter().filter(|record| !record.is_input);
        facts.extend(records.map(record::fact));
        facts.extend(resource.operations.iter().map(|operation| {
            operation::fact(operation).with(gaps(contract, Some(operation.id.as_str())))
        }));
    }
    facts
}

/// The gaps of an operation, or those of none. A gap of a slot is added and removed with the slot.
fn gaps(contract: &Contract, operation: Option<&str>) -> Vec<Fact> {
    let gaps = contract.gaps.iter().filter(|gap| gap.operation.as_deref() == operation);
    let facts = gaps.map(|gap| {
        let id = operation.and_then(|operation| gap.id.strip_prefix(operation)).unwrap_or(&gap.id);
        let text = [gap.note.as_str(), &gap.interpretations.join("\n")].join("\n");
        let is_open = gap.id.contains(".open.");
        let what = if is_open { "the open question" } else { "the note of the gap" };
        let fact = At(gap.id.clone()).fact(what, Value::Text(text)).keyed(format!("gap {id}"));
        if is_open {
            fact.effects(Effect::Wording, Effect::Documented)
        } else {
            fact.without_effects()
        }
    });
    facts.collect()
}

/// Adds the changes of facts and of their parts. Parts of an added or removed fact are not compared.
fn compare_facts(old: &[Fact], new: &[Fact], changes: &mut Vec<Change>) {
    let find = |facts: &[Fact], key: &str| facts.iter().position(|fact| fact.key == key);
    for old in old {
        let new = find(new, &old.key).map(|at| &new[at]);
        changes.extend(fact::change(Some(old), new));
        if let Some(new) = new {
            compare_facts(&old.parts, &new.parts, changes);
        }
    }
    let added = new.iter().filter(|fact| find(old, &fact.key).is_none());
    changes.extend(added.filter_map(|fact| fact::change(None, Some(fact))));
}

/// Upper and lower case are the same in the name of a header, which is part of an id.
fn in_one_case(ids: &BTreeSet<String>) -> BTreeSet<String> {
    ids.iter().map(|id| id.to_ascii_lowercase()).collect()
}

fn ids(contract: &Contract) -> BTreeSet<String> {
    let clauses = contract.clauses().into_iter().map(|clause| clause.id);
    clauses.chain(contract.gaps.iter().map(|gap| gap.id.clone())).collect()
}
