//! Refusals without a documented message, and refusals with an indistinct case.

use referral_conformance::exchange::Response;

use crate::history::CallOutcome;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, response};

/// Replaces undocumented refusals by one with this status.
pub(super) struct GenericRefusal {
    pub(super) status: u16,
}

impl Intercept for GenericRefusal {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let outcome = answer::classify(cx.contract, cx.call.operation, &upstream.main);
        match outcome {
            CallOutcome::OtherRefusal => response::error(cx.contract, self.status, "no"),
            CallOutcome::Accepted | CallOutcome::DocumentedRefusal => upstream.main,
        }
    }
}

/// Replaces a case by another one that the document does not distinguish from it.
pub(super) struct IndistinctCase {
    pub(super) case: String,
    pub(super) other: String,
}

impl Intercept for IndistinctCase {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let (contract, operation) = (cx.contract, cx.call.operation);
        let answered = answer::matching_case(contract, operation, &upstream.main);
        let case = answered.and_then(|case| contract.error_case(operation, &case.id));
        let case = case.filter(|case| case.id == self.case);
        let mut others =
            case.into_iter().flat_map(|case| contract.indistinct_cases(Some(operation), case));
        match others.find(|other| other.id == self.other) {
            Some(other) => {
                let status = other.status.stated().copied().unwrap_or(upstream.main.status);
                response::error(contract, status, other.message.to_string())
            }
            None => upstream.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn indistinct_case_is_substituted() {
        let server = FakeServer::new();
        let intercept =
            IndistinctCase { case: "card_unknown".to_owned(), other: "reader_gone".to_owned() };
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
        let intercept = GenericRefusal { status: 403 };
        let sent = request("GET", "/books/b-1", None);
        let unknown = response(404, r#"{"message":"Is this a book?"}"#);
        let no = response(403, r#"{"message":"no"}"#);
        assert_eq!(server.response(&intercept, &sent, unknown), no);
        let known = response(404, r#"{"message":"b-1 not found!"}"#);
        assert_eq!(server.response(&intercept, &sent, known.clone()), known);
    }
}
