//! A member holds a value of its type that is not the one of the thing.

use jiff::{Timestamp, ToSpan};
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
    let place = Place {
        member: member.to_owned(),
        field: field.to_owned(),
    };
    let ty = declared(contract, operation, member, field).map(|field| &field.ty);
    let mut ways = match ty {
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
            Way::new(
                "days_before",
                "it is some days before",
                DaysBefore(place.clone()),
            ),
        ],
        Some(Type::Enumeration(values)) => {
            let word = values.first().map_or("same", String::as_str);
            let another = values.last().map_or("other", String::as_str);
            vec![
                always("always_the_same", one, text(word)),
                always("always_another", one, text(another)),
            ]
        }
        _ => vec![
            always("always_the_same", one, text("same")),
            always("always_empty", "it is always empty", text("")),
        ],
    };
    // Records that a run makes are made at nearly the same time.
    if !matches!(ty, Some(Type::Timestamp(_))) {
        let statement = "it is the one of another record";
        ways.push(Way::new("of_another", statement, OfAnother(place)));
    }
    ways
}

/// A member of the records in a member of the body.
#[derive(Clone)]
struct Place {
    member: String,
    field: String,
}

impl Place {
    fn values<'j>(&self, body: &'j mut Json) -> Vec<&'j mut Json> {
        let records = json::records(body, &self.member).into_iter().flatten();
        let values = records.filter(|(name, _)| *name == self.field);
        values.map(|(_, value)| value).collect()
    }
}

/// A point in time is some days before the right one.
struct DaysBefore(Place);

impl Bend for DaysBefore {
    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        answer::edited(answers.main, |body| {
            for value in self.0.values(body) {
                let time = value.text().and_then(|text| text.parse::<Timestamp>().ok());
                let before = time.and_then(|time| time.checked_sub(96.hours()).ok());
                if let Some(before) = before {
                    *value = Json::Text(before.to_string());
                }
            }
        })
    }

    fn looks_back(&self) -> bool {
        false
    }
}

/// Records of a list have the value of the one after them, and a single one that of the record shown before.
struct OfAnother(Place);

impl Bend for OfAnother {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let before = seen.memory.accepted(seen.call);
        let before = before.and_then(|past| Json::parse(&past.response.body));
        let before = before.and_then(|mut body| self.0.values(&mut body).pop().cloned());
        answer::edited(answers.main, |body| {
            let mut values = self.0.values(body);
            if values.len() == 1 {
                if let (Some(value), Some(before)) = (values.pop(), before) {
                    *value = before;
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
        assert_eq!(toy.response(&bend, &sent, shown.clone()), bent);
        let bend = OfAnother(Place {
            member: "books".to_owned(),
            field: "pages".to_owned(),
        });
        let bent = response(200, r#"{"books":[{"pages":2},{"pages":1},{}]}"#);
        assert_eq!(toy.response(&bend, &sent, shown), bent);
    }
}
