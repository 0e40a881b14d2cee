//! Page numbers, between what the wire has and what the rules take.

use crate::domain::page::PageRequest;

/// The page that was asked for.
pub(super) fn asked(page: Option<u64>, per_page: Option<u64>) -> PageRequest {
    let bounded = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    PageRequest::new(page.map(bounded), per_page.map(bounded))
}

/// A number of a page as it is shown; none is ever below zero.
pub(super) fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}
