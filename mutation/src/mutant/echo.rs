//! A member that repeats the request has a value that is nearly, but not quite, the one sent.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

pub(super) fn ways(member: &str, field: &str) -> Vec<Way> {
    let altered = |alter| Altered {
        member: member.to_owned(),
        field: field.to_owned(),
        alter,
    };
    vec![
        Way::new(
            "altered",
            "the value is not quite the one that was sent",
            altered(alter),
        ),
        Way::new(
            "padded",
            "there is a blank behind the text, or the number is in cents",
            altered(pad),
        ),
        Way::new(
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

impl Bend for Altered {
    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        answer::edited(answers.main, |body| {
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
    use crate::toy::{Toy, request, response};

    #[test]
    fn amounts_are_rounded_and_names_misspelled() {
        let toy = Toy::new();
        let sent = request("POST", "/books", None);
        for (field, before, after) in [
            ("replacement_cost", "19.99", "19"),
            ("replacement_cost", "5", "5"),
            ("isbn", r#""978""#, r#""97x""#),
            ("isbn", r#""97x""#, r#""97y""#),
        ] {
            let bend = Altered {
                member: "book".to_owned(),
                field: field.to_owned(),
                alter,
            };
            let body = |value: &str| response(201, &format!(r#"{{"book":{{"{field}":{value}}}}}"#));
            assert_eq!(toy.response(&bend, &sent, body(before)), body(after));
        }
    }
}
