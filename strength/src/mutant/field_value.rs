//! A member holds a value of its type that is not the one of the thing.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Contract, Operation, Type};

use super::Way;
use super::field_type::declared;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

pub(super) fn ways(
    contract: &Contract,
    operation: Option<&Operation>,
    member: &str,
    field: &str,
) -> Vec<Way> {
    let text = |text: &str| Json::Text(text.to_owned());
    let always =
        |kind, statement, value| Way::new(kind, statement, Always::of(member, field, value));
    let one = "it is the same in each record";
    let ty = declared(contract, operation, member, field).map(|field| &field.ty);
    match ty {
        Some(Type::Boolean) => vec![
            always("always_true", "it is always true", Json::Bool(true)),
            always("always_false", "it is always false", Json::Bool(false)),
        ],
        Some(Type::Integer | Type::Number) => vec![
            always("always_zero", one, Json::Number("0".to_owned())),
            always("always_seven", one, Json::Number("7".to_owned())),
        ],
        Some(Type::Timestamp(_)) => vec![
            always("long_ago", "it is long ago", text("1970-01-01T00:00:00Z")),
            always("far_ahead", "it is far ahead", text("2999-01-01T00:00:00Z")),
        ],
        Some(Type::Enumeration(values)) => {
            let word = values.first().map_or("same", String::as_str);
            vec![always("always_the_same", one, text(word))]
        }
        _ => vec![
            always("always_the_same", one, text("same")),
            always("always_empty", "it is always empty", text("")),
        ],
    }
}

struct Always {
    member: String,
    field: String,
    value: Json,
}

impl Always {
    fn of(member: &str, field: &str, value: Json) -> Self {
        Self {
            member: member.to_owned(),
            field: field.to_owned(),
            value,
        }
    }
}

impl Bend for Always {
    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        answer::edited(answers.main, |body| {
            for record in json::records(body, &self.member) {
                if record.iter().any(|(name, _)| *name == self.field) {
                    json::set(record, &self.field, self.value.clone());
                }
            }
        })
    }

    fn looks_back(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn each_record_has_the_same_value() {
        let toy = Toy::new();
        let bend = Always::of("books", "pages", Json::Number("7".to_owned()));
        let sent = request("GET", "/books", None);
        let shown = response(200, r#"{"books":[{"pages":1},{"pages":2},{}]}"#);
        let bent = response(200, r#"{"books":[{"pages":7},{"pages":7},{}]}"#);
        assert_eq!(toy.response(&bend, &sent, shown), bent);
    }
}
