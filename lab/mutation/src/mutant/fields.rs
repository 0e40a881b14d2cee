//! Members of success bodies: missing, renamed, of another type, or with another value.

use jiff::{Timestamp, ToSpan};
use spec::{ClauseKind, Format, Type};

use super::parts::*;
use crate::json::Members;

/// Envelope member: a member of the success body is missing, or has another name or type; a bare body has another type. A
/// list has a record twice.
pub(super) fn envelope_member(target: ClauseContext<'_>, member: &str) -> Vec<Mutation> {
    let other_type = edit_member(member, wrap);
    let mut mutations = vec![other_type.named("other_type", "the member has another type")];
    let members = target.operation.and_then(contract::envelope).into_iter().flatten();
    let is_list = |ty: &Type| matches!(ty, Type::List(item) if matches!(**item, Type::Record(_)));
    if members.into_iter().any(|known| known.wire == member && is_list(&known.ty)) {
        let repeats = edit_member(member, repeat_first);
        mutations.push(repeats.named("repeated", "the first record is listed a second time"));
    }
    if !member.is_empty() {
        mutations.extend([
            edit_members(member, json::remove).named("dropped", "the member is missing"),
            edit_members(member, |members, name| json::rename(members, name))
                .named("renamed", "the member has another name"),
        ]);
    }
    mutations
}

/// Edits a member of the body of accepted calls, or a bare body.
fn edit_member(member: &str, edit: fn(&mut Json)) -> Intercept {
    let member = member.to_owned();
    edit_accepted(move |_, body| {
        if let Some(value) = json::member(body, &member) {
            edit(value);
        }
    })
}

fn repeat_first(value: &mut Json) {
    if let Json::List(items) = value
        && let Some(first) = items.first().cloned()
    {
        items.push(first);
    }
}

/// Edits the members of the body of accepted calls.
fn edit_members(member: &str, edit: fn(&mut Members, &str)) -> Intercept {
    let member = member.to_owned();
    edit_accepted(move |_, body| {
        if let Json::Map(members) = body {
            edit(members, &member);
        }
    })
}

/// Wraps a list into an object, and other values into a list.
fn wrap(value: &mut Json) {
    *value = match std::mem::replace(value, Json::Null) {
        list @ Json::List(_) => Json::Map(vec![("items".to_owned(), list)]),
        other => Json::List(vec![other]),
    };
}

/// Field presence: a documented field of a record is missing.
pub(super) fn field_present(member: &str, field: &str) -> Vec<Mutation> {
    let path = || FieldPath::new(member, field);
    vec![
        path().drop_field().named("dropped", "the field is missing"),
        path()
            .edit_records(|record, field| json::rename(record, field))
            .named("renamed", "the field has another name"),
        drop_from_last(path())
            .named("dropped_from_last", "the field is missing in the last record"),
    ]
}

fn drop_from_last(path: FieldPath) -> Intercept {
    edit_body(move |_, body| {
        if let Some(record) = json::records(body, &path.member).pop() {
            json::remove(record, &path.field);
        }
    })
}

/// A new value, from the type and the old value.
type Change = fn(&Type, Option<&Json>) -> Json;

pub(super) fn field_type(target: ClauseContext<'_>, member: &str, field: &str) -> Vec<Mutation> {
    let path = FieldPath::new(member, field);
    let declaration = target.field(&path);
    let ty = declaration.map_or(Type::Text(None), |field| field.ty.clone());
    let insert = declaration.is_some_and(|field| field.present.stated() != Some(&true));
    let replace = |change: Change, last_only| {
        replace_values(path.clone(), ty.clone(), insert, change, last_only)
    };
    let is_null = replace(|_, _| Json::Null, false).named("null", "the value is null");
    if ty == Type::Json {
        return vec![is_null];
    }
    let mut mutations = vec![
        replace(change_type, false).named("other_type", "the value has another type"),
        replace(wrap_value, false).named("wrapped", "the value is in a list"),
        replace(change_type, true)
            .named("other_type_in_last", "the value of the last record has another type"),
    ];
    if declaration.is_some_and(|field| field.nullable.stated() == Some(&false)) {
        mutations.push(is_null);
    }
    if declaration.is_some_and(|field| field.complete) {
        mutations.push(
            replace(|_, _| Json::Text("undocumented".to_owned()), false)
                .named("other_word", "the value is not one of the listed ones"),
        );
    }
    if matches!(
        ty,
        Type::Text(Some(Format::Email | Format::Url | Format::Country | Format::Decimal))
    ) {
        mutations.push(
            replace(|_, _| Json::Text("none".to_owned()), false)
                .named("other_format", "the value is a text with another format"),
        );
    }
    mutations.extend(nested_member_lost(target, &path, &ty));
    mutations
}

