//! Addressing: a record is not found by a documented identifier, in one encoding only, or is another record.

use percent_encoding::percent_decode_str;
use spec::{Identifier, InputPart, InputRef};

use super::parts::*;
use crate::known_state::KnownRecord;

pub(super) fn mutations(target: ClauseContext<'_>, at: &InputRef, by: Identifier) -> Vec<Mutation> {
    let mut mutations = vec![
        not_found(at, by).named("unknown", "records with this kind of identifier are not found"),
    ];
    if at.part == InputPart::Path {
        let encodings = if by == Identifier::Email { &ENCODINGS[..] } else { &ENCODINGS[..2] };
        mutations.extend(encodings.iter().map(|&(name, statement, is_escaped)| {
            not_found_if_escaped(at, by, is_escaped).named(name, statement)
        }));
        if target.operation.is_some_and(|operation| operation.method.is_safe()) {
            mutations.push(read_first(at, by).named(
                "first_of_all",
                "every identifier of this kind reads the first record of its kind",
            ));
        }
    } else {
        mutations.extend([
            not_found(at, by).when(for_another_record).named(
                "unknown_others",
                "only the first record with this kind of identifier is found",
            ),
            Rejection::ServerError
                .of_calls()
                .when(is_sent(at, by))
                .named("server_error", "the server responds to this kind of identifier with 500"),
        ]);
    }
    mutations.extend(other_list_item(target, at, by));
    mutations
}

/// Name and statement of a mutation, and whether an escape has the encoding that the server does not decode.
type Encoding = (&'static str, &'static str, fn(&str) -> bool);

/// Percent-encodings that the server does not decode. The last is only for e-mail addresses.
const ENCODINGS: [Encoding; 3] = [
    ("escaped_letters", "percent-encoded letters and digits are not decoded", |escape| {
        percent_decode_str(escape).any(|byte| byte.is_ascii_alphanumeric())
    }),
    ("lower_escapes", "lower-case percent-encoding is not decoded", |escape| {
        escape.bytes().any(|byte| byte.is_ascii_lowercase())
    }),
    ("escaped_at", "a percent-encoded `@` is not decoded", |escape| escape == "%40"),
];

/// Whether the input is this kind of identifier.
fn is_sent(at: &InputRef, by: Identifier) -> impl Fn(&InterceptContext<'_>) -> bool + use<> {
    let at = at.clone();
    move |cx| cx.call.identifier_kind(&at) == Some(by)
}

/// Refuses the identifier as unknown.
fn not_found(at: &InputRef, by: Identifier) -> impl Intercept + use<> {
    let input = at.clone();
    respond(move |cx| synthetic::unknown_record(cx, &input)).when(is_sent(at, by))
}

/// Refuses the identifier as unknown if the segment as sent contains such an escape.
fn not_found_if_escaped(
    at: &InputRef,
    by: Identifier,
    is_escaped: fn(&str) -> bool,
) -> impl Intercept + use<> {
    let name = at.name.clone();
    not_found(at, by).when(move |cx| {
        let path = cx.request.target.split('?').next().unwrap_or_default();
        let position = cx.call.operation.path.position(&name);
        let segment = position.and_then(|position| path.split('/').skip(1).nth(position));
        segment.is_some_and(|segment| {
            let mut escapes =
                segment.match_indices('%').filter_map(|(start, _)| segment.get(start..start + 3));
            escapes.any(is_escaped)
        })
    })
}

/// Reads the first known record of the same kind, with the key of its account.
fn read_first(at: &InputRef, by: Identifier) -> impl Intercept + use<> {
    let input = at.clone();
    edit_request(move |cx| {
        let sent = cx.call.text(input.part, &input.name);
        let record = sent.and_then(|sent| cx.known_state.record(sent));
        let record = record.filter(|_| cx.account().is_some());
        let Some((first, account)) = record.and_then(|record| first_like(cx, record, by)) else {
            return cx.request.clone();
        };
        let replace = |text: &str| (Some(text) == sent).then(|| first.to_owned());
        let request = edit::with_path(cx.request, cx.call.operation, replace);
        match cx.known_state.keys.get(account) {
            Some(key) => edit::with_key(&request, &cx.contract.service.auth.header, key),
            None => request,
        }
    })
    .when(is_sent(at, by))
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
fn other_list_item(target: ClauseContext<'_>, at: &InputRef, by: Identifier) -> Option<Mutation> {
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
        let listed = listed.and_then(|past| past.response.body.json().cloned());
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
