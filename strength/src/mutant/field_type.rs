//! A member of a record holds a value of another type.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Body, Contract, Field, Operation, Type};

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

pub(super) fn ways(
    contract: &Contract,
    operation: Option<&Operation>,
    member: &str,
    field: &str,
) -> Vec<Way> {
    let bend = Other::of(contract, operation, member, field);
    vec![Way::new("other_type", "the value is of another type", bend)]
}

struct Other {
    member: String,
    field: String,
    ty: Type,
    /// Whether a record without the member gets one: where presence is not stated, the server may
    /// leave it out, and then it would never be there with a wrong value.
    insert: bool,
}

impl Other {
    pub(super) fn of(
        contract: &Contract,
        operation: Option<&Operation>,
        member: &str,
        field: &str,
    ) -> Self {
        let known = declared(contract, operation, member, field);
        Self {
            member: member.to_owned(),
            field: field.to_owned(),
            ty: known.map_or(Type::Text(None), |field| field.ty.clone()),
            insert: known.is_some_and(|field| field.present.stated() != Some(&true)),
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

impl Bend for Other {
    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        answer::edited(answers.main, |body| {
            for record in json::records(body, &self.member) {
                let before = record.iter().find(|(name, _)| *name == self.field);
                if before.is_some() || self.insert {
                    let wrong = wrong(&self.ty, before.map(|(_, value)| value));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn values_are_of_another_type() {
        let toy = Toy::new();
        let operation = toy.contract.operation("get_book").unwrap();
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
            let bend = Other::of(&toy.contract, Some(operation), "book", field);
            let book = |book: &str| response(200, &format!(r#"{{"book":{book}}}"#));
            assert_eq!(
                toy.response(&bend, &sent, book(before)),
                book(after),
                "{field}"
            );
        }
    }
}
