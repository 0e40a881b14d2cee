//! What is right alone goes wrong where more is asked for by the same request.

use referral_conformance::exchange::Response;
use spec::{InputPart, Operation};

use super::Mutation;
use super::expansion::Asked;
use super::order::Reversed;
use super::unsent::MemberUnsent;
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};

/// Ways to break the order of a list that has expansions.
pub(super) fn ways_of_order(operation: Option<&Operation>) -> Vec<Mutation> {
    let statement = "with an expansion the list comes in reverse";
    let queries = operation.into_iter().flat_map(|operation| &operation.query);
    let mut expansions = queries.flat_map(|query| {
        let values = query.values.iter().filter(|it| it.expansion.is_some());
        values.map(|value| Asked {
            parameter: query.name.clone(),
            value: value.wire.clone(),
        })
    });
    let first = expansions.next();
    let mutation =
        first.map(|asked| Mutation::new("reversed_beside_expansion", statement, Expanded(asked)));
    mutation.into_iter().collect()
}

/// Ways to break the change of a member where others can change, too.
pub(super) fn ways_of_update(operation: Option<&Operation>, field: &str) -> Vec<Mutation> {
    let statement = "the change is not stored where another member comes with it";
    let others = operation.is_some_and(|operation| operation.body.len() > 1);
    let intercept = Accompanied(MemberUnsent {
        member: field.to_owned(),
        value: None,
    });
    let mutation = others.then(|| Mutation::new("not_stored_beside_others", statement, intercept));
    mutation.into_iter().collect()
}

/// The order of the answers to requests for an expansion.
struct Expanded(Asked);

impl Intercept for Expanded {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        match self.0.is_in(context) {
            true => Reversed.on_response(context, upstream),
            false => upstream.main,
        }
    }
}

struct Accompanied(MemberUnsent);

impl Intercept for Accompanied {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let mut body = context.call.operation.body.iter();
        let accompanied = body.any(|field| {
            let sent = context.call.input(InputPart::Body, &field.wire);
            field.wire != self.0.member && sent.is_some()
        });
        match accompanied {
            true => self.0.on_request(context),
            false => RequestAction::Forward(context.request.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn requests_without_other_inputs_pass() {
        let server = FakeServer::new();
        let intercept = Accompanied(MemberUnsent {
            member: "title".to_owned(),
            value: None,
        });
        let alone = request("PATCH", "/books/b1", Some(r#"{"title":"Emma"}"#));
        assert_eq!(
            server.request(&intercept, &alone),
            RequestAction::Forward(alone.clone())
        );
        let both = r#"{"title":"Emma","state":"available"}"#;
        let both = request("PATCH", "/books/b1", Some(both));
        let state = request("PATCH", "/books/b1", Some(r#"{"state":"available"}"#));
        assert_eq!(
            server.request(&intercept, &both),
            RequestAction::Forward(state)
        );
        let shown = |body: &str| response(200, body);
        let listed = shown(r#"{"books":[{"uuid":"a"},{"uuid":"b"}]}"#);
        let plain = request("GET", "/books?room=lending", None);
        let intercept = Expanded(Asked {
            parameter: "cover".to_owned(),
            value: "colour".to_owned(),
        });
        assert_eq!(server.response(&intercept, &plain, listed.clone()), listed);
        let expanded = request("GET", "/books?room=lending&cover=colour", None);
        let reversed = server.response(&intercept, &expanded, listed);
        assert_eq!(reversed, shown(r#"{"books":[{"uuid":"b"},{"uuid":"a"}]}"#));
    }
}
