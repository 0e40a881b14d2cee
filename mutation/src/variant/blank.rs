//! Definitions of a blank path segment: empty, or only whitespace.

use spec::{Condition, InputPart};

use crate::intercept::{Intercept, InterceptContext, RequestAction};
use crate::{answer, response};
use referral_conformance::exchange::Response;

/// Refuses only one of an empty segment and whitespace as blank.
pub(super) struct BlankRule {
    pub(super) parameter: String,
    pub(super) empty_is_blank: bool,
}

impl Intercept for BlankRule {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        let Some(value) = cx.call.text(InputPart::Path, &self.parameter) else {
            return cx.forward();
        };
        let is_space = !value.is_empty() && value.trim().is_empty();
        if value.is_empty() && !self.empty_is_blank {
            // The response of a router without a matching route.
            RequestAction::Respond(Response {
                status: 404,
                headers: response::content_type("text/plain"),
                body: b"Not Found".to_vec(),
            })
        } else if is_space && self.empty_is_blank {
            RequestAction::Respond(self.unknown(cx))
        } else {
            cx.forward()
        }
    }
}

impl BlankRule {
    /// Refuses whitespace as an unknown identifier.
    fn unknown(&self, cx: &InterceptContext<'_>) -> Response {
        let unknown = |when: &Condition| {
            matches!(when, Condition::Unknown(input)
                if input.part == InputPart::Path && input.name == self.parameter)
        };
        match answer::find_case(cx.contract, Some(cx.call.operation), unknown) {
            Some(case) => answer::documented_refusal(cx, case),
            None => response::error(cx.contract, 404, "there is no such record"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request};

    #[test]
    fn only_one_interpretation_is_blank() {
        let server = FakeServer::new();
        let empty = request("GET", "/books/", None);
        let space = request("GET", "/books/%20", None);
        let rule = |empty_is_blank| BlankRule { parameter: "book".to_owned(), empty_is_blank };
        assert_eq!(
            server.request_action(&rule(true), &empty),
            RequestAction::Forward(empty.clone())
        );
        assert!(matches!(server.request_action(&rule(true), &space), RequestAction::Respond(_)));
        assert_eq!(server.request_action(&rule(false), &space), RequestAction::Forward(space));
        assert!(matches!(server.request_action(&rule(false), &empty), RequestAction::Respond(_)));
    }
}