/// The records in the value lack a member that they always have.
fn nested_member_lost(target: ClauseContext<'_>, path: &FieldPath, ty: &Type) -> Option<Mutation> {
    let mut fields = target.contract.record(ty.record()?)?.fields.iter();
    let wire = fields.find(|field| field.present.stated() == Some(&true))?.wire.clone();
    let lost = path.clone().edit_values(move |value| remove_member(value, &wire));
    Some(lost.named("member_lost", "the records in the value lack a member"))
}

fn remove_member(value: &mut Json, wire: &str) {
    match value {
        Json::List(items) => items.iter_mut().for_each(|item| remove_member(item, wire)),
        Json::Map(members) => members.retain(|(name, _)| name != wire),
        _ => {}
    }
}

/// Replaces the values of a field in all records or in the last one, and adds missing ones if `insert`: a field whose
/// presence is not stated may be absent from all records, and then the mutant would never be visible.
fn replace_values(
    path: FieldPath,
    ty: Type,
    insert: bool,
    change: Change,
    last_only: bool,
) -> Intercept {
    edit_body(move |_, body| {
        let mut records = json::records(body, &path.member);
        if last_only {
            records.drain(..records.len().saturating_sub(1));
        }
        for record in records {
            let before = record.iter().find(|(name, _)| *name == path.field);
            if before.is_some() || insert {
                let value = change(&ty, before.map(|(_, value)| value));
                json::set(record, &path.field, value);
            }
        }
    })
}

/// A similar value of another type: `"5"` for `5`, `1` for `true`.
fn change_type(ty: &Type, before: Option<&Json>) -> Json {
    match ty {
        Type::Text(_) | Type::Enumeration(_) | Type::Unknown(_) | Type::Json => {
            Json::Number("7".to_owned())
        }
        Type::Date => Json::Number("20260131".to_owned()),
        Type::UnixTime => Json::Text("2026-01-31T12:00:00Z".to_owned()),
        Type::Timestamp(_) => Json::Number("1767225600".to_owned()),
        Type::Integer | Type::Number => Json::Text(match before {
            Some(Json::Number(digits)) => digits.clone(),
            _ => "7".to_owned(),
        }),
        Type::Boolean => Json::Number("1".to_owned()),
        Type::Record(_) | Type::Map(_) => Json::List(Vec::new()),
        Type::List(_) => Json::Map(Vec::new()),
    }
}

/// The value in a list; for a list, its first item.
fn wrap_value(ty: &Type, before: Option<&Json>) -> Json {
    let value = before.cloned().unwrap_or(Json::Bool(true));
    match (ty, value) {
        (Type::List(_), Json::List(items)) => items.into_iter().next().unwrap_or(Json::Bool(true)),
        (_, value) => Json::List(vec![value]),
    }
}

/// Field value: a field has a value of its type that is not the value of the record.
pub(super) fn field_value(target: ClauseContext<'_>, member: &str, field: &str) -> Vec<Mutation> {
    let path = FieldPath::new(member, field);
    let text = |text: &str| Json::Text(text.to_owned());
    let constant = |name, statement, value| set_all(path.clone(), value).named(name, statement);
    let same = "the value is the same in all records";
    let ty = target.field(&path).map(|field| &field.ty);
    let mut mutations = match ty {
        Some(Type::Boolean) => vec![
            constant("always_true", "the value is always true", Json::Bool(true)),
            constant("always_false", "the value is always false", Json::Bool(false)),
        ],
        Some(Type::Integer | Type::Number) => vec![
            constant("always_zero", same, Json::Number("0".to_owned())),
            constant("always_seven", same, Json::Number("7".to_owned())),
        ],
        Some(Type::Timestamp(_)) => vec![
            constant("long_ago", "the time is in 1970", text("1970-01-01T00:00:00Z")),
            constant("far_ahead", "the time is in 2999", text("2999-01-01T00:00:00Z")),
            path.clone()
                .edit_values(subtract_four_days)
                .named("days_before", "the time is four days early"),
        ],
        Some(Type::Enumeration(values)) => vec![
            constant("always_the_same", same, text(values.first().map_or("same", String::as_str))),
            constant("always_another", same, text(values.last().map_or("other", String::as_str))),
        ],
        _ => vec![
            constant("always_the_same", same, text("same")),
            constant("always_empty", "the value is always empty", text("")),
        ],
    };
    // A run creates its records at nearly the same time.
    if !matches!(ty, Some(Type::Timestamp(_))) {
        mutations.push(
            exchange_values(path.clone())
                .named("of_another", "the value is the one of another record"),
        );
    }
    if is_updated(target, field) {
        mutations.push(
            keep_first_value(path).named("stale", "the list keeps the first value after updates"),
        );
    }
    mutations
}

