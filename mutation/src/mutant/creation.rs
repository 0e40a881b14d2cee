//! A write is acknowledged, and what it should have made does not exist.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Condition, ErrorCase, InputPart, Operation};

use super::{Mutation, When};
use crate::history::{Outcome, PastExchange};
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, json};

/// Where an input must be unique, another thing is created in its place: so the server behind still
/// refuses what it should. Where a repeated call is refused, that shows a creation, once the refusal is
/// known to be given: so what comes first is created. Else nothing is.
pub(super) fn mutations(operation: Option<&Operation>) -> Vec<Mutation> {
    let fields = operation.map_or(&[][..], |operation| &operation.body);
    let cases = operation.map_or(&[][..], |operation| &operation.errors);
    let unique = fields.iter().find(|field| field.unique);
    let is_repeated = |case: &ErrorCase| case.when.value() == Some(&Condition::Repeated);
    let lost = "the thing is acknowledged, and does not exist";
    let later = "all but the first is acknowledged, and does not exist";
    let describe_residue = || {
        let statement = "what is of another thing is acknowledged, and does not exist";
        Mutation::sometimes("lost_for_others", statement, Forgotten, When::AnotherThing)
    };
    match unique {
        Some(unique) => {
            let misnamed = || Misnamed {
                field: unique.wire.clone(),
            };
            let beside = "the thing does not exist if several optional members were sent";
            vec![
                Mutation::new("lost", lost, misnamed()),
                Mutation::sometimes("lost_later", later, misnamed(), When::Again),
                Mutation::sometimes("lost_beside_others", beside, misnamed(), When::Several),
            ]
        }
        None if cases.iter().any(is_repeated) => {
            let others = "with one thing, another one is created as well";
            vec![
                Mutation::new("lost_later", later, Later),
                describe_residue(),
                Mutation::new("spilled", others, Spilled),
            ]
        }
        None => vec![
            Mutation::new("lost", lost, Forgotten),
            Mutation::sometimes("lost_later", later, Forgotten, When::Again),
            describe_residue(),
        ],
    }
}

/// Something of another name is created, and the answer tells of the one that was asked for.
struct Misnamed {
    field: String,
}

/// What is created under another name; in front, where an e-mail address stays one.
const PREFIX: &str = "lost-";

impl Intercept for Misnamed {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let named = context
            .call
            .text(InputPart::Body, &self.field)
            .filter(|name| !name.is_empty());
        RequestAction::Forward(match named {
            Some(name) => {
                let other = Json::Text(format!("{PREFIX}{name}"));
                edit::with_body_member(context.request, &self.field, other)
            }
            None => context.request.clone(),
        })
    }

    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let Some(name) = context.call.text(InputPart::Body, &self.field) else {
            return upstream.main;
        };
        let other = format!("{PREFIX}{name}");
        answer::edited(upstream.main, |body| {
            json::each_text(body, &mut |text| *text = text.replace(&other, name));
        })
    }
}

/// Nothing is sent on.
struct Forgotten;

impl Intercept for Forgotten {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        match context.call.has_required() {
            true => RequestAction::Respond(answer::acceptance(context)),
            false => RequestAction::Forward(context.request.clone()),
        }
    }
}

/// Once something was created, nothing else is sent on.
struct Later;

impl Intercept for Later {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let mut calls = context.history.all();
        let is_first = context.history.accepted(context.call).is_none();
        let again = calls.any(|past| {
            past.operation == context.call.operation.id
                && past.sent == context.call.sent
                && past.outcome == Outcome::Accepted
        });
        match is_first || again || !context.is_about_known_things() {
            true => RequestAction::Forward(context.request.clone()),
            false => Forgotten.on_request(context),
        }
    }
}

/// What was to be created for one thing is there for those as well that were known by then.
struct Spilled;

impl Intercept for Spilled {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let names = context.call.names();
        let is_known = |past: &&PastExchange| {
            let shown = Json::parse(&past.response.body);
            let is_told = |name: &String| {
                let mut sent = past.sent.iter();
                sent.any(|(_, value)| value.holds_text(name))
                    || shown.as_ref().is_some_and(|shown| shown.holds_text(name))
            };
            names.last().is_some_and(is_told)
        };
        let is_of_other = |past: &&PastExchange| {
            past.operation == context.call.operation.id
                && past.outcome == Outcome::Accepted
                && past.sent != context.call.sent
        };
        // The last comes first.
        let calls: Vec<_> = context.history.all().collect();
        let known = calls.iter().rposition(is_known);
        let created = calls.iter().position(is_of_other);
        let spilled = matches!((known, created), (Some(known), Some(created)) if known > created);
        let repeated = |when: &Condition| *when == Condition::Repeated;
        let case = answer::case_when(context.contract, Some(context.call.operation), repeated);
        match case.filter(|_| spilled && context.accepts(&upstream.main)) {
            Some(case) => answer::refusal(context, case),
            None => upstream.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn record_is_created_under_another_name() {
        let server = FakeServer::new();
        let intercept = Misnamed {
            field: "isbn".to_owned(),
        };
        let sent = request("POST", "/books", Some(r#"{"isbn":"978","title":"Emma"}"#));
        let RequestAction::Forward(changed) = server.request(&intercept, &sent) else {
            panic!("answered")
        };
        assert_eq!(
            changed.body.as_deref(),
            Some(r#"{"isbn":"lost-978","title":"Emma"}"#)
        );
        let answer = server.response(
            &intercept,
            &sent,
            response(201, r#"{"book":{"isbn":"lost-978"}}"#),
        );
        assert_eq!(answer, response(201, r#"{"book":{"isbn":"978"}}"#));
        let nameless = request("POST", "/books", Some(r#"{"title":"Emma"}"#));
        assert_eq!(
            server.request(&intercept, &nameless),
            RequestAction::Forward(nameless)
        );
    }

    #[test]
    fn valid_request_is_not_forwarded() {
        let mut server = FakeServer::new();
        let sent = request(
            "POST",
            "/books/b1/loans",
            Some(r#"{"member":"ann@x.example"}"#),
        );
        let lent = r#"{"loan":{"book_uuid":"b1","member":"ann@x.example"}}"#;
        server.keep(&sent, &response(201, lent));
        assert_eq!(
            server.request(&Forgotten, &sent),
            RequestAction::Respond(response(201, lent))
        );
        let wrong = request("POST", "/books/b1/loans", Some("{}"));
        assert_eq!(
            server.request(&Forgotten, &wrong),
            RequestAction::Forward(wrong)
        );
    }

    #[test]
    fn only_the_first_record_is_created() {
        let mut server = FakeServer::new();
        for book in ["b1", "b2"] {
            let get = request("GET", &format!("/books/{book}"), None);
            let shown = format!(r#"{{"book":{{"uuid":"{book}"}}}}"#);
            server.keep(&get, &response(200, &shown));
        }
        let lend = |book: &str| {
            let body = Some(r#"{"member":"ann@x.example"}"#);
            request("POST", &format!("/books/{book}/loans"), body)
        };
        let first = lend("b1");
        assert_eq!(
            server.request(&Later, &first),
            RequestAction::Forward(first.clone())
        );
        server.keep(&first, &response(201, r#"{"loan":{"uuid":"l-1"}}"#));
        assert_eq!(
            server.request(&Later, &first),
            RequestAction::Forward(first.clone())
        );
        assert!(matches!(
            server.request(&Later, &lend("b2")),
            RequestAction::Respond(_)
        ));
        let unknown = lend("b3");
        assert_eq!(
            server.request(&Later, &unknown),
            RequestAction::Forward(unknown)
        );
    }
}
