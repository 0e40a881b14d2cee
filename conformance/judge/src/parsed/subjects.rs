//! What a step looked at, so that a report can count the different records for which a clause held.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use spec::InputPart;

use crate::contract;

use super::view::{ParsedStep, TraceView};

/// Limit for the records of one step that are counted.
const MAX_SUBJECTS: usize = 2000;

/// Digests of what tells records apart; only the number of different ones is used.
pub type Subjects = Arc<[u64]>;

/// The records of a list; of any other call what it is about.
pub(super) fn of_step(trace: &TraceView<'_>, call: &ParsedStep<'_>) -> Subjects {
    let operation = call.operation;
    let list = contract::list_member(operation).filter(|_| operation.lists.is_some());
    let records: Subjects = list
        .into_iter()
        .flat_map(|list| call.listed(list))
        .map(|item| match trace.identity(operation, item) {
            Some(identity) => digest([identity]),
            None => digest([item]),
        })
        .take(MAX_SUBJECTS)
        .collect();
    if !records.is_empty() {
        return records;
    }
    // A read is of the record in its path; a write is also of what it sends.
    let counts = |part| part == InputPart::Path || !operation.method.is_safe();
    let sent = call.attempt.map(|attempt| &attempt.sent);
    sent.map(|sent| digest(sent.iter().filter(|(input, _)| counts(input.part))))
        .into_iter()
        .collect()
}

fn digest(values: impl IntoIterator<Item = impl Hash>) -> u64 {
    let mut hasher = DefaultHasher::new();
    values.into_iter().for_each(|value| value.hash(&mut hasher));
    hasher.finish()
}
