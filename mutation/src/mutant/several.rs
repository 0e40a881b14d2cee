//! Several values separated by commas are refused, taken for one, or not looked at.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{InputPart, InputRef};

use super::Mutation;
use super::rejection::Rejection;
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{edit, list};

pub(super) fn mutations(at: &InputRef) -> Vec<Mutation> {
    let mut mutations = Rejection::mutations("only one value is accepted", |rejection| Refused {
        at: at.clone(),
        rejection,
    });
    if at.part == InputPart::Query {
        let parameter = || at.name.clone();
        mutations.push(Mutation::new(
            "as_one",
            "they are taken for one value, which nothing has",
            Edited(parameter(), Vec::clear),
        ));
        mutations.push(Mutation::new(
            "as_none",
            "they are not looked at",
            AsNone(parameter()),
        ));
        mutations.push(Mutation::new(
            "twice",
            "what is listed for them is listed twice",
            Edited(parameter(), list::double),
        ));
    }
    mutations
}

fn has_several(context: &InterceptContext<'_>, parameter: &str) -> bool {
    let sent = context.call.text(InputPart::Query, parameter);
    sent.is_some_and(|sent| sent.contains(','))
}

/// Edits the list of a call with several values.
struct Edited(String, fn(&mut Vec<Json>));

impl Intercept for Edited {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        match has_several(context, &self.0) {
            true => list::edited(context.call.operation, upstream.main, self.1),
            false => upstream.main,
        }
    }
}

struct AsNone(String);

impl Intercept for AsNone {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        RequestAction::Forward(match has_several(context, &self.0) {
            true => edit::without_query(context.request, &self.0),
            false => context.request.clone(),
        })
    }
}

struct Refused {
    at: InputRef,
    rejection: Rejection,
}

impl Intercept for Refused {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let sent = context.call.sent.get(&self.at).and_then(Json::text);
        match sent {
            Some(text) if text.contains(',') => {
                RequestAction::Respond(self.rejection.answer(context))
            }
            _ => RequestAction::Forward(context.request.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn single_value_passes() {
        let server = FakeServer::new();
        let at = InputRef {
            part: InputPart::Query,
            name: "binding".to_owned(),
        };
        let rejection = Rejection::Undocumented;
        let intercept = Refused { at, rejection };
        let two = request("GET", "/books?binding=hardback%2Cpaperback", None);
        assert!(matches!(
            server.request(&intercept, &two),
            RequestAction::Respond(_)
        ));
        let one = request("GET", "/books?binding=hardback", None);
        assert_eq!(
            server.request(&intercept, &one),
            RequestAction::Forward(one)
        );
    }

    #[test]
    fn several_values_match_nothing_or_are_ignored() {
        let server = FakeServer::new();
        let two = request("GET", "/books?genre=a%2Cb", None);
        let none = request("GET", "/books", None);
        let intercept = || "genre".to_owned();
        assert_eq!(
            server.request(&AsNone(intercept()), &two),
            RequestAction::Forward(none.clone())
        );
        assert_eq!(
            server.request(&AsNone(intercept()), &none),
            RequestAction::Forward(none)
        );
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        let shown = server.response(&Edited(intercept(), Vec::clear), &two, listed);
        assert_eq!(shown, response(200, r#"{"books":[]}"#));
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        let shown = server.response(&Edited(intercept(), list::double), &two, listed);
        assert_eq!(shown, response(200, r#"{"books":[{"n":1},{"n":1}]}"#));
    }
}
