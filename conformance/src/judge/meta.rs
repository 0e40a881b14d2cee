//! The member that tells about the page.

use crate::contract;
use crate::json::{Json, is_whole, numbers_equal};
use crate::reason::Reason;

use super::Judged;
use super::scene::Acceptance;
use super::view::View;

/// It has the key, with a number; a whole one only where the contract states that.
pub(super) fn key(view: &View<'_>, meta: &str, key: &str) -> Judged {
    let integers = contract::paging(view.operation)
        .is_some_and(|paging| paging.integers.stated() == Some(&true));
    let mut seen = false;
    for answer in view.answers() {
        let Some(page @ Json::Map(_)) = answer.json.as_ref().and_then(|json| json.get(meta)) else {
            continue;
        };
        seen = true;
        match page.get(key) {
            None => {
                let failure = answer.failure_at(
                    format!("/{meta}"),
                    format!("a member `{key}`"),
                    page.to_string(),
                );
                return Judged::Breach(failure);
            }
            Some(Json::Number(digits)) if is_whole(digits) => {}
            // Which form a number has is not said, unless it is said to be an integer.
            Some(Json::Text(digits)) if !integers && numbers_equal(digits, digits) => {}
            Some(Json::Number(_)) if !integers => {}
            Some(value) => {
                let pointer = format!("/{meta}/{key}");
                let expected = if integers {
                    "a whole number"
                } else {
                    "a number"
                };
                return Judged::Breach(answer.failure_at(pointer, expected, value.to_string()));
            }
        }
    }
    if seen {
        return Judged::HELD;
    }
    match view.acceptance() {
        // Accepted, but without the member: that has a clause of its own.
        Acceptance::Shown => Judged::Inconclusive(Reason::NotAsDocumented),
        _ => view.without_acceptance(),
    }
}
