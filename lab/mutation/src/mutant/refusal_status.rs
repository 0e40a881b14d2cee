//! Refusal status: a refusal has another status.

use super::parts::*;

pub(super) fn mutations(case: &str, status: u16) -> Vec<Mutation> {
    [("other", 422), ("bad_request", 400), ("server_error", 500), ("success", 200)]
        .into_iter()
        .filter(|(_, other)| *other != status)
        .map(|(name, other)| {
            set_refusal_status(case, other).named(name, "the refusal has another status")
        })
        .collect()
}

/// Sets the status of the refusals of a case. Also a variant, where the contract does not state the status.
pub(crate) fn set_refusal_status(case: &str, status: u16) -> impl Intercept + use<> {
    let case = case.to_owned();
    on_response(move |cx, response| {
        if cx.is_refused_as(&response, &case) { Response { status, ..response } } else { response }
    })
}
