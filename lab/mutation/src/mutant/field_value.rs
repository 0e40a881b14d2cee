//! Field value: a field has a value of its type that is not the value of the record.

use jiff::{Timestamp, ToSpan};
use spec::{ClauseKind, Type};

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>, member: &str, field: &str) -> Vec<Mutation> {
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

fn set_all(path: FieldPath, value: Json) -> impl Intercept {
    path.edit_values(move |old| old.clone_from(&value))
}

fn subtract_four_days(value: &mut Json) {
    let time = value.text().and_then(|text| text.parse::<Timestamp>().ok());
    if let Some(earlier) = time.and_then(|time| time.checked_sub(96.hours()).ok()) {
        *value = Json::Text(earlier.to_string());
    }
}

/// Gives each record of a list the value of the next one, and a single record that of the record returned before.
fn exchange_values(path: FieldPath) -> impl Intercept {
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
        let mut others: Vec<Json> = values.iter().map(|value| (**value).clone()).collect();
        let first = others.len().min(1);
        others.rotate_left(first);
        for (value, other) in values.into_iter().zip(others) {
            *value = other;
        }
    })
}

/// Keeps the value that the first list showed for each record.
fn keep_first_value(path: FieldPath) -> impl Intercept {
    edit_body(move |cx, body| {
        let record = cx.call.operation.lists.as_deref();
        let record = record.and_then(|record| cx.contract.record(record));
        let Some(identifier) = record.and_then(contract::identifier) else {
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
