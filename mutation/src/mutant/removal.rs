//! A removal is acknowledged, and what should be gone is still there, or others are gone as well.

use spec::Operation;

use super::spilled;
use super::unsent::Unsent;
use super::{Mutation, When};

pub(super) fn mutations(operation: Option<&Operation>) -> Vec<Mutation> {
    let removal = operation.and_then(|operation| {
        Some(spilled::Removal {
            operation: operation.id.clone(),
            record: operation.removes.clone()?,
        })
    });
    let statement = "others are gone as well";
    let spilled = removal
        .map(|intercept| Mutation::new("spilled", statement, intercept).for_all_operations());
    let statement = "the removal is acknowledged, and not done";
    let not_done = Mutation::new("not_done", statement, Unsent);
    let others = Mutation::sometimes(
        "not_done_for_others",
        "only the first removal is done",
        Unsent,
        When::AnotherThing,
    );
    let mutations = [Some(not_done), Some(others), spilled];
    mutations.into_iter().flatten().collect()
}
