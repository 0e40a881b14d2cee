//! Echo: a member that repeats an input has a different value.

use referral_conformance::json::Json;

use super::Mutation;
use super::parts::fields::FieldPath;
use crate::intercept::{Intercept, edit_body};

pub(super) fn mutations(member: &str, field: &str) -> Vec<Mutation> {
    let change = |change| change_values(FieldPath::new(member, field), change);
    vec![
        Mutation::new(
            "altered",
            "numbers are truncated, texts have another last letter",
            change(alter),
        ),
        Mutation::new("padded", "texts have a trailing space, numbers are in cents", change(pad)),
        Mutation::new("constant", "the value is constant", change(set_constant)),
    ]
}

fn change_values(path: FieldPath, change: fn(&mut Json)) -> impl Intercept {
    edit_body(move |_, body| path.values(body).into_iter().for_each(change))
}

fn alter(value: &mut Json) {
    match value {
        Json::Number(digits) => {
            digits.truncate(digits.find('.').unwrap_or(digits.len()));
        }
        Json::Text(text) => {
            let last = text.pop();
            text.push(if last == Some('x') { 'y' } else { 'x' });
        }
        Json::Bool(flag) => *flag = !*flag,
        Json::Null | Json::List(_) | Json::Map(_) => {}
    }
}

fn pad(value: &mut Json) {
    match value {
        Json::Number(digits) => {
            let cents = digits.parse::<f64>().unwrap_or_default() * 100.0;
            *digits = cents.round().to_string();
        }
        Json::Text(text) => text.push(' '),
        Json::Bool(flag) => *flag = !*flag,
        Json::Null | Json::List(_) | Json::Map(_) => {}
    }
}

fn set_constant(value: &mut Json) {
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
            let intercept = change_values(FieldPath::new("book", field), alter);
            let body = |value: &str| response(201, &format!(r#"{{"book":{{"{field}":{value}}}}}"#));
            assert_eq!(server.response(&intercept, &sent, body(before)), body(after));
        }
    }
}
