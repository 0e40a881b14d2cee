//! Which things a step looked at, so that a report can say of how many different ones a clause was seen to hold.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use spec::{InputPart, Operation};

use crate::contract;

use super::scene::Scene;
use super::sent::Sent;

/// Digests of what tells things apart. Only how many different ones there are is of use.
pub type Things = Arc<[u64]>;

/// The records of a list; of any other call what it is about.
pub(super) fn of(scene: &Scene<'_>, index: usize) -> Things {
    let Some(operation) = scene.operation(index) else {
        return Things::default();
    };
    let list = contract::list_member(operation).filter(|_| operation.lists.is_some());
    let records: Things = list
        .into_iter()
        .flat_map(|list| scene.listed(index, list))
        .map(|item| match scene.identity(operation, item) {
            Some(identity) => digest([identity]),
            None => digest([item]),
        })
        .collect();
    if !records.is_empty() {
        return records;
    }
    let sent = scene.way(index).map(|way| &way.sent);
    let thing = sent.map(|sent| addressed(operation, sent));
    thing.into_iter().collect()
}

/// A read is of the thing in its path; a write is also of what it sends.
fn addressed(operation: &Operation, sent: &Sent) -> u64 {
    let counts = |part| part == InputPart::Path || !operation.method.is_safe();
    digest(sent.iter().filter(|(input, _)| counts(input.part)))
}

fn digest(values: impl IntoIterator<Item = impl Hash>) -> u64 {
    let mut hasher = DefaultHasher::new();
    values.into_iter().for_each(|value| value.hash(&mut hasher));
    hasher.finish()
}
