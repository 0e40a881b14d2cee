//! Success status: a success has another status.

use super::parts::*;

pub(super) fn mutations(status: u16) -> Vec<Mutation> {
    [("ok", 200), ("created", 201), ("accepted", 202), ("partial", 206)]
        .into_iter()
        .filter(|(_, other)| *other != status)
        .map(|(name, other)| {
            set_success_status(other).named(name, "the success has another status")
        })
        .collect()
}

/// Sets the status of accepted calls. Also a variant, where the contract does not state the status.
pub(crate) fn set_success_status(status: u16) -> impl Intercept {
    on_response(
        move |cx, response| {
            if cx.accepts(&response) { Response { status, ..response } } else { response }
        },
    )
}
