//! What counts as blank in a path: only an empty segment, or only white space.

use spec::{Condition, InputPart};

use crate::intercept::{Intercept, InterceptContext, RequestAction};
use crate::{answer, response};
use referral_conformance::exchange::Response;

/// One of the readings is the right one; what the other one takes for blank is something else.
pub(super) struct Reading {
    pub(super) parameter: String,
    pub(super) empty_is_blank: bool,
}

impl Intercept for Reading {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let Some(value) = context.call.text(InputPart::Path, &self.parameter) else {
            return RequestAction::Forward(context.request.clone());
        };
        let (is_empty, is_space) = (
            value.is_empty(),
            !value.is_empty() && value.trim().is_empty(),
        );
        match (is_empty, is_space, self.empty_is_blank) {
            // A router that knows no such path says so in its own words.
            (true, _, false) => RequestAction::Respond(Response {
                status: 404,
                headers: response::content_type("text/plain"),
                body: b"Not Found".to_vec(),
            }),
            (_, true, true) => RequestAction::Respond(self.unknown(context)),
            _ => RequestAction::Forward(context.request.clone()),
        }
    }
}

impl Reading {
    /// White space is a name that nothing has.
    fn unknown(&self, context: &InterceptContext<'_>) -> Response {
        let unknown = |when: &Condition| {
            matches!(when, Condition::Unknown(input)
                if input.part == InputPart::Path && input.name == self.parameter)
        };
        match answer::case_when(context.contract, Some(context.call.operation), unknown) {
            Some(case) => answer::refusal(context, case),
            None => response::error(context.contract, 404, "there is no such thing"),
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
        let reading = |empty_is_blank| Reading {
            parameter: "book".to_owned(),
            empty_is_blank,
        };
        assert_eq!(
            server.request(&reading(true), &empty),
            RequestAction::Forward(empty.clone())
        );
        assert!(matches!(
            server.request(&reading(true), &space),
            RequestAction::Respond(_)
        ));
        assert_eq!(
            server.request(&reading(false), &space),
            RequestAction::Forward(space)
        );
        assert!(matches!(
            server.request(&reading(false), &empty),
            RequestAction::Respond(_)
        ));
    }
}
