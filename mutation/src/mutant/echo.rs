//! A member that repeats the request has a value that is nearly, but not quite, the one sent.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use super::Mutation;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

pub(super) fn mutations(member: &str, field: &str) -> Vec<Mutation> {
    let altered = |alter| Altered {
        member: member.to_owned(),
        field: field.to_owned(),
        alter,
    };
    vec![
        Mutation::new(
            "altered",
            "the value is not quite the one that was sent",
            altered(alter),
        ),
        Mutation::new(
            "padded",
            "there is a blank behind the text, or the number is in cents",
            altered(pad),
        ),
        Mutation::new(
            "constant",
            "the value is the same whatever was sent",
            altered(fix),
        ),
    ]
}

struct Altered {
    member: String,
    field: String,
    alter: fn(&mut Json),
}

impl Intercept for Altered {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edited(upstream.main, |body| {
            for record in json::records(body, &self.member) {
                let value = record.iter_mut().find(|(name, _)| *name == self.field);
                if let Some((_, value)) = value {
                    (self.alter)(value);
                }
            }
        })
    }
}

/// Numbers lose what is behind the point, texts get another last letter.
fn alter(value: &mut Json) {
    match value {
        Json::Number(digits) => {
            digits.truncate(digits.find('.').unwrap_or(digits.len()));
        }
        Json::Text(text) => {
            let last = text.pop();
            text.push(if last == Some('x') { 'y' } else { 'x' });
        }
        Json::Bool(is) => *is = !*is,
        Json::Null | Json::List(_) | Json::Map(_) => {}
    }
}

/// A text is filled up with a blank, and a number is of hundredths.
fn pad(value: &mut Json) {
    match value {
        Json::Number(digits) => {
            let hundredfold = digits.parse::<f64>().unwrap_or_default() * 100.0;
            *digits = hundredfold.round().to_string();
        }
        Json::Text(text) => text.push(' '),
        Json::Bool(is) => *is = !*is,
        Json::Null | Json::List(_) | Json::Map(_) => {}
    }
}

fn fix(value: &mut Json) {
    *value = match value {
        Json::Number(_) => Json::Number("7".to_owned()),
        Json::Bool(_) => Json::Bool(false),
        _ => Json::Text("constant".to_owned()),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn numbers_are_truncated_and_texts_altered() {
        let server = FakeServer::new();
        let sent = request("POST", "/books", None);
        for (field, before, after) in [
            ("replacement_cost", "19.99", "19"),
            ("replacement_cost", "5", "5"),
            ("isbn", r#""978""#, r#""97x""#),
            ("isbn", r#""97x""#, r#""97y""#),
        ] {
            let intercept = Altered {
                member: "book".to_owned(),
                field: field.to_owned(),
                alter,
            };
            let body = |value: &str| response(201, &format!(r#"{{"book":{{"{field}":{value}}}}}"#));
            assert_eq!(
                server.response(&intercept, &sent, body(before)),
                body(after)
            );
        }
    }
}
