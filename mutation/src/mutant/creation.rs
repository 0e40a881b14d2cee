//! Creation: a creation is acknowledged, but the record does not exist, or others exist as well.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Condition, ErrorCase, InputPart};

use super::parts::conditional::Trigger;
use super::{Mutation, Target};
use crate::history::PastExchange;
use crate::intercept::{
    Intercept, InterceptContext, RequestAction, UpstreamResponses, on_request, on_response,
};
use crate::{answer, edit, json};

/// The mutations depend on what the server behind must still refuse:
/// - If a field is unique, a record with another value is created instead.
/// - If a repeated call is refused, the first record is created, because the refusal proves it.
/// - Otherwise, nothing is created.
pub(super) fn mutations(target: Target<'_>) -> Vec<Mutation> {
    let fields = target.operation.map_or(&[][..], |it| &it.body);
    let cases = target.operation.map_or(&[][..], |it| &it.errors);
    let is_repeated = |case: &ErrorCase| case.when.value() == Some(&Condition::Repeated);
    let lost = "the record is acknowledged but does not exist";
    let lost_later = "all records but the first are acknowledged but do not exist";
    let lost_for_others = || {
        Mutation::conditional(
            "lost_for_others",
            "records of other parents are acknowledged but do not exist",
            acknowledge(),
            Trigger::OtherRecord,
        )
    };
    if let Some(unique) = fields.iter().find(|field| field.unique) {
        let renamed = || CreateRenamed { field: unique.wire.clone() };
        vec![
            Mutation::new("lost", lost, renamed()),
            Mutation::conditional("lost_later", lost_later, renamed(), Trigger::AfterAccepted),
            Mutation::conditional(
                "lost_with_others",
                "the record does not exist if several optional members were sent",
                renamed(),
                Trigger::SeveralInputs,
            ),
        ]
    } else if cases.iter().any(is_repeated) {
        vec![
            Mutation::new("lost_later", lost_later, acknowledge_after_first()),
            lost_for_others(),
            Mutation::new(
                "creates_others",
                "creating a record for one parent creates it for others as well",
                create_for_others(),
            ),
        ]
    } else {
        vec![
            Mutation::new("lost", lost, acknowledge()),
            Mutation::conditional("lost_later", lost_later, acknowledge(), Trigger::AfterAccepted),
            lost_for_others(),
        ]
    }
}

/// Creates a record with another value of a unique field, and returns the value that was sent.
struct CreateRenamed {
    field: String,
}

/// Precedes the value, so that an e-mail address stays valid.
const PREFIX: &str = "lost-";

impl Intercept for CreateRenamed {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        let sent = cx.call.text(InputPart::Body, &self.field);
        match sent.filter(|sent| !sent.is_empty()) {
            Some(sent) => {
                let renamed = Json::Text(format!("{PREFIX}{sent}"));
                RequestAction::Forward(edit::with_body_member(cx.request, &self.field, renamed))
            }
            None => cx.forward(),
        }
    }

    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let Some(sent) = cx.call.text(InputPart::Body, &self.field) else {
            return upstream.main;
        };
        let renamed = format!("{PREFIX}{sent}");
        answer::edit_body(upstream.main, |body| {
            json::each_text(body, &mut |text| *text = text.replace(&renamed, sent));
        })
    }
}

/// Acknowledges the call without forwarding it.
fn acknowledge() -> impl Intercept {
    on_request(acknowledge_call)
}

fn acknowledge_call(cx: &InterceptContext<'_>) -> RequestAction {
    if cx.call.has_required_members() {
        RequestAction::Respond(answer::acceptance(cx))
    } else {
        cx.forward()
    }
}

/// Forwards the first creation and its repetitions, and acknowledges others.
fn acknowledge_after_first() -> impl Intercept {
    on_request(|cx| {
        let mut created = cx.history.accepted_calls(&cx.call.operation.id).peekable();
        let is_first = created.peek().is_none();
        if is_first || created.any(|past| past.sent == cx.call.sent) || !cx.is_about_known_records()
        {
            cx.forward()
        } else {
            acknowledge_call(cx)
        }
    })
}

