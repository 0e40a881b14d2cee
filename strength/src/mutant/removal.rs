//! A removal is acknowledged, and what should be gone is still there.

use super::Way;
use super::unsent::Unsent;

pub(super) fn ways() -> Vec<Way> {
    vec![Way::new(
        "not_done",
        "the removal is acknowledged, and not done",
        Unsent,
    )]
}
