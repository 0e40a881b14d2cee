//! A member of a record holds a value of another type.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Body, Contract, Field, Format, Operation, Type};

use super::Mutation;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

pub(super) fn mutations(
    contract: &Contract,
    operation: Option<&Operation>,
    member: &str,
    field: &str,
) -> Vec<Mutation> {
    let record_field = declared(contract, operation, member, field);
    let is_never_null = record_field.is_some_and(|field| field.nullable.stated() == Some(&false));
    let has_format = record_field.is_some_and(|field| {
        matches!(
            field.ty,
            Type::Text(Some(Format::Email | Format::Url | Format::Country))
        )
    });
    let wrongs = [
        Some(("other_type", "the value is of another type", Wrong::Type)),
        Some(("wrapped", "the value is in a list", Wrong::Wrapped)),
        Some((
            "other_type_in_last",
            "the value of the last record is of another type",
            Wrong::TypeOfLast,
        )),
        is_never_null.then_some(("null", "the value is null", Wrong::Null)),
        has_format.then_some((
            "unlike",
            "the value is text of another format",
            Wrong::Format,
        )),
    ];
    let mutation = |(kind, statement, wrong)| {
        let intercept = Other::of(record_field, member, field, wrong);
        Mutation::new(kind, statement, intercept)
    };
    wrongs.into_iter().flatten().map(mutation).collect()
}

/// How a value is wrong.
#[derive(Clone, Copy)]
enum Wrong {
    Type,
    TypeOfLast,
    Wrapped,
    Null,
    Format,
}

struct Other {
    member: String,
    field: String,
    ty: Type,
    /// Whether a record without the member gets one: where presence is not stated, the server may
    /// leave it out, and then it would never be there with a wrong value.
    insert: bool,
    wrong: Wrong,
}

impl Other {
    fn of(known: Option<&Field>, member: &str, field: &str, wrong: Wrong) -> Self {
        Self {
            member: member.to_owned(),
            field: field.to_owned(),
            ty: known.map_or(Type::Text(None), |field| field.ty.clone()),
            insert: known.is_some_and(|field| field.present.stated() != Some(&true)),
            wrong,
        }
    }
}

/// A field of the record in a member of the envelope.
pub(super) fn declared<'c>(
    contract: &'c Contract,
    operation: Option<&Operation>,
    member: &str,
    field: &str,
) -> Option<&'c Field> {
    let Body::Envelope(members) = operation?.success.body.stated()? else {
        return None;
    };
    let held = members.iter().find(|known| known.wire == member)?;
    let record = contract.record(record_name(&held.ty)?)?;
    record.fields.iter().find(|known| known.wire == field)
}

fn record_name(ty: &Type) -> Option<&str> {
    match ty {
        Type::Record(name) => Some(name),
        Type::List(item) => record_name(item),
        _ => None,
    }
}

impl Intercept for Other {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edited(upstream.main, |body| {
            let mut records = json::records(body, &self.member);
            if let Wrong::TypeOfLast = self.wrong {
                records.drain(..records.len().saturating_sub(1));
            }
            for record in records {
                let before = record.iter().find(|(name, _)| *name == self.field);
                let before = before.map(|(_, value)| value);
                if before.is_some() || self.insert {
                    let wrong = match self.wrong {
                        Wrong::Type | Wrong::TypeOfLast => wrong(&self.ty, before),
                        Wrong::Wrapped => wrapped(&self.ty, before),
                        Wrong::Null => Json::Null,
                        Wrong::Format => Json::Text("none".to_owned()),
                    };
                    json::set(record, &self.field, wrong);
                }
            }
        })
    }
}

/// A value as near to the right one as another type allows: `"5"` for `5`, `1` for `true`.
fn wrong(ty: &Type, before: Option<&Json>) -> Json {
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

/// The value in a list; where a list is right, its first item alone.
fn wrapped(ty: &Type, before: Option<&Json>) -> Json {
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
        let operation = server.contract.operation("get_book").unwrap();
        let sent = request("GET", "/books/b1", None);
        for (field, before, after) in [
            ("title", r#"{"title":"Emma"}"#, r#"{"title":7}"#),
            ("pages", r#"{"pages":474}"#, r#"{"pages":"474"}"#),
            (
                "reference_only",
                r#"{"reference_only":true}"#,
                r#"{"reference_only":1}"#,
            ),
            ("authors", r#"{"authors":["Jane"]}"#, r#"{"authors":{}}"#),
            (
                "acquired_at",
                r#"{"acquired_at":"2026"}"#,
                r#"{"acquired_at":1767225600}"#,
            ),
            // Stated to be there: not for this mutant to add.
            ("title", "{}", "{}"),
            // Not stated to be there: it would never be seen unless it was added.
            ("publsher", "{}", r#"{"publsher":7}"#),
        ] {
            let known = declared(&server.contract, Some(operation), "book", field);
            let intercept = Other::of(known, "book", field, Wrong::Type);
            let book = |book: &str| response(200, &format!(r#"{{"book":{book}}}"#));
            assert_eq!(
                server.response(&intercept, &sent, book(before)),
                book(after),
                "{field}"
            );
        }
    }
}
