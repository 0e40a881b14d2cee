//! The status of a success.

use super::Judged;
use super::scene::Acceptance;
use super::view::View;

pub(super) fn success(view: &View<'_>, wanted: u16) -> Judged {
    if view.acceptance() != Acceptance::Shown {
        return view.without_acceptance();
    }
    match view.answers().iter().find(|answer| answer.status != wanted) {
        Some(answer) => Judged::Breach(answer.failure(format!("status {wanted}"))),
        None => Judged::HELD,
    }
}
