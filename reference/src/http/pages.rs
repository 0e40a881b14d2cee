//! Page numbers, between what the wire has and what the rules take.

use crate::domain::page::PageRequest;

/// A number of a page as operations can read it: whole numbers of any size are brought into the range of their type. What
/// is no whole number is left for them to refuse.
pub(super) fn in_range(number: &str) -> &str {
    let digits = number.strip_prefix('-').unwrap_or(number);
    match !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit()) {
        true if digits != number => "0",
        true if number.parse::<u64>().is_err() => LARGEST,
        _ => number,
    }
}

/// The largest number of its type.
const LARGEST: &str = "18446744073709551615";

/// The page that was asked for.
pub(super) fn asked(page: Option<u64>, per_page: Option<u64>) -> PageRequest {
    let bounded = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    PageRequest::new(page.map(bounded), per_page.map(bounded))
}

/// A number of a page as it is shown; none is ever below zero.
pub(super) fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}
