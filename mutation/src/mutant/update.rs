//! A change is acknowledged, and the thing stays as it was, or others change as well.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{InputPart, Operation, Type};

use super::unsent::MemberUnsent;
use super::{Mutation, spilled};
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, json};

pub(super) fn mutations(operation: Option<&Operation>, field: &str) -> Vec<Mutation> {
    let unsent = |value: Option<&str>| MemberUnsent {
        member: field.to_owned(),
        value: value.map(str::to_owned),
    };
    let not_stored = "the change is acknowledged, and not stored";
    let only_shown = "the answer shows the change, and it is not stored";
    let mut mutations = vec![
        Mutation::new("not_stored", not_stored, unsent(None)),
        Mutation::new("only_shown", only_shown, OnlyShown(unsent(None))),
    ];
    let mut fields = operation.into_iter().flat_map(|operation| &operation.body);
    let ty = fields
        .find(|known| known.wire == field)
        .map(|known| &known.ty);
    match ty {
        Some(Type::Boolean) => {
            let statement = "one of the two values is not stored";
            mutations.push(Mutation::new(
                "true_not_stored",
                statement,
                unsent(Some("true")),
            ));
            mutations.push(Mutation::new(
                "false_not_stored",
                statement,
                unsent(Some("false")),
            ));
        }
        Some(Type::Text(_)) => {
            let field = field.to_owned();
            mutations.push(Mutation::new(
                "cut",
                "the last letter is not stored",
                Cut(field),
            ));
        }
        _ => {}
    }
    mutations.extend(operation.map(|operation| {
        let intercept = spilled::Value {
            operation: operation.id.clone(),
            field: field.to_owned(),
        };
        let statement = "others show the change as well";
        Mutation::new("spilled", statement, intercept).for_all_operations()
    }));
    mutations
}

/// A text loses its last letter on the way.
struct Cut(String);

impl Intercept for Cut {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let mut text = context
            .call
            .text(InputPart::Body, &self.0)
            .map(str::to_owned);
        let cut = text.as_mut().and_then(String::pop);
        RequestAction::Forward(match text.filter(|_| cut.is_some()) {
            Some(text) => edit::with_body_member(context.request, &self.0, Json::Text(text)),
            None => context.request.clone(),
        })
    }
}

/// The answer has the new value wherever it has one.
struct OnlyShown(MemberUnsent);

impl Intercept for OnlyShown {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        self.0.on_request(context)
    }

    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let sent = context.call.input(InputPart::Body, &self.0.member);
        let Some(sent) = sent.filter(|_| context.accepts(&upstream.main)) else {
            return upstream.main;
        };
        answer::edited(upstream.main, |body| {
            json::each_object(body, &mut |members| {
                for (_, value) in members
                    .iter_mut()
                    .filter(|(name, _)| *name == self.0.member)
                {
                    value.clone_from(sent);
                }
            });
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn response_shows_the_value_that_is_not_stored() {
        let server = FakeServer::new();
        let intercept = OnlyShown(MemberUnsent {
            member: "remarks".to_owned(),
            value: None,
        });
        let sent = request("PATCH", "/loans/l-1/return", Some(r#"{"remarks":"wet"}"#));
        let forwarded = request("PATCH", "/loans/l-1/return", Some("{}"));
        assert_eq!(
            server.request(&intercept, &sent),
            RequestAction::Forward(forwarded)
        );
        let answer = server.response(
            &intercept,
            &sent,
            response(200, r#"{"loan":{"remarks":"dry"}}"#),
        );
        assert_eq!(answer, response(200, r#"{"loan":{"remarks":"wet"}}"#));
    }
}
