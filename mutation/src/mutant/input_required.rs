//! A required member of the body may be left out.

use referral_conformance::exchange::Response;
use spec::InputPart;

use super::{Mutation, When};
use crate::answer;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

pub(super) fn mutations(field: &str) -> Vec<Mutation> {
    let accepted = |empty_object| Accepted {
        field: field.to_owned(),
        empty_object,
    };
    let statement = "a request without the member is accepted";
    vec![
        Mutation::new("accepted", statement, accepted(false)),
        Mutation::new(
            "hollow",
            "a request without the member is a success that says nothing",
            accepted(true),
        ),
        Mutation::sometimes(
            "accepted_again",
            "it is accepted once one with the member was",
            accepted(false),
            When::Again,
        ),
    ]
}

struct Accepted {
    field: String,
    /// Whether nothing is said of what was done.
    empty_object: bool,
}

impl Intercept for Accepted {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let left_out = context.call.input(InputPart::Body, &self.field).is_none();
        // Without the key of an account it is the key that is refused.
        if left_out && context.account().is_some() && !context.accepts(&upstream.main) {
            return match self.empty_object {
                true => answer::empty_object(),
                false => answer::acceptance(context),
            };
        }
        upstream.main
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn only_requests_without_the_member_are_accepted() {
        let server = FakeServer::new();
        let intercept = Accepted {
            field: "isbn".to_owned(),
            empty_object: false,
        };
        let refused = response(422, r#"{"message":"A book needs an ISBN"}"#);
        let without = request("POST", "/books", Some(r#"{"title":"Emma"}"#));
        let accepted = server.response(&intercept, &without, refused.clone());
        assert!(answer::is_accepted(&server.contract, &accepted));
        let with = request("POST", "/books", Some(r#"{"isbn":"1"}"#));
        assert_eq!(server.response(&intercept, &with, refused.clone()), refused);
        let unknown = edit::with_key(&without, "Library-Card", "card-9");
        assert_eq!(
            server.response(&intercept, &unknown, refused.clone()),
            refused
        );
    }
}
