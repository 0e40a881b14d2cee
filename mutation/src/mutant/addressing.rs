//! Addressing: a record is not found by a documented identifier, in one encoding only, or is another record.

use percent_encoding::percent_decode_str;
use referral_conformance::contract;
use referral_conformance::json::Json;
use spec::{Condition, Identifier, InputPart, InputRef, Operation, Segment};

use super::parts::conditional::Trigger;
use super::{Mutation, Target};
use crate::intercept::{Intercept, InterceptContext, RequestAction, edit_body, on_request};
use crate::known_state::KnownRecord;
use crate::{answer, edit, json, response};

pub(super) fn mutations(target: Target<'_>, at: &InputRef, by: Identifier) -> Vec<Mutation> {
    let identifier = IdentifierInput { at: at.clone(), by };
    let mut mutations = vec![Mutation::new(
        "unknown",
        "records with this kind of identifier are not found",
        not_found(identifier.clone(), None),
    )];
    if at.part == InputPart::Path {
        mutations.extend(encodings(&identifier));
        if target.operation.is_some_and(|it| it.method.is_safe()) {
            mutations.push(Mutation::new(
                "first_of_all",
                "every identifier of this kind reads the first record of its kind",
                ReadFirst(identifier),
            ));
        }
    } else {
        mutations.push(Mutation::conditional(
            "unknown_others",
            "only the first record with this kind of identifier is found",
            not_found(identifier.clone(), None),
            Trigger::OtherRecord,
        ));
        mutations.push(Mutation::new(
            "server_error",
            "the server responds to this kind of identifier with 500",
            on_request(move |cx| {
                if identifier.is_sent(cx) {
                    RequestAction::Respond(answer::server_error())
                } else {
                    cx.forward()
                }
            }),
        ));
    }
    mutations.extend(other_list_item(target, at, by));
    mutations
}

/// Mutations for encodings of the identifier that the server does not decode.
fn encodings(identifier: &IdentifierInput) -> Vec<Mutation> {
    let not_decoded = |name, statement, encoding| {
        Mutation::new(name, statement, not_found(identifier.clone(), Some(encoding)))
    };
    let mut mutations = vec![
        not_decoded(
            "escaped_letters",
            "percent-encoded letters and digits are not decoded",
            Encoding::Alphanumeric,
        ),
        not_decoded(
            "lower_escapes",
            "lower-case percent-encoding is not decoded",
            Encoding::LowerCase,
        ),
    ];
    if identifier.by == Identifier::Email {
        mutations.push(not_decoded(
            "escaped_at",
            "a percent-encoded `@` is not decoded",
            Encoding::AtSign,
        ));
    }
    mutations
}

/// A kind of identifier in an input.
#[derive(Clone)]
struct IdentifierInput {
    at: InputRef,
    by: Identifier,
}

impl IdentifierInput {
    fn is_sent(&self, cx: &InterceptContext<'_>) -> bool {
        cx.call.identifier_kind(&self.at) == Some(self.by)
    }
}

/// Percent-encodings in a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Alphanumeric,
    LowerCase,
    AtSign,
}

impl Encoding {
    fn is_in(self, segment: &str) -> bool {
        let mut escapes = segment.match_indices('%').filter_map(|(at, _)| segment.get(at..at + 3));
        escapes.any(|escape| match self {
            Self::Alphanumeric => {
                percent_decode_str(escape).any(|byte| byte.is_ascii_alphanumeric())
            }
            Self::LowerCase => escape.bytes().any(|byte| byte.is_ascii_lowercase()),
            Self::AtSign => escape == "%40",
        })
    }
}

/// Refuses the identifier as unknown, only in one encoding if given.
fn not_found(identifier: IdentifierInput, encoding: Option<Encoding>) -> impl Intercept {
    on_request(move |cx| {
        let segment = raw_segment(cx, &identifier.at.name).unwrap_or_default();
        if !identifier.is_sent(cx) || encoding.is_some_and(|encoding| !encoding.is_in(segment)) {
            return cx.forward();
        }
        let unknown = Condition::Unknown(identifier.at.clone());
        let operation = Some(cx.call.operation);
        let case = answer::find_case(cx.contract, operation, |when| *when == unknown);
        RequestAction::Respond(match case {
            Some(case) => answer::documented_refusal(cx, case),
            None => response::error(cx.contract, 404, "there is no such record"),
        })
    })
}

/// The segment of a path parameter as sent.
fn raw_segment<'s>(cx: &InterceptContext<'s>, name: &str) -> Option<&'s str> {
    let path = cx.request.target.split('?').next()?;
    let template = cx.call.operation.path.segments.iter();
    template
        .zip(path.split('/').skip(1))
        .find(|(known, _)| matches!(known, Segment::Parameter(known) if known == name))
        .map(|(_, segment)| segment)
}

/// Reads the first known record of the same kind, with the key of its account.
struct ReadFirst(IdentifierInput);

impl ReadFirst {
    /// The identifier and the account of the first record of the same kinds.
    fn first_like<'s>(
        &self,
        cx: &InterceptContext<'s>,
        record: &KnownRecord,
    ) -> Option<(&'s str, &'s str)> {
        let records = cx.known_state.records.iter();
        records.filter(|(_, other)| other.kinds == record.kinds).find_map(|(id, other)| {
            let identifier = match self.0.by {
                Identifier::Uuid => id,
                Identifier::Email => other.facts.get(self.0.by.name())?,
            };
            Some((identifier.as_str(), other.account.as_str()))
        })
    }
}

