//! Refusals that the contract leaves open: their members, statuses and messages, and calls that need not be refused.

use crate::prelude::*;

/// Adds members to error bodies.
pub(super) fn add_error_members() -> impl Intercept {
    on_response(|cx, response| {
        if answer::message(cx.contract, &response).is_none() {
            return response;
        }
        answer::edit_body(response, |body| {
            if let Json::Map(members) = body {
                let details = Json::List(vec![Json::Null, Json::Map(Vec::new())]);
                members.insert(0, ("code".to_owned(), Json::Number("17".to_owned())));
                members.push(("details".to_owned(), details));
            }
        })
    })
}

/// Accepts calls without effect that are refused with an undocumented error.
pub(super) fn accept_guarded() -> impl Intercept {
    on_response(|cx, response| {
        if cx.outcome(&response) == CallOutcome::OtherRefusal && cx.is_about_known_records() {
            synthetic::acceptance_without_effect(cx)
        } else {
            response
        }
    })
}

/// Accepts calls without effect that are refused with a case whose condition is not documented.
pub(super) fn never_refuse(case: &str) -> impl Intercept + use<> {
    let case = case.to_owned();
    on_response(move |cx, response| {
        if cx.is_refused_as(&response, &case) {
            synthetic::acceptance_without_effect(cx)
        } else {
            response
        }
    })
}

/// Replaces undocumented refusals by one with this status.
pub(super) fn replace_undocumented(status: u16) -> impl Intercept {
    on_response(move |cx, response| match cx.outcome(&response) {
        CallOutcome::OtherRefusal => response::error(cx.contract, status, "no"),
        CallOutcome::Accepted | CallOutcome::DocumentedRefusal => response,
    })
}

/// Replaces a case by another one that the document does not distinguish from it.
pub(super) fn substitute_case(case: &str, other: &str) -> impl Intercept + use<> {
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
                response::error(contract, status, other.message.to_string())
            }
            None => response,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn indistinct_case_is_substituted() {
        let server = FakeServer::new();
        let intercept = substitute_case("card_unknown", "reader_gone");
        let sent = request("GET", "/books/b-1", None);
        let unknown = response(401, r#"{"message":"This library card is not known"}"#);
        let gone = response(403, r#"{"message":"Reader not found!"}"#);
        assert_eq!(server.response(&intercept, &sent, unknown.clone()), gone);
        // This operation documents which of the two applies.
        let sent = request("GET", "/branch", None);
        assert_eq!(server.response(&intercept, &sent, unknown.clone()), unknown);
    }

    #[test]
    fn documented_messages_are_kept() {
        let server = FakeServer::new();
        let intercept = replace_undocumented(403);
        let sent = request("GET", "/books/b-1", None);
        let unknown = response(404, r#"{"message":"Is this a book?"}"#);
        let no = response(403, r#"{"message":"no"}"#);
        assert_eq!(server.response(&intercept, &sent, unknown), no);
        let known = response(404, r#"{"message":"b-1 not found!"}"#);
        assert_eq!(server.response(&intercept, &sent, known.clone()), known);
    }

    #[test]
    fn message_is_kept() {
        let server = FakeServer::new();
        let sent = request("GET", "/books/b1", None);
        let refused = response(404, r#"{"message":"b1 not found!"}"#);
        let more = server.response(&add_error_members(), &sent, refused);
        let body = r#"{"code":17,"message":"b1 not found!","details":[null,{}]}"#;
        assert_eq!(more, response(404, body));
        let accepted = response(200, "{}");
        assert_eq!(server.response(&add_error_members(), &sent, accepted.clone()), accepted);
    }

    #[test]
    fn guarded_call_is_accepted_without_effect() {
        let mut server = FakeServer::new();
        let get = request("GET", "/books/b-1", None);
        let book = response(200, r#"{"book":{"uuid":"b-1","state":"available"}}"#);
        server.record(&get, &book);
        let sent = request("PATCH", "/books/b-1", Some(r#"{"state":"withdrawn"}"#));
        let guarded = response(409, r#"{"message":"It stays in the reading room"}"#);
        assert_eq!(server.response(&accept_guarded(), &sent, guarded), book);
        let lent = response(409, r#"{"message":"Book b-1 (Emma) is lent"}"#);
        assert_eq!(server.response(&accept_guarded(), &sent, lent.clone()), lent);
    }

    #[test]
    fn refusal_is_never_returned() {
        let server = FakeServer::new();
        let intercept = never_refuse("reader_blocked");
        let sent = request("POST", "/reservations", Some(r#"{"loan":"l-1"}"#));
        let blocked = response(403, r#"{"message":"You cannot reserve books"}"#);
        assert_eq!(server.response(&intercept, &sent, blocked).status, 201);
        let again = response(409, r#"{"message":"You are the next already"}"#);
        assert_eq!(server.response(&intercept, &sent, again.clone()), again);
    }
}
