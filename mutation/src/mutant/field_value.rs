//! A member holds a value of its type that is not the one of the thing.

use jiff::{Timestamp, ToSpan};
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Contract, Operation, Type};

use super::Mutation;
use super::field_type::declared;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

pub(super) fn mutations(
    contract: &Contract,
    operation: Option<&Operation>,
    member: &str,
    field: &str,
) -> Vec<Mutation> {
    let text = |text: &str| Json::Text(text.to_owned());
    let always =
        |kind, statement, value| Mutation::new(kind, statement, Always::of(member, field, value));
    let one = "it is the same in each record";
    let place = Place {
        member: member.to_owned(),
        field: field.to_owned(),
    };
    let ty = declared(contract, operation, member, field).map(|field| &field.ty);
    let mut mutations = match ty {
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
            Mutation::new(
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
        mutations.push(Mutation::new("of_another", statement, OfAnother(place)));
    }
    mutations
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

impl Intercept for DaysBefore {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edited(upstream.main, |body| {
            for value in self.0.values(body) {
                let time = value.text().and_then(|text| text.parse::<Timestamp>().ok());
                let before = time.and_then(|time| time.checked_sub(96.hours()).ok());
                if let Some(before) = before {
                    *value = Json::Text(before.to_string());
                }
            }
        })
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// Records of a list have the value of the one after them, and a single one that of the record shown before.
struct OfAnother(Place);

impl Intercept for OfAnother {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let before = context.history.accepted(context.call);
        let before = before.and_then(|past| Json::parse(&past.response.body));
        let before = before.and_then(|mut body| self.0.values(&mut body).pop().cloned());
        answer::edited(upstream.main, |body| {
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

impl Intercept for Always {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edited(upstream.main, |body| {
            for record in json::records(body, &self.member) {
                if record.iter().any(|(name, _)| *name == self.field) {
                    json::set(record, &self.field, self.value.clone());
                }
            }
        })
    }

    fn uses_history(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn values_are_constant_or_shifted() {
        let server = FakeServer::new();
        let intercept = Always::of("books", "pages", Json::Number("7".to_owned()));
        let sent = request("GET", "/books", None);
        let shown = response(200, r#"{"books":[{"pages":1},{"pages":2},{}]}"#);
        let bent = response(200, r#"{"books":[{"pages":7},{"pages":7},{}]}"#);
        assert_eq!(server.response(&intercept, &sent, shown.clone()), bent);
        let intercept = OfAnother(Place {
            member: "books".to_owned(),
            field: "pages".to_owned(),
        });
        let bent = response(200, r#"{"books":[{"pages":2},{"pages":1},{}]}"#);
        assert_eq!(server.response(&intercept, &sent, shown), bent);
    }
}
