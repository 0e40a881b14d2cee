//! The changes between two versions of a contract, each with its effect on those who use the API.
//!
//! The models are compared, so layout, order of keys and comments make no change. Prose is not judged: a change of it is
//! reported as wording.

mod behaviour;
mod change;
mod inputs;
mod operation;
mod pairs;
mod record;
mod refusals;
mod response;
mod service;
mod types;
mod unpaired;

pub use change::{Change, Effect};

use std::collections::BTreeSet;

use crate::Contract;
use change::Changes;

/// What differs between two versions of a contract.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// The changes, in order of address.
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
    let mut changes = Changes::default();
    service::compare(&old.service, &new.service, &mut changes);
    operation::compare(old, new, &mut changes);
    record::compare(old, new, &mut changes);
    unpaired::compare(old, new, &mut changes);
    let (old, new) = (ids(old), ids(new));
    Comparison {
        changes: changes.finish(),
        removed_ids: old.difference(&new).cloned().collect(),
        added_ids: new.difference(&old).cloned().collect(),
    }
}

fn ids(contract: &Contract) -> BTreeSet<String> {
    let clauses = contract.clauses().into_iter().map(|clause| clause.id);
    clauses.chain(contract.gaps.iter().map(|gap| gap.id.clone())).collect()
}
