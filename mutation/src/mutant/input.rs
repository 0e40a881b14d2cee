//! An optional member of the body is refused, or one of its documented values.

use spec::InputPart;

use super::Mutation;
use super::rejection::Rejection;
use crate::intercept::{Intercept, InterceptContext, RequestAction};

pub(super) fn mutations(field: &str) -> Vec<Mutation> {
    Rejection::mutations("a request with the member is turned away", |rejection| {
        Refused {
            field: field.to_owned(),
            value: None,
            rejection,
        }
    })
}

pub(super) fn ways_of_value(field: &str, value: &str) -> Vec<Mutation> {
    Rejection::mutations("a request with the value is turned away", |rejection| {
        Refused {
            field: field.to_owned(),
            value: Some(value.to_owned()),
            rejection,
        }
    })
}

struct Refused {
    field: String,
    /// The value that is refused; `None` for any.
    value: Option<String>,
    rejection: Rejection,
}

impl Intercept for Refused {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let sent = context.call.input(InputPart::Body, &self.field);
        let value = self.value.as_deref();
        match sent.filter(|sent| value.is_none() || sent.text() == value) {
            Some(_) => RequestAction::Respond(self.rejection.answer(context)),
            None => RequestAction::Forward(context.request.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request};

    #[test]
    fn requests_without_the_member_pass() {
        let server = FakeServer::new();
        let intercept = Refused {
            field: "pages".to_owned(),
            value: None,
            rejection: Rejection::Undocumented,
        };
        let with = request("POST", "/books", Some(r#"{"isbn":"1","pages":3}"#));
        assert!(matches!(
            server.request(&intercept, &with),
            RequestAction::Respond(_)
        ));
        let without = request("POST", "/books", Some(r#"{"isbn":"1"}"#));
        assert_eq!(
            server.request(&intercept, &without),
            RequestAction::Forward(without)
        );
    }

    #[test]
    fn requests_with_another_value_pass() {
        let server = FakeServer::new();
        let intercept = Refused {
            field: "binding".to_owned(),
            value: Some("hardback".to_owned()),
            rejection: Rejection::Undocumented,
        };
        let with = request("POST", "/books", Some(r#"{"binding":"hardback"}"#));
        assert!(matches!(
            server.request(&intercept, &with),
            RequestAction::Respond(_)
        ));
        let other = request("POST", "/books", Some(r#"{"binding":"paperback"}"#));
        assert_eq!(
            server.request(&intercept, &other),
            RequestAction::Forward(other)
        );
    }
}
