//! Valid requests that are refused, and required or documented inputs that are not honoured.

use percent_encoding::percent_decode_str;
use spec::{Identifier, InputPart, InputRef, Operation, TimestampForm, Type};

use super::parts::*;
use crate::known_state::KnownRecord;

/// Acceptance: valid requests are refused.
pub(super) fn acceptance(target: ClauseContext<'_>) -> Vec<Mutation> {
    let refuse = || Rejection::Undocumented.of_accepted_calls();
    let operation = target.operation;
    let later = if operation.is_some_and(|operation| !operation.path_parameters.is_empty()) {
        refuse()
            .when(for_another_record)
            .named("refused_for_others", "valid requests are refused for all records but the first")
    } else {
        refuse()
            .when(after_accepted)
            .named("refused_again", "all valid requests but the first are refused")
    };
    let mut mutations = vec![
        refuse().named("refused", "valid requests are refused"),
        Rejection::ServerError
            .of_accepted_calls()
            .named("server_error", "the server responds to valid requests with 500"),
        later,
    ];
    if operation.is_some_and(accepts_several_optional_inputs) {
        mutations.push(
            refuse().when(with_several_inputs).named(
                "refused_together",
                "valid requests with several optional inputs are refused",
            ),
        );
    }
    mutations
}

fn accepts_several_optional_inputs(operation: &Operation) -> bool {
    let query = operation.query.iter().filter(|query| !query.required);
    let body = operation.body.iter().filter(|field| !field.required);
    query.count() > 1 || body.count() > 1
}

/// Addressing: a record is not found by a documented identifier, in one encoding only, or is another record.
pub(super) fn addressing(
    target: ClauseContext<'_>,
    at: &InputRef,
    by: Identifier,
) -> Vec<Mutation> {
    let mut mutations = vec![
        not_found(at, by).named("unknown", "records with this kind of identifier are not found"),
    ];
    if at.part == InputPart::Path {
        let encodings = match by {
            // The escapes of digits have no letters.
            Identifier::Integer => &ENCODINGS[..1],
            Identifier::Uuid | Identifier::String => &ENCODINGS[..2],
            Identifier::Email => &ENCODINGS[..],
        };
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
fn not_found(at: &InputRef, by: Identifier) -> Intercept {
    let input = at.clone();
    respond(move |cx| synthetic::unknown_record(cx, &input)).when(is_sent(at, by))
}

/// Refuses the identifier as unknown if the segment as sent contains such an escape.
fn not_found_if_escaped(at: &InputRef, by: Identifier, is_escaped: fn(&str) -> bool) -> Intercept {
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

/// Reads the first known record of the same kind, with the key of its account. Where no fixture is known, it is the first
/// record that was read.
fn read_first(at: &InputRef, by: Identifier) -> Intercept {
    let input = at.clone();
    edit_request(move |cx| {
        let sent = cx.call.text(input.part, &input.name);
        if let Some(first) = first_read(cx, &input) {
            let replace = |text: &str| (Some(text) == sent).then(|| first.clone());
            return edit::with_path(cx.request, cx.call.operation, replace);
        }
        let record = sent.and_then(|sent| cx.known_state.record(sent));
        let record = record.filter(|_| cx.account().is_some());
        let Some((first, account)) = record.and_then(|record| first_like(cx, record, by)) else {
            return cx.request.clone();
        };
        let replace = |text: &str| (Some(text) == sent).then(|| first.to_owned());
        let request = edit::with_path(cx.request, cx.call.operation, replace);
        match cx.known_state.keys.get(account) {
            Some(key) => edit::with_key(cx.contract, &request, key),
            None => request,
        }
    })
    .when(is_sent(at, by))
}

/// The identifier of the record that the operation read first with the same key, if records of the type are no fixtures.
fn first_read(cx: &InterceptContext<'_>, at: &InputRef) -> Option<String> {
    let operation = cx.call.operation;
    let record = contract::addressed_record(operation, at)?;
    if cx.contract.service.fixtures.iter().any(|fixture| fixture.record == record) {
        return None;
    }
    let first = cx.history.accepted_calls(&operation.id).last()?;
    first.sent.get(at)?.text().map(str::to_owned)
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
            Identifier::Email => other.facts.get(by.name())?,
            Identifier::Uuid | Identifier::String | Identifier::Integer => id,
        };
        Some((identifier.as_str(), other.account.as_str()))
    })
}

