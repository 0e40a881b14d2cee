//! Field type: a field of a record has a value of another type.

use referral_conformance::json::Json;
use spec::{Format, Type};

use super::parts::fields::FieldPath;
use super::{Mutation, Target};
use crate::intercept::{Intercept, edit_body};
use crate::json;

pub(super) fn mutations(target: Target<'_>, member: &str, field: &str) -> Vec<Mutation> {
    let path = FieldPath::new(member, field);
    let declaration = path.declaration(target);
    let mutation = |name, statement, change, last_only| {
        let replace = ReplaceType {
            path: path.clone(),
            ty: declaration.map_or(Type::Text(None), |field| field.ty.clone()),
            insert: declaration.is_some_and(|field| field.present.stated() != Some(&true)),
            change,
            last_only,
        };
        Mutation::new(name, statement, replace.intercept())
    };
    let mut mutations = vec![
        mutation("other_type", "the value has another type", change_type, false),
        mutation("wrapped", "the value is in a list", wrap, false),
        mutation(
            "other_type_in_last",
            "the value of the last record has another type",
            change_type,
            true,
        ),
    ];
    if declaration.is_some_and(|field| field.nullable.stated() == Some(&false)) {
        mutations.push(mutation("null", "the value is null", |_, _| Json::Null, false));
    }
    let formats =
        |ty: &Type| matches!(ty, Type::Text(Some(Format::Email | Format::Url | Format::Country)));
    if declaration.is_some_and(|field| formats(&field.ty)) {
        let other_format: fn(&Type, Option<&Json>) -> Json = |_, _| Json::Text("none".to_owned());
        mutations.push(mutation(
            "other_format",
            "the value is a text with another format",
            other_format,
            false,
        ));
    }
    mutations
}

/// Replaces the values of a field.
struct ReplaceType {
    path: FieldPath,
    ty: Type,
    /// Whether to add a missing field. A field whose presence is not stated may be absent from all records, and then
    /// the mutant would never be visible.
    insert: bool,
    /// The new value, from the type and the old value.
    change: fn(&Type, Option<&Json>) -> Json,
    last_only: bool,
}

impl ReplaceType {
    fn intercept(self) -> impl Intercept {
        edit_body(move |_, body| {
            let mut records = json::records(body, &self.path.member);
            if self.last_only {
                records.drain(..records.len().saturating_sub(1));
            }
            for record in records {
                let before = record.iter().find(|(name, _)| *name == self.path.field);
                let before = before.map(|(_, value)| value);
                if before.is_some() || self.insert {
                    let value = (self.change)(&self.ty, before);
                    json::set(record, &self.path.field, value);
                }
            }
        })
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn values_have_another_type() {
        let server = FakeServer::new();
        let sent = request("GET", "/books/b1", None);
        let book = |book: &str| response(200, &format!(r#"{{"book":{book}}}"#));
        for (ty, insert, before, after) in [
            (Type::Text(None), false, r#"{"f":"Emma"}"#, r#"{"f":7}"#),
            (Type::Integer, false, r#"{"f":474}"#, r#"{"f":"474"}"#),
            (Type::Boolean, false, r#"{"f":true}"#, r#"{"f":1}"#),
            (Type::List(Box::new(Type::Text(None))), false, r#"{"f":["Jane"]}"#, r#"{"f":{}}"#),
            (Type::Text(None), false, "{}", "{}"),
            (Type::Text(None), true, "{}", r#"{"f":7}"#),
        ] {
            let replace = ReplaceType {
                path: FieldPath::new("book", "f"),
                ty,
                insert,
                change: change_type,
                last_only: false,
            };
            assert_eq!(server.response(&replace.intercept(), &sent, book(before)), book(after));
        }
    }
}