/// Refuses a creation as repeated if it was made for another record after this record was known.
fn create_for_others() -> impl Intercept {
    on_response(|cx, response| {
        let identifiers = cx.call.identifiers();
        let mentions_record = |past: &&PastExchange| {
            let shown = Json::parse(&past.response.body);
            identifiers.last().is_some_and(|id| {
                let mut sent = past.sent.iter();
                sent.any(|(_, value)| value.holds_text(id))
                    || shown.is_some_and(|shown| shown.holds_text(id))
            })
        };
        let creates_other = |past: &&PastExchange| {
            past.operation == cx.call.operation.id
                && past.is_accepted()
                && past.sent != cx.call.sent
        };
        // The history is newest first: a greater index is an earlier exchange.
        let past: Vec<_> = cx.history.newest_first().collect();
        let first_mention = past.iter().rposition(mentions_record);
        let last_creation = past.iter().position(creates_other);
        let exists =
            first_mention.zip(last_creation).is_some_and(|(mention, creation)| mention > creation);
        let is_repeated = |when: &Condition| *when == Condition::Repeated;
        match answer::find_case(cx.contract, Some(cx.call.operation), is_repeated) {
            Some(case) if exists && cx.accepts(&response) => answer::documented_refusal(cx, case),
            _ => response,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn record_is_created_under_another_name() {
        let server = FakeServer::new();
        let intercept = CreateRenamed { field: "isbn".to_owned() };
        let add = |body| request("POST", "/books", Some(body));
        let sent = add(r#"{"isbn":"978","title":"Emma"}"#);
        assert_eq!(
            server.request_action(&intercept, &sent),
            RequestAction::Forward(add(r#"{"isbn":"lost-978","title":"Emma"}"#))
        );
        let created = response(201, r#"{"book":{"isbn":"lost-978"}}"#);
        assert_eq!(
            server.response(&intercept, &sent, created),
            response(201, r#"{"book":{"isbn":"978"}}"#)
        );
        let without = add(r#"{"title":"Emma"}"#);
        assert_eq!(server.request_action(&intercept, &without), RequestAction::Forward(without));
    }

    fn lend(book: &str) -> referral_conformance::exchange::Request {
        let body = Some(r#"{"member":"ann@x.example"}"#);
        request("POST", &format!("/books/{book}/loans"), body)
    }

    #[test]
    fn valid_request_is_not_forwarded() {
        let mut server = FakeServer::new();
        let lent = r#"{"loan":{"book_uuid":"b1","member":"ann@x.example"}}"#;
        server.record(&lend("b1"), &response(201, lent));
        assert_eq!(
            server.request_action(&acknowledge(), &lend("b1")),
            RequestAction::Respond(response(201, lent))
        );
        let invalid = request("POST", "/books/b1/loans", Some("{}"));
        assert_eq!(
            server.request_action(&acknowledge(), &invalid),
            RequestAction::Forward(invalid)
        );
    }

    #[test]
    fn only_the_first_record_is_created() {
        let mut server = FakeServer::new();
        for book in ["b1", "b2"] {
            let get = request("GET", &format!("/books/{book}"), None);
            let shown = format!(r#"{{"book":{{"uuid":"{book}"}}}}"#);
            server.record(&get, &response(200, &shown));
        }
        let action = |server: &FakeServer, book| {
            server.request_action(&acknowledge_after_first(), &lend(book))
        };
        assert_eq!(action(&server, "b1"), RequestAction::Forward(lend("b1")));
        server.record(&lend("b1"), &response(201, r#"{"loan":{"uuid":"l-1"}}"#));
        assert_eq!(action(&server, "b1"), RequestAction::Forward(lend("b1")));
        assert!(matches!(action(&server, "b2"), RequestAction::Respond(_)));
        assert_eq!(action(&server, "b3"), RequestAction::Forward(lend("b3")));
    }
}
