//! Leaving a query parameter out is not the same as sending its default.

use referral_conformance::exchange::Response;
use spec::InputPart;

use super::Mutation;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

pub(super) fn mutations(parameter: &str) -> Vec<Mutation> {
    let empty = |sent| Empty {
        parameter: parameter.to_owned(),
        sent,
        first_only: false,
    };
    let first_lost = Empty {
        first_only: true,
        ..empty(false)
    };
    vec![
        Mutation::new(
            "empty",
            "without the parameter the list is empty",
            empty(false),
        ),
        Mutation::new(
            "empty_when_sent",
            "with the parameter the list is empty",
            empty(true),
        ),
        Mutation::new(
            "first_lost",
            "without the parameter the first is left out",
            first_lost,
        ),
    ]
}

struct Empty {
    parameter: String,
    /// Whether it is empty with the parameter, and not without it.
    sent: bool,
    /// Whether only the first is left out.
    first_only: bool,
}

impl Intercept for Empty {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if context
            .call
            .input(InputPart::Query, &self.parameter)
            .is_some()
            != self.sent
        {
            return upstream.main;
        }
        answer::edited(upstream.main, |body| {
            json::each_list(body, &mut |items| match self.first_only {
                true => drop(items.drain(..items.len().min(1))),
                false => items.clear(),
            });
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn list_is_empty_only_without_the_parameter() {
        let server = FakeServer::new();
        let intercept = Empty {
            parameter: "binding".to_owned(),
            sent: false,
            first_only: false,
        };
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        let without = request("GET", "/books?room=lending", None);
        let empty = response(200, r#"{"books":[]}"#);
        assert_eq!(server.response(&intercept, &without, listed.clone()), empty);
        let with = request("GET", "/books?binding=all", None);
        assert_eq!(server.response(&intercept, &with, listed.clone()), listed);
    }
}
