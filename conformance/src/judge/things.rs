//! Which things a step looked at, so that a report can say of how many different ones a clause was seen to hold.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use spec::InputPart;

use crate::contract;

use super::paging::identity;
use super::sent::Sent;
use super::shape::listed;
use super::view::View;

/// Digests of what tells things apart. Only how many there are is of use.
pub type Things = Arc<BTreeSet<u64>>;

/// The records of a list; of any other call the things in its path or, where it has none, what was sent.
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
    Arc::new(sent.map(addressed).into_iter().collect())
}

fn addressed(sent: &Sent) -> u64 {
    let text = |part: Option<InputPart>| {
        let inputs = sent
            .iter()
            .filter(|(input, _)| part.is_none_or(|part| input.part == part));
        let texts = inputs.map(|(input, value)| format!("{input}={value}"));
        texts.collect::<Vec<_>>()
    };
    let path = text(Some(InputPart::Path));
    if path.is_empty() {
        digest(text(None))
    } else {
        digest(path)
    }
}

fn digest(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
