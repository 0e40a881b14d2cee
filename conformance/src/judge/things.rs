//! Which things a step looked at, so that a report can say of how many different ones a clause was seen to hold.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use spec::{InputPart, Operation};

use crate::contract;

use super::paging::identity;
use super::sent::Sent;
use super::shape::listed;
use super::view::View;

/// Digests of what tells things apart. Only how many there are is of use.
pub type Things = Arc<BTreeSet<u64>>;

/// The records of a list; of any other call what it is about.
pub(super) fn of(view: &View<'_>) -> Things {
    let list = contract::list_member(view.operation).filter(|_| view.operation.lists.is_some());
    let records: BTreeSet<u64> = list
        .into_iter()
        .flat_map(|list| listed(view, view.index, list))
        .map(|item| match identity(view, item) {
            Some(identity) => digest(identity),
            None => digest(item.to_string()),
        })
        .collect();
    if !records.is_empty() {
        return Arc::new(records);
    }
    let sent = view.way().map(|way| &way.sent);
    let thing = sent.map(|sent| addressed(view.operation, sent));
    Arc::new(thing.into_iter().collect())
}

/// A read is of the thing in its path; a write is also of what it sends.
fn addressed(operation: &Operation, sent: &Sent) -> u64 {
    let counts = |part| part == InputPart::Path || !operation.method.is_safe();
    let inputs = sent.iter().filter(|(input, _)| counts(input.part));
    let texts = inputs.map(|(input, value)| format!("{input}={value}"));
    digest(texts.collect::<Vec<_>>())
}

fn digest(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
