//! A removal is acknowledged, and what should be gone is still there, or others are gone as well.

use spec::Operation;

use super::Way;
use super::spilled;
use super::unsent::Unsent;

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
    [Some(not_done), spilled].into_iter().flatten().collect()
}
