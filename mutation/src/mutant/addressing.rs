//! Addressing: a record is not found by a documented identifier, in one encoding only, or is another record.

use percent_encoding::percent_decode_str;
use spec::{Identifier, InputPart, InputRef};

use super::parts::*;
use crate::known_state::KnownRecord;

pub(super) fn mutations(target: Target<'_>, at: &InputRef, by: Identifier) -> Vec<Mutation> {
    let identifier = IdentifierInput { at: at.clone(), by };
    let mut mutations = vec![
        not_found(&identifier)
            .named("unknown", "records with this kind of identifier are not found"),
    ];
    if at.part == InputPart::Path {
        mutations.extend(encodings(&identifier));
        if target.operation.is_some_and(|operation| operation.method.is_safe()) {
            mutations.push(read_first(&identifier).named(
                "first_of_all",
                "every identifier of this kind reads the first record of its kind",
            ));
        }
    } else {
        mutations.extend([
            not_found(&identifier).when(for_another_record).named(
                "unknown_others",
                "only the first record with this kind of identifier is found",
            ),
            Rejection::ServerError
                .of_calls()
                .when(move |cx| identifier.is_sent(cx))
                .named("server_error", "the server responds to this kind of identifier with 500"),
        ]);
    }
    mutations.extend(other_list_item(target, at, by));
    mutations
}

/// Mutations for encodings of the identifier that the server does not decode.
fn encodings(identifier: &IdentifierInput) -> Vec<Mutation> {
    let not_decoded = |encoding| not_found_in(identifier, encoding);
    let mut mutations = vec![
        not_decoded(Encoding::Alphanumeric)
            .named("escaped_letters", "percent-encoded letters and digits are not decoded"),
        not_decoded(Encoding::LowerCase)
            .named("lower_escapes", "lower-case percent-encoding is not decoded"),
    ];
    if identifier.by == Identifier::Email {
        mutations.push(
            not_decoded(Encoding::AtSign)
                .named("escaped_at", "a percent-encoded `@` is not decoded"),
        );
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

    /// The segment of a path parameter as sent.
    fn raw_segment<'s>(&self, cx: &InterceptContext<'s>) -> Option<&'s str> {
        let path = cx.request.target.split('?').next()?;
        path.split('/').skip(1).nth(cx.call.operation.path.position(&self.at.name)?)
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

/// Refuses the identifier as unknown.
fn not_found(identifier: &IdentifierInput) -> impl Intercept + use<> {
    let (identifier, input) = (identifier.clone(), identifier.at.clone());
    respond(move |cx| answer::unknown_record(cx, &input)).when(move |cx| identifier.is_sent(cx))
}

/// Refuses the identifier as unknown if it is sent in this encoding.
fn not_found_in(identifier: &IdentifierInput, encoding: Encoding) -> impl Intercept + use<> {
    let input = identifier.clone();
    not_found(identifier)
        .when(move |cx| input.raw_segment(cx).is_some_and(|segment| encoding.is_in(segment)))
}

/// Reads the first known record of the same kind, with the key of its account.
fn read_first(identifier: &IdentifierInput) -> impl Intercept + use<> {
    let identifier = identifier.clone();
    edit_request(move |cx| {
        let sent = cx.call.text(identifier.at.part, &identifier.at.name);
        let record = sent.and_then(|sent| cx.known_state.record(sent));
        let record = record.filter(|_| identifier.is_sent(cx) && cx.account().is_some());
        let Some((first, account)) =
            record.and_then(|record| first_like(cx, record, identifier.by))
        else {
            return cx.request.clone();
        };
        let replace = |text: &str| (Some(text) == sent).then(|| first.to_owned());
        let request = edit::with_path(cx.request, cx.call.operation, replace);
        match cx.known_state.keys.get(account) {
            Some(key) => edit::with_key(&request, &cx.contract.service.auth.header, key),
            None => request,
        }
    })
}

/// The identifier and the account of the first record of the same kinds.
fn first_like<'s>(
    cx: &InterceptContext<'s>,
    record: &KnownRecord,
    by: Identifier,
) -> Option<(&'s str, &'s str)> {
    let records = cx.known_state.records.iter();
    records.filter(|(_, other)| other.kinds == record.kinds).find_map(|(id, other)| {
        let identifier = match by {
            Identifier::Uuid => id,
            Identifier::Email => other.facts.get(by.name())?,
        };
        Some((identifier.as_str(), other.account.as_str()))
    })
}

/// A mutation for reads by UUID, if a list of the same records is documented.
fn other_list_item(target: Target<'_>, at: &InputRef, by: Identifier) -> Option<Mutation> {
    let contract = target.contract;
    let is_read_by_uuid = target.operation?.method.is_safe() && by == Identifier::Uuid;
    let read = target.operation.filter(|_| is_read_by_uuid)?;
    let record = contract.record(contract::addressed_record(read, at)?)?;
    if record.limit.is_some() {
        return None;
    }
    let list = contract.operations().find(|operation| {
        operation.lists.as_deref() == Some(&record.name)
            && contract::list_member(operation).is_some()
    })?;
    let mutation = replace_identifier(at, &list.id, &contract::identifier(record)?.wire).named(
        "identifier_of_another",
        "the record is returned with the identifier of another record of the list",
    );
    Some(mutation)
}

/// Replaces the identifier by another one of the last list.
fn replace_identifier(at: &InputRef, list: &str, member: &str) -> impl Intercept + use<> {
    let (at, list, member) = (at.clone(), list.to_owned(), member.to_owned());
    edit_body(move |cx, body| {
        let listed = cx.history.accepted_calls(&list).next();
        let listed = listed.and_then(|past| Json::parse(&past.response.body));
        let (Some(sent), Some(mut listed)) = (cx.call.text(at.part, &at.name), listed) else {
            return;
        };
        let mut identifiers = Vec::new();
        json::each_object(&mut listed, &mut |members| {
            let value = members.iter().find(|(name, _)| *name == member);
            identifiers.extend(value.and_then(|(_, value)| value.text().map(str::to_owned)));
        });
        if let Some(other) = identifiers.iter().find(|other| *other != sent) {
            json::each_text(body, &mut |text| {
                if text == sent {
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
        let intercept = not_found(&in_path("loan", Identifier::Email));
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
        let intercept = not_found(&in_path("book", Identifier::Uuid));
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
            let intercept = not_found_in(&in_path("loan", Identifier::Email), encoding);
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
