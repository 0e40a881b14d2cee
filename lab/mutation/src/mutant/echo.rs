//! Echo: a member that repeats an input has a different value.

use super::parts::*;

pub(super) fn mutations(member: &str, field: &str) -> Vec<Mutation> {
    let change = |change: fn(&mut Json)| FieldPath::new(member, field).edit_values(change);
    vec![
        change(alter).named("altered", "numbers are truncated, texts have another last letter"),
        change(pad).named("padded", "texts have a trailing space, numbers are in cents"),
        change(set_constant).named("constant", "the value is constant"),
    ]
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
