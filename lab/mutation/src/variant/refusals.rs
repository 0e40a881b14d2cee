//! Refusals that the contract leaves open: their members, statuses and messages, and calls that need not be refused.

use crate::prelude::*;

/// Adds members to error bodies.
pub(super) fn add_error_members() -> Intercept {
    on_response(|cx, response| {
        if response::message(cx.contract, &response).is_none() {
            return response;
        }
        response::edit_body(response, |body| {
            if let Json::Map(members) = body {
                let details = Json::List(vec![Json::Null, Json::Map(Vec::new())]);
                members.insert(0, ("number".to_owned(), Json::Number("17".to_owned())));
                members.push(("details".to_owned(), details));
            }
        })
    })
}

/// Accepts calls without effect that are refused with an undocumented error.
pub(super) fn accept_guarded() -> Intercept {
    replace_if(
        |cx, response| {
            cx.outcome(response) == CallOutcome::OtherRefusal && cx.is_about_known_records()
        },
        synthetic::acceptance_without_effect,
    )
}

/// Accepts calls without effect that are refused with a case whose condition is not documented.
pub(super) fn never_refuse(case: &str) -> Intercept {
    let case = case.to_owned();
    let is_refused =
        move |cx: &InterceptContext<'_>, response: &_| cx.is_refused_as(response, &case);
    replace_if(is_refused, synthetic::acceptance_without_effect)
}

/// Replaces undocumented refusals by one with this status.
pub(super) fn replace_undocumented(status: u16) -> Intercept {
    replace_if(
        |cx, response| cx.outcome(response) == CallOutcome::OtherRefusal,
        move |cx| response::error(cx.contract, status, "no"),
    )
}

/// The message of a case as the contract writes it.
fn text_of(case: &spec::ErrorCase) -> String {
    case.text().map(ToString::to_string).unwrap_or_default()
}

/// Replaces a case by another one that the document does not distinguish from it.
pub(super) fn substitute_case(case: &str, other: &str) -> Intercept {
    let (case, other) = (case.to_owned(), other.to_owned());
    on_response(move |cx, response| {
        let (contract, operation) = (cx.contract, cx.call.operation);
        let found = cx.error_case(&response).filter(|found| found.id == case);
        let found = found.and_then(|found| contract.error_case(operation, &found.id));
        let mut others =
            found.into_iter().flat_map(|found| contract.indistinct_cases(Some(operation), found));
        match others.find(|indistinct| indistinct.id == other) {
            Some(other) => {
                let status = other.status.stated().copied().unwrap_or(response.status);
                response::refusal(contract, Some(operation), status, other, text_of(other))
            }
            None => response,
        }
    })
}