impl Intercept for ReadFirst {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        let sent = cx.call.text(self.0.at.part, &self.0.at.name);
        let record = sent.and_then(|sent| cx.known_state.record(sent));
        let record = record.filter(|_| self.0.is_sent(cx) && cx.account().is_some());
        let Some((first, account)) = record.and_then(|record| self.first_like(cx, record)) else {
            return cx.forward();
        };
        let replace = |text: &str| (Some(text) == sent).then(|| first.to_owned());
        let request = edit::with_path(cx.request, cx.call.operation, replace);
        RequestAction::Forward(match cx.known_state.keys.get(account) {
            Some(key) => edit::with_key(&request, &cx.contract.service.auth.header, key),
            None => request,
        })
    }
}

/// A mutation for reads by UUID, if a list of the same records is documented.
fn other_list_item(target: Target<'_>, at: &InputRef, by: Identifier) -> Option<Mutation> {
    let contract = target.contract;
    let read = target.operation.filter(|it| it.method.is_safe() && by == Identifier::Uuid)?;
    let record = contract.record(contract::addressed_record(read, at)?)?;
    if record.limit.is_some() {
        return None;
    }
    let is_list = |operation: &&Operation| {
        operation.lists.as_deref() == Some(&record.name)
            && contract::list_member(operation).is_some()
    };
    let list = contract.operations().find(is_list)?;
    Some(Mutation::new(
        "identifier_of_another",
        "the record is returned with the identifier of another record of the list",
        replace_identifier(at, &list.id, &contract::identifier(record)?.wire),
    ))
}

/// Replaces the identifier by another one of the last list.
fn replace_identifier(at: &InputRef, list: &str, member: &str) -> impl Intercept + use<> {
    let (at, list, member) = (at.clone(), list.to_owned(), member.to_owned());
    edit_body(move |cx, body| {
        let listed = cx.history.accepted_calls(&list).next();
        let listed = listed.and_then(|past| Json::parse(&past.response.body));
        let (Some(own), Some(mut listed)) = (cx.call.text(at.part, &at.name), listed) else {
            return;
        };
        let mut identifiers = Vec::new();
        json::each_object(&mut listed, &mut |members| {
            let value = members.iter().find(|(name, _)| *name == member);
            identifiers.extend(value.and_then(|(_, value)| value.text().map(str::to_owned)));
        });
        if let Some(other) = identifiers.iter().find(|other| *other != own) {
            json::each_text(body, &mut |text| {
                if text == own {
                    text.clone_from(other);
                }
            });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    fn in_path(name: &str, by: Identifier) -> IdentifierInput {
        let at = InputRef { part: InputPart::Path, name: name.to_owned() };
        IdentifierInput { at, by }
    }

    #[test]
    fn only_the_given_identifier_kind_is_rejected() {
        let server = FakeServer::new();
        let intercept = not_found(in_path("loan", Identifier::Email), None);
        let by_email = request("PATCH", "/loans/ann%40x.example/return", None);
        let RequestAction::Respond(answer) = server.request_action(&intercept, &by_email) else {
            panic!("forwarded")
        };
        assert_eq!(answer.status, 404);
        for other in ["/loans/l-1/return", "/loans/%20/return", "/loans//return"] {
            let other = request("PATCH", other, None);
            assert_eq!(server.request_action(&intercept, &other), RequestAction::Forward(other));
        }
    }

    #[test]
    fn documented_refusal_is_used_if_it_exists() {
        let server = FakeServer::new();
        let intercept = not_found(in_path("book", Identifier::Uuid), None);
        let sent = request("GET", "/books/b-1", None);
        let RequestAction::Respond(refused) = server.request_action(&intercept, &sent) else {
            panic!("forwarded")
        };
        let message = answer::message(&server.contract, &refused);
        assert_eq!(message.as_deref(), Some("b-1 not found!"));
    }

    #[test]
    fn selected_percent_encoding_is_rejected() {
        let server = FakeServer::new();
        for (encoding, refused, accepted) in [
            (Encoding::Alphanumeric, "%61nn@x.example", "ann%40x.example"),
            (Encoding::LowerCase, "%4ann@x.example", "%4Ann@x.example"),
            (Encoding::AtSign, "ann%40x.example", "%61nn@x.example"),
        ] {
            let intercept = not_found(in_path("loan", Identifier::Email), Some(encoding));
            let sent = |loan: &str| request("PATCH", &format!("/loans/{loan}/return"), None);
            assert!(matches!(
                server.request_action(&intercept, &sent(refused)),
                RequestAction::Respond(_)
            ));
            assert_eq!(
                server.request_action(&intercept, &sent(accepted)),
                RequestAction::Forward(sent(accepted))
            );
        }
    }

    #[test]
    fn identifier_of_another_list_item_is_shown() {
        let mut server = FakeServer::new();
        let at = in_path("book", Identifier::Uuid).at;
        let intercept = replace_identifier(&at, "list_books", "uuid");
        let sent = request("GET", "/books/b1", None);
        let book = |id: &str| response(200, &format!(r#"{{"book":{{"uuid":"{id}"}}}}"#));
        assert_eq!(server.response(&intercept, &sent, book("b1")), book("b1"));
        let listed = response(200, r#"{"books":[{"uuid":"b1"},{"uuid":"b2"}]}"#);
        server.record(&request("GET", "/books?room=lending", None), &listed);
        assert_eq!(server.response(&intercept, &sent, book("b1")), book("b2"));
    }
}
