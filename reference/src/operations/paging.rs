//! Page numbers: from query parameters to the store, and from there to `meta`.

use crate::domain::page::{Page, PageRequest};

const LARGEST: &str = "18446744073709551615";

/// A page parameter that its type can hold: integers of any size are clamped. Anything else is left for the
/// operation to refuse.
pub(super) fn clamp(number: &str) -> &str {
    let digits = number.strip_prefix('-').unwrap_or(number);
    let is_integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_integer && digits != number {
        "0"
    } else if is_integer && number.parse::<u64>().is_err() {
        LARGEST
    } else {
        number
    }
}

pub(super) fn page_request(page: Option<u64>, per_page: Option<u64>) -> PageRequest {
    let bounded = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    PageRequest::new(page.map(bounded), per_page.map(bounded))
}

/// The `meta` of a page; `new` takes page size, page number, number of pages and total.
pub(super) fn meta<T, M>(page: &Page<T>, new: impl FnOnce(u64, u64, u64, u64) -> M) -> M {
    let count = |number: i64| u64::try_from(number).unwrap_or_default();
    new(count(page.per_page), count(page.page), count(page.total_pages()), count(page.total))
}
