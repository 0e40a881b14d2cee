//! Update: a change is acknowledged but not stored, or applies to other records as well.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{InputPart, InputRef, Type};

use super::parts::dropped_write::DropMember;
use super::parts::side_effect::is_about;
use super::{Mutation, Target};
use crate::intercept::{
    Intercept, InterceptContext, RequestAction, UpstreamResponses, edit_body, edit_request,
    on_request,
};
use crate::{answer, edit, json};

pub(super) fn mutations(target: Target<'_>, field: &str) -> Vec<Mutation> {
    let drop_member = |value: Option<&str>| DropMember {
        member: field.to_owned(),
        value: value.map(str::to_owned),
    };
    let mut mutations = vec![
        Mutation::new("not_stored", "the change is acknowledged but not stored", drop_member(None)),
        Mutation::new(
            "only_shown",
            "the response shows the change, but it is not stored",
            ShowOnly(drop_member(None)),
        ),
    ];
    let Some(operation) = target.operation else {
        return mutations;
    };
    let input = operation.body.iter().find(|input| input.wire == field);
    match input.map(|input| &input.ty) {
        Some(Type::Boolean) => mutations.extend([
            Mutation::new("true_not_stored", "`true` is not stored", drop_member(Some("true"))),
            Mutation::new("false_not_stored", "`false` is not stored", drop_member(Some("false"))),
        ]),
        Some(Type::Text(_)) => mutations.push(Mutation::new(
            "truncated",
            "the last character is not stored",
            truncate(field),
        )),
        _ => {}
    }
    mutations.push(
        Mutation::new(
            "updates_others",
            "other records show the change as well",
            update_others(&operation.id, field),
        )
        .in_all_operations(),
    );
    if operation.body.len() > 1 {
        mutations.push(Mutation::new(
            "not_stored_with_others",
            "the change is not stored if other members are sent",
            drop_with_others(drop_member(None)),
        ));
    }
    mutations
}

fn truncate(field: &str) -> impl Intercept + use<> {
    let field = field.to_owned();
    edit_request(move |cx| {
        let mut text = cx.call.text(InputPart::Body, &field).map(str::to_owned);
        match text.as_mut().and_then(String::pop).and(text) {
            Some(text) => edit::with_body_member(cx.request, &field, Json::Text(text)),
            None => cx.request.clone(),
        }
    })
}

/// Drops the member if other members are sent.
fn drop_with_others(drop_member: DropMember) -> impl Intercept {
    on_request(move |cx| {
        let mut body = cx.call.operation.body.iter();
        let has_others = body.any(|input| {
            input.wire != drop_member.member
                && cx.call.input(InputPart::Body, &input.wire).is_some()
        });
        if has_others { drop_member.on_request(cx) } else { cx.forward() }
    })
}

/// Drops the member, and sets it in the response.
struct ShowOnly(DropMember);

impl Intercept for ShowOnly {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        self.0.on_request(cx)
    }

    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let sent = cx.call.input(InputPart::Body, &self.0.member);
        let Some(sent) = sent.filter(|_| cx.accepts(&upstream.main)) else {
            return upstream.main;
        };
        answer::edit_body(upstream.main, |body| {
            json::each_object(body, &mut |members| {
                for (name, value) in members {
                    if *name == self.0.member {
                        value.clone_from(sent);
                    }
                }
            });
        })
    }
}

/// Shows the last value that one record was given in all other records.
fn update_others(operation: &str, field: &str) -> impl Intercept + use<> {
    let (operation, field) = (operation.to_owned(), field.to_owned());
    let input = InputRef { part: InputPart::Body, name: field.clone() };
    edit_body(move |cx, body| {
        if !cx.call.operation.method.is_safe() {
            return;
        }
        let mut updates = cx.history.accepted_calls(&operation);
        let update = updates.find_map(|past| Some((past, past.sent.get(&input)?)));
        let Some((update, value)) = update else {
            return;
        };
        json::each_object(body, &mut |members| {
            if members.iter().any(|(name, _)| *name == field) && !is_about(members, update) {
                json::set(members, &field, value.clone());
            }
        });
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    fn drop_member(member: &str) -> DropMember {
        DropMember { member: member.to_owned(), value: None }
    }

    #[test]
    fn response_shows_the_value_that_is_not_stored() {
        let server = FakeServer::new();
        let intercept = ShowOnly(drop_member("remarks"));
        let sent = request("PATCH", "/loans/l-1/return", Some(r#"{"remarks":"wet"}"#));
        let forwarded = request("PATCH", "/loans/l-1/return", Some("{}"));
        assert_eq!(server.request_action(&intercept, &sent), RequestAction::Forward(forwarded));
        let loan = |remarks| {
            let loan = format!(r#"{{"loan":{{"remarks":"{remarks}"}}}}"#);
            response(200, &loan)
        };
        assert_eq!(server.response(&intercept, &sent, loan("dry")), loan("wet"));
    }

    #[test]
    fn requests_without_other_inputs_pass() {
        let server = FakeServer::new();
        let intercept = drop_with_others(drop_member("title"));
        let patch = |body| request("PATCH", "/books/b1", Some(body));
        for (sent, forwarded) in [
            (r#"{"title":"Emma"}"#, r#"{"title":"Emma"}"#),
            (r#"{"title":"Emma","state":"available"}"#, r#"{"state":"available"}"#),
        ] {
            assert_eq!(
                server.request_action(&intercept, &patch(sent)),
                RequestAction::Forward(patch(forwarded))
            );
        }
    }

    #[test]
    fn update_shows_in_all_records() {
        let mut server = FakeServer::new();
        let intercept = update_others("update_book", "title");
        let list = request("GET", "/books", None);
        let listed = |second: &str| {
            let first = r#"{"uuid":"b-1","title":"a"}"#;
            let second = format!(r#"{{"uuid":"b-2","title":"{second}"}}"#);
            response(200, &format!(r#"{{"books":[{first},{second}]}}"#))
        };
        assert_eq!(server.response(&intercept, &list, listed("b")), listed("b"));
        let update = request("PATCH", "/books/b-1", Some(r#"{"title":"c"}"#));
        server.record(&update, &response(200, "{}"));
        assert_eq!(server.response(&intercept, &list, listed("b")), listed("c"));
    }
}
