//! A removal is acknowledged, and what should be gone is still there, or others are gone as well.

use spec::Operation;

use super::spilled;
use super::unsent::Unsent;
use super::{Way, When};

pub(super) fn ways(operation: Option<&Operation>) -> Vec<Way> {
    let removal = operation.and_then(|operation| {
        Some(spilled::Removal {
            operation: operation.id.clone(),
            record: operation.removes.clone()?,
        })
    });
    let statement = "others are gone as well";
    let spilled = removal.map(|bend| Way::new("spilled", statement, bend).in_every_operation());
    let statement = "the removal is acknowledged, and not done";
    let not_done = Way::new("not_done", statement, Unsent);
    let others = Way::sometimes(
        "not_done_for_others",
        "only the first removal is done",
        Unsent,
        When::AnotherThing,
    );
    let ways = [Some(not_done), Some(others), spilled];
    ways.into_iter().flatten().collect()
}
