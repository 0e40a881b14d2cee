//! Input value: a documented value of a member is refused.

use spec::InputPart;

use super::parts::*;

pub(super) fn mutations(field: &str, value: &str) -> Vec<Mutation> {
    let (field, value) = (field.to_owned(), value.to_owned());
    reject_calls_if("requests with the value are refused", move |cx| {
        cx.call.text(InputPart::Body, &field) == Some(value.as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intercept::RequestAction;
    use crate::mutant::InterceptionPoint;
    use crate::testing::{FakeServer, request};

    #[test]
    fn requests_with_another_value_pass() {
        let server = FakeServer::new();
        let with = request("POST", "/books", Some(r#"{"binding":"hardback"}"#));
        let other = request("POST", "/books", Some(r#"{"binding":"paperback"}"#));
        for mutation in mutations("binding", "hardback") {
            let InterceptionPoint::Exchange(intercept) = mutation.point else {
                panic!("on a socket")
            };
            let action = |sent| server.request_action(&*intercept, sent);
            assert!(matches!(action(&with), RequestAction::Respond(_)));
            assert_eq!(action(&other), RequestAction::Forward(other.clone()));
        }
    }
}