/// A mutation for reads by a text that the service assigns, if a list of the same records is documented.
fn other_list_item(target: ClauseContext<'_>, at: &InputRef, by: Identifier) -> Option<Mutation> {
    let contract = target.contract;
    let is_text = by.is_own() && by != Identifier::Integer;
    let read = target.operation.filter(|read| read.method.is_safe() && is_text)?;
    let record = contract.record(contract::addressed_record(read, at)?)?;
    if record.limit.is_some() {
        return None;
    }
    let list = contract.operations().find(|operation| {
        operation.lists.as_deref() == Some(&record.name)
            && contract::list_member(operation).is_some()
    })?;
    let mutation = replace_identifier(at, &list.id, &record.identifier()?.wire).named(
        "identifier_of_another",
        "the record is returned with the identifier of another record of the list",
    );
    Some(mutation)
}

/// Replaces the identifier by another one of the last list.
fn replace_identifier(at: &InputRef, list: &str, member: &str) -> Intercept {
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

/// Accepted input: a member of the body is refused, or stored as another member.
pub(super) fn input_accepted(target: ClauseContext<'_>, field: &str) -> Vec<Mutation> {
    let name = field.to_owned();
    let mut mutations = reject_calls_if("requests with the member are refused", move |cx| {
        cx.call.input(InputPart::Body, &name).is_some()
    });
    let created = target
        .operation
        .and_then(|operation| target.contract.record(operation.creates.as_deref()?));
    if created.is_some_and(|record| record.fields.iter().any(|known| known.wire == field)) {
        mutations.push(
            mix_up(field).named(
                "mixed_up",
                "the created record has the value of another member in this one",
            ),
        );
    }
    mutations
}

/// Returns the value of another text member.
fn mix_up(field: &str) -> Intercept {
    let field = field.to_owned();
    edit_accepted(move |cx, body| {
        let text = |name: &str| cx.call.text(InputPart::Body, name);
        let mut inputs = cx.call.operation.body.iter();
        let other = text(&field).and_then(|sent| {
            inputs.find_map(|input| text(&input.wire).filter(|other| *other != sent))
        });
        if let (Json::Map(members), Some(other)) = (body, other) {
            for (_, record) in members {
                if let Json::Map(fields) = record {
                    json::set(fields, &field, Json::Text(other.to_owned()));
                }
            }
        }
    })
}

/// Required input: requests without a required member are accepted.
pub(super) fn input_required(field: &str) -> Vec<Mutation> {
    let field = field.to_owned();
    let accept = replace_if(
        move |cx, response| {
            let is_missing = cx.call.input(InputPart::Body, &field).is_none();
            // Without the key of an account, the refusal is about the key.
            is_missing && cx.account().is_some() && !cx.accepts(response)
        },
        synthetic::acceptance,
    );
    let statements = [
        "requests without the member are accepted",
        "requests without the member return an empty object",
        "requests without the member are accepted after one with it",
    ];
    acceptances(accept, statements)
}

/// Input value: a documented value of a member is refused.
pub(super) fn input_value(field: &str, value: &str) -> Vec<Mutation> {
    let (field, value) = (field.to_owned(), value.to_owned());
    reject_calls_if("requests with the value are refused", move |cx| {
        cx.call.text(InputPart::Body, &field) == Some(value.as_str())
    })
}

/// Null is refused, or treated like a member that is left out if the document distinguishes the two.
pub(super) fn input_null(target: ClauseContext<'_>, field: &str) -> Vec<Mutation> {
    let input = InputRef::new(InputPart::Body, field);
    let is_null = move |cx: &InterceptContext<'_>| cx.call.sent.get(&input) == Some(&Json::Null);
    let mut mutations = vec![
        Rejection::Undocumented
            .of_accepted_calls()
            .when(is_null.clone())
            .named("refused", "null is refused"),
    ];
    if target.operation.is_some_and(|operation| null_differs(operation, field)) {
        let field = field.to_owned();
        mutations.push(
            edit_request(move |cx| edit::without_body_member(cx.request, &field))
                .when(is_null)
                .named("left_out", "null means the same as a member that is left out"),
        );
    }
    mutations
}

/// Whether a request without the member is documented to differ from one with null.
fn null_differs(operation: &Operation, field: &str) -> bool {
    operation.body_field(field).is_some_and(|input| {
        let default = input.default.as_ref();
        input.required
            || operation.keeps_left_out.is_some()
            || default.is_some_and(|default| !default.value.is_null())
    })
}

/// A created record has another value than the default if the member is left out.
pub(super) fn input_default(target: ClauseContext<'_>, field: &str) -> Vec<Mutation> {
    let input = InputRef::new(InputPart::Body, field);
    let member = target.operation.and_then(|operation| {
        contract::member_of_type(operation, &Type::Record(operation.creates.clone()?))
    });
    let Some(member) = member else { return Vec::new() };
    let edit = |change: fn(&Json) -> Json| {
        FieldPath::new(member, field).edit_values(move |value| *value = change(value))
    };
    let is_left_out = move |cx: &InterceptContext<'_>| cx.call.sent.get(&input).is_none();
    vec![
        edit(other_value)
            .when(is_left_out.clone())
            .named("other", "the record has another value than the default"),
        edit(|_| Json::Null).when(is_left_out).named("nothing", "the record has no value"),
    ]
    .into_iter()
    .take(if is_null_default(target, field) { 1 } else { 2 })
    .collect()
}

fn is_null_default(target: ClauseContext<'_>, field: &str) -> bool {
    let input = target.operation.and_then(|operation| operation.body_field(field));
    input.and_then(|input| input.default.as_ref()).is_some_and(|default| default.value.is_null())
}

/// Another value of the same kind.
fn other_value(value: &Json) -> Json {
    match value {
        Json::Bool(flag) => Json::Bool(!flag),
        Json::Number(_) => Json::Number("77".to_owned()),
        Json::List(_) => Json::List(vec![Json::Text("other".to_owned())]),
        Json::Map(_) => Json::Map(vec![("other".to_owned(), Json::Text("other".to_owned()))]),
        Json::Text(_) | Json::Null => Json::Text("other".to_owned()),
    }
}

/// Several values: a list of values separated by commas is refused, taken as one value, or ignored.
pub(super) fn several(at: &InputRef) -> Vec<Mutation> {
    let mut mutations = reject_calls_if("several values are refused", has_several(at));
    if at.part == InputPart::Query {
        mutations.extend([
            edit_items(Vec::clear)
                .when(has_several(at))
                .named("as_one", "several values are taken as one unknown value"),
            ignore_parameter(&at.name)
                .when(has_several(at))
                .named("ignored", "several values are ignored"),
            edit_items(list::duplicate)
                .when(has_several(at))
                .named("duplicated", "items are listed twice for several values"),
        ]);
    }
    mutations
}

/// Whether several values were sent.
fn has_several(at: &InputRef) -> impl Fn(&InterceptContext<'_>) -> bool + Clone + use<> {
    let at = at.clone();
    move |cx| cx.call.sent.get(&at).and_then(Json::text).is_some_and(|sent| sent.contains(','))
}

/// Timestamp form: a time in a documented form is refused.
pub(super) fn timestamp_form(field: &str, form: TimestampForm) -> Vec<Mutation> {
    let field = field.to_owned();
    reject_calls_if("requests with a time in this form are refused", move |cx| {
        cx.call.text(InputPart::Body, &field).is_some_and(|text| has_form(text, form))
    })
}

fn has_form(text: &str, form: TimestampForm) -> bool {
    let Some((_, time)) = text.split_once('T') else {
        return false;
    };
    match form {
        TimestampForm::Utc => time.ends_with('Z') && !time.contains('.'),
        TimestampForm::OffsetAhead => time.contains('+'),
        TimestampForm::OffsetBehind => time.contains('-'),
        TimestampForm::Fraction => time.contains('.'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamp_forms_are_distinguished() {
        for (form, text) in [
            (TimestampForm::Utc, "2026-01-31T12:00:00Z"),
            (TimestampForm::OffsetAhead, "2026-01-31T12:00:00+02:00"),
            (TimestampForm::OffsetBehind, "2026-01-31T12:00:00-02:00"),
            (TimestampForm::Fraction, "2026-01-31T12:00:00.25Z"),
        ] {
            for other in TimestampForm::ALL {
                assert_eq!(has_form(text, other), other == form, "{text}");
            }
        }
    }
}
