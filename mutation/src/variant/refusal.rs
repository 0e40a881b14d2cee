//! Refusals in other words: of what has no documented message, or of another case that the document does not tell from the
//! one that applies.

use referral_conformance::exchange::Response;

use crate::history::Outcome;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, response};

pub(super) struct Reworded {
    pub(super) status: u16,
}

impl Intercept for Reworded {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let outcome = answer::outcome(context.contract, context.call.operation, &upstream.main);
        match outcome {
            Outcome::RefusedOtherwise => response::error(context.contract, self.status, "no"),
            Outcome::Accepted | Outcome::Refused => upstream.main,
        }
    }
}

/// Another case is answered where the document does not tell which of the two applies.
pub(super) struct Indistinct {
    pub(super) case: String,
    pub(super) other: String,
}

impl Intercept for Indistinct {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let (contract, operation) = (context.contract, context.call.operation);
        let answered = answer::case_of(contract, operation, &upstream.main);
        let case = answered.and_then(|case| contract.error_case(operation, &case.id));
        let case = case.filter(|case| case.id == self.case);
        let mut others = case
            .into_iter()
            .flat_map(|case| contract.indistinct_cases(Some(operation), case));
        match others.find(|other| other.id == self.other) {
            Some(other) => {
                let status = other
                    .status
                    .stated()
                    .copied()
                    .unwrap_or(upstream.main.status);
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
        let intercept = Indistinct {
            case: "card_unknown".to_owned(),
            other: "reader_gone".to_owned(),
        };
        let sent = request("GET", "/books/b-1", None);
        let unknown = response(401, r#"{"message":"This library card is not known"}"#);
        let gone = response(403, r#"{"message":"Reader not found!"}"#);
        assert_eq!(server.response(&intercept, &sent, unknown.clone()), gone);
        // This operation says itself which of the two it answers.
        let sent = request("GET", "/branch", None);
        assert_eq!(server.response(&intercept, &sent, unknown.clone()), unknown);
    }

    #[test]
    fn documented_messages_are_kept() {
        let server = FakeServer::new();
        let intercept = Reworded { status: 403 };
        let sent = request("GET", "/books/b-1", None);
        let unknown = response(404, r#"{"message":"Is this a book?"}"#);
        let no = response(403, r#"{"message":"no"}"#);
        assert_eq!(server.response(&intercept, &sent, unknown), no);
        let known = response(404, r#"{"message":"b-1 not found!"}"#);
        assert_eq!(server.response(&intercept, &sent, known.clone()), known);
    }
}
