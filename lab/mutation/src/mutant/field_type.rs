//! Field type: a field of a record has a value of another type.

use spec::{Format, Type};

use super::parts::*;

/// A new value, from the type and the old value.
type Change = fn(&Type, Option<&Json>) -> Json;

pub(super) fn mutations(target: ClauseContext<'_>, member: &str, field: &str) -> Vec<Mutation> {
    let path = FieldPath::new(member, field);
    let declaration = target.field(&path);
    let ty = declaration.map_or(Type::Text(None), |field| field.ty.clone());
    let insert = declaration.is_some_and(|field| field.present.stated() != Some(&true));
    let replace = |change: Change, last_only| {
        replace_values(path.clone(), ty.clone(), insert, change, last_only)
    };
    let mut mutations = vec![
        replace(change_type, false).named("other_type", "the value has another type"),
        replace(wrap, false).named("wrapped", "the value is in a list"),
        replace(change_type, true)
            .named("other_type_in_last", "the value of the last record has another type"),
    ];
    if declaration.is_some_and(|field| field.nullable.stated() == Some(&false)) {
        mutations.push(replace(|_, _| Json::Null, false).named("null", "the value is null"));
    }
    if matches!(ty, Type::Text(Some(Format::Email | Format::Url | Format::Country))) {
        mutations.push(
            replace(|_, _| Json::Text("none".to_owned()), false)
                .named("other_format", "the value is a text with another format"),
        );
    }
    mutations
}

/// Replaces the values of a field in all records or in the last one, and adds missing ones if `insert`: a field whose
/// presence is not stated may be absent from all records, and then the mutant would never be visible.
fn replace_values(
    path: FieldPath,
    ty: Type,
    insert: bool,
    change: Change,
    last_only: bool,
) -> impl Intercept {
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
        Type::Text(_) | Type::Enumeration(_) | Type::Unknown(_) => Json::Number("7".to_owned()),
        Type::Timestamp(_) => Json::Number("1767225600".to_owned()),
        Type::Integer | Type::Number => Json::Text(match before {
            Some(Json::Number(digits)) => digits.clone(),
            _ => "7".to_owned(),
        }),
        Type::Boolean => Json::Number("1".to_owned()),
        Type::Record(_) => Json::List(Vec::new()),
        Type::List(_) => Json::Map(Vec::new()),
    }
}

/// The value in a list; for a list, its first item.
fn wrap(ty: &Type, before: Option<&Json>) -> Json {
    let value = before.cloned().unwrap_or(Json::Bool(true));
    match (ty, value) {
        (Type::List(_), Json::List(items)) => items.into_iter().next().unwrap_or(Json::Bool(true)),
        (_, value) => Json::List(vec![value]),
    }
}
