//! A documented value of a query parameter is refused, or lists things twice.

use referral_conformance::exchange::Response;
use spec::{InputPart, Operation};

use super::Mutation;
use super::expansion::Asked;
use super::rejection::Rejection;
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, json, list};

pub(super) fn mutations(
    operation: Option<&Operation>,
    parameter: &str,
    value: &str,
) -> Vec<Mutation> {
    let mut mutations =
        Rejection::mutations("a request with the value is turned away", |rejection| {
            Refused {
                parameter: parameter.to_owned(),
                value: value.to_owned(),
                rejection,
            }
        });
    let lists = operation.filter(|operation| operation.lists.is_some());
    let mut query = lists.into_iter().flat_map(|operation| &operation.query);
    let query = query.find(|query| query.name == parameter);
    let mut values = query.into_iter().flat_map(|query| &query.values);
    if values.any(|known| known.wire == value && known.expansion.is_some()) {
        let intercept = Twice(Asked {
            parameter: parameter.to_owned(),
            value: value.to_owned(),
        });
        mutations.push(Mutation::new(
            "twice",
            "what is listed with it is listed twice",
            intercept,
        ));
    }
    mutations
}

/// With an expansion, each item is listed twice.
struct Twice(Asked);

impl Intercept for Twice {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        match self.0.is_in(context) {
            true => answer::edited(upstream.main, |body| {
                json::each_list(body, &mut list::double)
            }),
            false => upstream.main,
        }
    }
}

struct Refused {
    parameter: String,
    value: String,
    rejection: Rejection,
}

impl Intercept for Refused {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        if context.call.text(InputPart::Query, &self.parameter) == Some(self.value.as_str()) {
            return RequestAction::Respond(self.rejection.answer(context));
        }
        RequestAction::Forward(context.request.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn other_values_pass() {
        let server = FakeServer::new();
        let (parameter, value) = ("binding".to_owned(), "hardback".to_owned());
        let rejection = Rejection::Undocumented;
        let intercept = Refused {
            parameter,
            value,
            rejection,
        };
        let with = request("GET", "/books?binding=hardback", None);
        assert!(matches!(
            server.request(&intercept, &with),
            RequestAction::Respond(_)
        ));
        let other = request("GET", "/books?binding=all", None);
        assert_eq!(
            server.request(&intercept, &other),
            RequestAction::Forward(other)
        );
    }

    #[test]
    fn items_are_duplicated_with_the_expansion() {
        let server = FakeServer::new();
        let intercept = Twice(Asked {
            parameter: "cover".to_owned(),
            value: "colour".to_owned(),
        });
        let shown = |body: &str| response(200, body);
        let plain = request("GET", "/books", None);
        let expanded = request("GET", "/books?cover=colour", None);
        let listed = shown(r#"{"books":[{"n":1}]}"#);
        assert_eq!(server.response(&intercept, &plain, listed.clone()), listed);
        let twice = shown(r#"{"books":[{"n":1},{"n":1}]}"#);
        assert_eq!(server.response(&intercept, &expanded, listed), twice);
    }
}
