//! The member that tells about the page.

use crate::contract;
use crate::json::{Json, is_whole};
use crate::reason::Reason;

use super::Judged;
use super::view::View;

/// It has the key; with a whole number only where the contract states that.
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
            Some(_) if !integers => {}
            Some(Json::Number(digits)) if is_whole(digits) => {}
            Some(value) => {
                let pointer = format!("/{meta}/{key}");
                let expected = "a whole number";
                return Judged::Breach(answer.failure_at(pointer, expected, value.to_string()));
            }
        }
    }
    if seen {
        return Judged::HELD;
    }
    match view.without_acceptance() {
        // Accepted, but without the member: that has a clause of its own.
        Judged::Inconclusive(Reason::OtherOutcome) => Judged::Inconclusive(Reason::NotAsDocumented),
        judged => judged,
    }
}
