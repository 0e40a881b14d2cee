//! Statuses of successes and refusals.

use spec::Success;

use super::parts::*;

/// Refusal status: a refusal has another status.
pub(super) fn refusal_status(case: &str, status: u16) -> Vec<Mutation> {
    [("other", 422), ("bad_request", 400), ("server_error", 500), ("success", 200)]
        .into_iter()
        .filter(|(_, other)| *other != status)
        .map(|(name, other)| {
            set_refusal_status(case, other).named(name, "the refusal has another status")
        })
        .collect()
}

/// Sets the status of the refusals of a case. Also a variant, where the contract does not state the status.
pub(crate) fn set_refusal_status(case: &str, status: u16) -> Intercept {
    let case = case.to_owned();
    on_response(move |cx, response| {
        if cx.is_refused_as(&response, &case) { Response { status, ..response } } else { response }
    })
}

/// Success status: a success has another status.
pub(super) fn success_status(target: ClauseContext<'_>, status: u16) -> Vec<Mutation> {
    let success = target.operation.map(|operation| &operation.success);
    let free: Vec<u16> = success.into_iter().flat_map(Success::free_statuses).collect();
    [("ok", 200), ("created", 201), ("accepted", 202), ("partial", 206)]
        .into_iter()
        .filter(|(_, other)| *other != status && !free.contains(other))
        .map(|(name, other)| {
            set_success_status(other).named(name, "the success has another status")
        })
        .collect()
}

/// Further status: a success that has it has the usual one.
pub(super) fn further_status(target: ClauseContext<'_>, status: u16) -> Vec<Mutation> {
    let usual = target.operation.and_then(|operation| operation.success.status.value().copied());
    let usual = usual.unwrap_or(200);
    let changed = on_response(move |cx, response| {
        let is_it = cx.accepts(&response) && response.status == status;
        if is_it { Response { status: usual, ..response } } else { response }
    });
    vec![changed.named("usual", "the success has the usual status")]
}

/// Sets the status of accepted calls. Also a variant, where the contract does not state the status.
pub(crate) fn set_success_status(status: u16) -> Intercept {
    on_response(
        move |cx, response| {
            if cx.accepts(&response) { Response { status, ..response } } else { response }
        },
    )
}