/// Whether an operation updates this field of the listed records.
fn is_updated(target: ClauseContext<'_>, field: &str) -> bool {
    let record = target.operation.and_then(|operation| operation.lists.as_deref());
    record.is_some()
        && target.contract.clauses().iter().any(|clause| {
            let operation =
                clause.operation.as_deref().and_then(|id| target.contract.operation(id));
            matches!(&clause.kind, ClauseKind::Update { field: updated } if updated == field)
                && operation.and_then(|operation| operation.updates.as_deref()) == record
        })
}

fn set_all(path: FieldPath, value: Json) -> Intercept {
    path.edit_values(move |old| old.clone_from(&value))
}

fn subtract_four_days(value: &mut Json) {
    let time = value.text().and_then(|text| text.parse::<Timestamp>().ok());
    if let Some(earlier) = time.and_then(|time| time.checked_sub(96.hours()).ok()) {
        *value = Json::Text(earlier.to_string());
    }
}

/// Gives each record of a list the value of the next one, and a single record that of the record returned before.
fn exchange_values(path: FieldPath) -> Intercept {
    edit_body(move |cx, body| {
        let mut values = path.values(body);
        if let [single] = values.as_mut_slice() {
            let before = cx.history.last_accepted(cx.call);
            let before = before.and_then(|past| past.response.body.json().cloned());
            let before = before.and_then(|mut body| path.values(&mut body).pop().cloned());
            if let Some(before) = before {
                **single = before;
            }
            return;
        }
        let others: Vec<Json> = values.iter().map(|value| (**value).clone()).collect();
        for (value, other) in values.into_iter().zip(others.iter().cycle().skip(1)) {
            value.clone_from(other);
        }
    })
}

/// Keeps the value that the first list showed for each record.
fn keep_first_value(path: FieldPath) -> Intercept {
    edit_body(move |cx, body| {
        let record = cx.call.operation.lists.as_deref();
        let record = record.and_then(|record| cx.contract.record(record));
        let Some(identifier) = record.and_then(spec::Record::identifier) else {
            return;
        };
        for members in json::records(body, &path.member) {
            let id = members.iter().find(|(name, _)| *name == identifier.wire);
            let first = id.and_then(|(_, id)| first_shown(cx, id.text()?, &path.field));
            if let Some(first) = first {
                json::set(members, &path.field, first);
            }
        }
    })
}

/// The field in the first list that contained the record.
fn first_shown(cx: &InterceptContext<'_>, id: &str, field: &str) -> Option<Json> {
    cx.history.accepted_calls(&cx.call.operation.id).rev().find_map(|past| {
        let body = past.response.body.json()?;
        json::find_object_with_text(body, id)?.get(field).cloned()
    })
}

/// Echo: a member that repeats an input has a different value.
pub(super) fn echo(target: ClauseContext<'_>, member: &str, field: &str) -> Vec<Mutation> {
    let change = |change: fn(&mut Json)| FieldPath::new(member, field).edit_values(change);
    let altered = match echoed_type(target, member, field) {
        Some(Type::Integer) => change(increase).named("altered", "the number is one more"),
        _ => {
            change(alter).named("altered", "numbers are truncated, texts have another last letter")
        }
    };
    vec![
        altered,
        change(pad).named("padded", "texts have a trailing space, numbers are in cents"),
        change(set_constant).named("constant", "the value is constant"),
    ]
}

/// The type of the member that repeats an input.
fn echoed_type<'c>(target: ClauseContext<'c>, member: &str, field: &str) -> Option<&'c Type> {
    let mut members = contract::envelope(target.operation?)?.iter();
    let record = members.find(|known| known.wire == member)?.ty.record()?;
    Some(&target.contract.member(record, field)?.ty)
}

fn increase(value: &mut Json) {
    if let Json::Number(digits) = value
        && let Ok(number) = digits.parse::<i64>()
    {
        *digits = (number + 1).to_string();
    }
}

fn alter(value: &mut Json) {
    match value {
        Json::Number(digits) => {
            digits.truncate(digits.find('.').unwrap_or(digits.len()));
        }
        Json::Text(text) => {
            let last = text.pop();
            text.push(if last == Some('x') { 'y' } else { 'x' });
        }
        Json::Bool(flag) => *flag = !*flag,
        Json::Null | Json::List(_) | Json::Map(_) => {}
    }
}

fn pad(value: &mut Json) {
    match value {
        Json::Number(digits) => {
            let cents = digits.parse::<f64>().unwrap_or_default() * 100.0;
            *digits = cents.round().to_string();
        }
        Json::Text(text) => text.push(' '),
        Json::Bool(flag) => *flag = !*flag,
        Json::Null | Json::List(_) | Json::Map(_) => {}
    }
}

fn set_constant(value: &mut Json) {
    *value = match value {
        Json::Number(_) => Json::Number("7".to_owned()),
        Json::Bool(_) => Json::Bool(false),
        _ => Json::Text("constant".to_owned()),
    };
}
