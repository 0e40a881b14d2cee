//! A status that the document shows is another one.

use referral_conformance::exchange::Response;

use super::Mutation;
use crate::answer;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

pub(super) fn ways_of_success(status: u16) -> Vec<Mutation> {
    let others = [
        ("other", 200),
        ("created", 201),
        ("accepted", 202),
        ("partial", 206),
    ];
    let others = others.into_iter().filter(|(_, other)| *other != status);
    let mutation =
        |(kind, other)| Mutation::new(kind, "the success has another status", Success { other });
    others.map(mutation).collect()
}

pub(super) fn ways_of_refusal(case: &str, status: u16) -> Vec<Mutation> {
    let others = [
        ("other", 422),
        ("bad_request", 400),
        ("server_error", 500),
        ("success", 200),
    ];
    let others = others.into_iter().filter(|(_, other)| *other != status);
    let mutation = |(kind, other)| {
        let case = case.to_owned();
        Mutation::new(
            kind,
            "the refusal has another status",
            Refusal { case, other },
        )
    };
    others.map(mutation).collect()
}

struct Success {
    other: u16,
}

impl Intercept for Success {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if answer::is_accepted(context.contract, &upstream.main) {
            return Response {
                status: self.other,
                ..upstream.main
            };
        }
        upstream.main
    }
}

struct Refusal {
    case: String,
    other: u16,
}

impl Intercept for Refusal {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let case = answer::case_of(context.contract, context.call.operation, &upstream.main);
        if case.is_some_and(|case| case.id == self.case) {
            return Response {
                status: self.other,
                ..upstream.main
            };
        }
        upstream.main
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn only_the_status_changes() {
        let server = FakeServer::new();
        let sent = request("GET", "/books/b1", None);
        let success = Success { other: 201 };
        assert_eq!(
            server.response(&success, &sent, response(200, "{}")),
            response(201, "{}")
        );
        let gone = |status| response(status, r#"{"message":"b1 not found!"}"#);
        assert_eq!(server.response(&success, &sent, gone(404)), gone(404));
        let refusal = Refusal {
            case: "book_not_found".to_owned(),
            other: 422,
        };
        assert_eq!(server.response(&refusal, &sent, gone(404)), gone(422));
    }
}
