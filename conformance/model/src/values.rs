//! Values that obey the constraints of an input, and values that break one of them.

use spec::{Constraint, Constraints, Contract, InputField, Operation, QueryParameter, Type};

use crate::json::Json;
use crate::scenario::{Reference, Template, TemplatePiece, Value};

/// The shortest and the longest text that a run makes to be unique.
const UNIQUE: [&str; 2] = ["1.000000.1", "0123456789abcdef.012345.99999"];

/// The text as a run may send it. `None` if a part of it comes from a target or a response.
pub(crate) fn stood_in(text: &Template, unique: &str) -> Option<String> {
    let pieces = text.pieces.iter().map(|piece| match piece {
        TemplatePiece::Literal(text) => Some(text.as_str()),
        TemplatePiece::Reference(Reference::Run | Reference::Scenario | Reference::Unique) => {
            Some(unique)
        }
        TemplatePiece::Reference(Reference::UniqueWord) => Some("bcdfghjk"),
        TemplatePiece::Reference(Reference::EmailDomain) => Some("example.org"),
        TemplatePiece::Reference(_) => None,
    });
    pieces.collect()
}

/// The constraints that a value breaks.
pub fn broken_by(constraints: &Constraints, value: &Json) -> Vec<Constraint> {
    let value = serde_json::from_str::<serde_json::Value>(&value.to_string());
    value.map(|value| constraints.broken_by(&value)).unwrap_or_default()
}

/// Whether a value obeys the constraints.
pub fn admits(constraints: &Constraints, value: &Json) -> bool {
    constraints.stated().next().is_none() || broken_by(constraints, value).is_empty()
}

/// Whether a value of a scenario obeys the constraints in every run.
pub fn always_admits(constraints: &Constraints, value: &Value) -> bool {
    let text = match value {
        _ if constraints.stated().next().is_none() => return true,
        Value::Json(json) => return admits(constraints, json),
        Value::Text(text) => text,
    };
    UNIQUE
        .iter()
        .all(|unique| stood_in(text, unique).is_some_and(|text| constraints.admit_text(&text)))
}

/// Whether every text of some words and a part that is unique obeys the constraints.
pub fn admits_words(constraints: &Constraints) -> bool {
    let texts = ["A {unique}", "Words of forty characters, then the rest {unique}"];
    texts.iter().all(|text| always_admits(constraints, &Value::from(*text)))
}

/// Whether an input takes every text of some words: a plain text, of which the document does not leave open what is accepted.
pub fn takes_words(field: &InputField) -> bool {
    let is_plain = field.ty == Type::Text(None) && !field.several && field.record.is_none();
    is_plain && field.values_open.is_none() && admits_words(&field.constraints)
}

/// Whether a valid value can be made from what the contract states. `within` are the enclosing records.
pub fn is_known(
    contract: &Contract,
    ty: &Type,
    constraints: &Constraints,
    within: &[&str],
) -> bool {
    match ty {
        Type::Unknown(_) => constraints.example.is_some(),
        Type::List(item) | Type::Map(item) => {
            constraints.example.is_some() || is_known(contract, item, constraints, within)
        }
        Type::Record(name) if within.contains(&name.as_str()) => false,
        Type::Record(name) => {
            let within = [within, &[name.as_str()]].concat();
            let fields = contract.record(name).map_or(&[][..], |record| &record.fields);
            let mut required = fields.iter().filter(|field| field.present.stated() == Some(&true));
            required.all(|field| is_known(contract, &field.ty, &field.constraints, &within))
        }
        _ => true,
    }
}

/// Whether the contract shows a valid value of each required input that is no record.
pub fn has_known_inputs(contract: &Contract, operation: &Operation) -> bool {
    let query = operation.query.iter().filter(|query| query.required);
    let mut query = query.map(|query| (&query.ty, &query.constraints));
    let body = operation.body.iter().filter(|field| field.required && field.record.is_none());
    let mut body = body.map(|field| (&field.ty, &field.constraints));
    let is_known = |(ty, constraints)| is_known(contract, ty, constraints, &[]);
    query.all(is_known) && body.all(is_known)
}

/// The example of the contract.
pub fn example(constraints: &Constraints) -> Option<Json> {
    constraints.example.as_ref().map(Json::from)
}

/// Values at the limits of the constraints, and those made from the example of a pattern.
pub fn bounds(ty: &Type, constraints: &Constraints) -> Vec<Value> {
    // A service that counts bytes refuses the second text, or accepts a text that is too short.
    let texts =
        |length: usize| ["a", "é"].map(|letter| Value::Text(Template::of(letter.repeat(length))));
    let mut values: Vec<Value> = match ty {
        Type::Integer | Type::Number => {
            let bounds = [constraints.minimum, constraints.maximum];
            bounds.into_iter().flatten().map(number).collect()
        }
        Type::Text(None) => match pattern_example(constraints) {
            Some(example) => (0..PATTERN_VALUES)
                .map(|number| Value::Text(Template::of(constraints.variant(example, number * 7))))
                .collect(),
            None => {
                let lengths = [constraints.min_length, constraints.max_length];
                lengths.into_iter().flatten().filter(|length| *length > 0).flat_map(texts).collect()
            }
        },
        Type::List(item) => {
            let counts = [constraints.min_items, constraints.max_items];
            let lists =
                counts.into_iter().flatten().filter_map(|count| list_of(item, constraints, count));
            lists.map(Value::Json).collect()
        }
        _ => Vec::new(),
    };
    values.retain(|value| always_admits(constraints, value));
    values
}

/// How many values of a pattern are sent.
const PATTERN_VALUES: u64 = 8;

/// A list of that many items, no two of them the same. `None` if they cannot be made from what the contract states.
pub fn list_of(item: &Type, constraints: &Constraints, count: usize) -> Option<Json> {
    let made = |number: usize| match item {
        Type::Text(None) => match pattern_example(constraints) {
            Some(example) => Json::Text(constraints.variant(example, number as u64)),
            None => Json::Text(constraints.fit_text(&letters(number))),
        },
        Type::Integer => {
            let first = constraints.minimum.unwrap_or(1.0).ceil();
            Json::Number((first + u32::try_from(number).map_or(0.0, f64::from)).to_string())
        }
        _ => Json::Null,
    };
    let items: Vec<Json> = match item {
        Type::Enumeration(words) => words.iter().cloned().map(Json::Text).take(count).collect(),
        Type::Text(None) | Type::Integer if count <= MOST_ITEMS => (0..count).map(made).collect(),
        _ => Vec::new(),
    };
    let are_different = (1..items.len()).all(|at| !items[..at].contains(&items[at]));
    (items.len() == count && are_different).then_some(Json::List(items))
}

/// Texts with as many values of a list in the query as it can have, and with one more or less, which are refused.
pub fn counts_in_query(query: &QueryParameter) -> (Vec<Value>, Vec<(Constraint, Value)>) {
    let Constraints { min_items, max_items, .. } = query.constraints;
    let of_count = |count: usize, broken: &[Constraint]| {
        let list = list_of(&query.ty, &query.constraints, count).filter(|_| count > 0)?;
        let items: Vec<String> = list.items()?.iter().map(plain).collect();
        let is_sent_as_made = items.iter().all(|item| !item.is_empty() && !item.contains(','));
        let text = items.join(",");
        let fits = is_sent_as_made && text.len() <= MOST_IN_QUERY;
        (fits && broken_by(&query.constraints, &list) == broken)
            .then(|| Value::Text(Template::of(text)))
    };
    if query.several.is_none() {
        return (Vec::new(), Vec::new());
    }
    let inside = min_items.into_iter().chain(max_items);
    let inside = inside.filter_map(|count| of_count(count, &[])).collect();
    let few = min_items.and_then(|least| least.checked_sub(1)).map(|it| (Constraint::MinItems, it));
    let many = max_items.map(|most| (Constraint::MaxItems, most + 1));
    let outside = few.into_iter().chain(many);
    let outside = outside.filter_map(|(broken, count)| Some((broken, of_count(count, &[broken])?)));
    (inside, outside.collect())
}

/// The most bytes of a list in the query: services and proxies refuse long addresses.
const MOST_IN_QUERY: usize = 2000;

/// The most items of a list that is made.
const MOST_ITEMS: usize = 1000;

fn plain(item: &Json) -> String {
    item.text().map_or_else(|| item.to_string(), str::to_owned)
}

/// Letters that no other number gives.
fn letters(mut number: usize) -> String {
    let mut letters = String::new();
    loop {
        letters.push(char::from(b"abcdefghijklmnopqrstuvwxyz"[number % 26]));
        number /= 26;
        if number == 0 {
            return letters;
        }
    }
}

/// The example of a text with a pattern, or the first item of the example of a list of them.
fn pattern_example(constraints: &Constraints) -> Option<&str> {
    constraints.pattern.as_ref()?;
    let example = constraints.example.as_ref()?;
    example.as_array().and_then(|items| items.first()).unwrap_or(example).as_str()
}

fn number(number: f64) -> Value {
    Value::Json(Json::Number(number.to_string()))
}

/// Values that break exactly one constraint each, with the constraint.
pub fn near_misses(ty: &Type, constraints: &Constraints) -> Vec<(Constraint, Value)> {
    let mut misses = all_misses(ty, constraints);
    misses.dedup();
    let broken = |value: &Json| match broken_by(constraints, value).as_slice() {
        [one] => Some(*one),
        _ => None,
    };
    misses.into_iter().filter_map(|json| Some((broken(&json)?, sent(json)))).collect()
}

/// Values just outside of each constraint. They may break others, too.
fn all_misses(ty: &Type, constraints: &Constraints) -> Vec<Json> {
    match ty {
        Type::Integer | Type::Number => {
            let below = constraints.minimum.map(|least| least - 1.0);
            let above = constraints.maximum.map(|most| most + 1.0);
            let outside = below.into_iter().chain(above);
            outside.map(|number| Json::Number(number.to_string())).collect()
        }
        Type::Text(None) => text_misses(constraints).into_iter().map(Json::Text).collect(),
        Type::List(item) => {
            let single = all_misses(item, constraints).into_iter();
            // The other items that the list needs are valid.
            let others = constraints.min_items.and_then(|least| least.checked_sub(1)).unwrap_or(0);
            let others = list_of(item, constraints, others);
            let others = others.as_ref().and_then(Json::items).unwrap_or_default();
            let with_others = |item| Json::List([&[item], others].concat());
            let mut lists: Vec<Json> = single.map(with_others).collect();
            let valid = match bounds(item, constraints).into_iter().next() {
                Some(Value::Json(json)) => json,
                Some(Value::Text(text)) => Json::Text(text.to_string()),
                None => Json::Text("same".to_owned()),
            };
            lists.push(Json::List(vec![valid.clone(), valid]));
            let few = constraints.min_items.and_then(|least| least.checked_sub(1));
            let many = constraints.max_items.map(|most| most + 1);
            let counts = few.into_iter().chain(many);
            lists.extend(counts.filter_map(|count| list_of(item, constraints, count)));
            lists
        }
        _ => Vec::new(),
    }
}

fn text_misses(constraints: &Constraints) -> Vec<String> {
    let valid = pattern_example(constraints).unwrap_or_default();
    let of_length = |length: usize, letter: char| {
        let mut chars: Vec<char> = valid.chars().take(length).collect();
        let last = chars.last().copied().unwrap_or(letter);
        chars.resize(length, last);
        chars.into_iter().collect::<String>()
    };
    let short = constraints.min_length.and_then(|least| least.checked_sub(1));
    let short =
        short.into_iter().flat_map(|length| ['a', 'é'].map(|letter| of_length(length, letter)));
    let long = constraints.max_length.map(|most| of_length(most + 1, 'a'));
    let mut misses: Vec<String> = short.chain(long).collect();
    let chars: Vec<char> = valid.chars().collect();
    for at in 0..chars.len() {
        let mut other = chars.clone();
        other[at] = '!';
        misses.push(other.into_iter().collect());
    }
    if !valid.is_empty() {
        misses.extend([format!("{valid}!"), format!("!{valid}")]);
        // Common mistakes in regular expressions: letters of the other case, and `\d` for the digits of all scripts.
        // Leading and trailing blanks are not tested, because a service may remove them.
        misses.extend([valid.to_lowercase(), valid.to_uppercase()]);
        misses.push(valid.replace(|letter: char| letter.is_ascii_digit(), "٣"));
    }
    misses
}

/// A text as it is, or another value as JSON.
fn sent(json: Json) -> Value {
    match json {
        Json::Text(text) => Value::Text(Template::of(text)),
        json => Value::Json(json),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn limits(minimum: f64, maximum: f64) -> Constraints {
        Constraints { minimum: Some(minimum), maximum: Some(maximum), ..Constraints::default() }
    }

    fn lengths(least: usize, most: usize) -> Constraints {
        Constraints { min_length: Some(least), max_length: Some(most), ..Constraints::default() }
    }

    fn counts(least: usize, most: usize) -> Constraints {
        Constraints { min_items: Some(least), max_items: Some(most), ..Constraints::default() }
    }

    #[test]
    fn items_of_a_made_list_differ() {
        let words = Type::Enumeration(["a", "b"].map(str::to_owned).to_vec());
        for (item, constraints, count) in [
            (Type::Text(None), Constraints::default(), 30),
            (Type::Text(None), lengths(3, 4), 30),
            (Type::Integer, limits(5.0, 9.0), 5),
            (words.clone(), Constraints::default(), 2),
        ] {
            let list = list_of(&item, &constraints, count).unwrap();
            assert_eq!(list.items().unwrap().len(), count, "{list}");
            assert!(admits(&constraints, &list), "{list}");
        }
        assert_eq!(list_of(&words, &Constraints::default(), 3), None);
        assert_eq!(list_of(&Type::Boolean, &Constraints::default(), 3), None);
    }

    #[test]
    fn each_near_miss_breaks_one_constraint() {
        use Constraint::{MaxItems, MaxLength, Maximum, MinItems, MinLength, Minimum, UniqueItems};
        let list = Type::List(Box::new(Type::Text(None)));
        let unique = Constraints { unique_items: true, ..lengths(0, 2) };
        for (ty, constraints, broken) in [
            (Type::Integer, limits(-100.0, 100.0), vec![Minimum, Maximum]),
            (Type::Number, limits(0.5, 0.5), vec![Minimum, Maximum]),
            // Letters that take one byte and two bytes in UTF-8.
            (Type::Text(None), lengths(2, 80), vec![MinLength, MinLength, MaxLength]),
            (list.clone(), unique, vec![MaxLength, UniqueItems]),
            (list, counts(2, 8), vec![MinItems, MaxItems]),
            (Type::Text(None), Constraints::default(), vec![]),
        ] {
            let misses = near_misses(&ty, &constraints);
            let found: Vec<_> = misses.iter().map(|(constraint, _)| *constraint).collect();
            assert_eq!(found, broken, "{constraints:?}");
        }
    }

    #[test]
    fn slips_of_regular_expressions_are_near_misses() {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/tests/stockroom/contract");
        let contract = spec::load(&spec::read_folder(&folder).0, None).contract.unwrap();
        let constraints =
            contract.operation("add_item").unwrap().body_field("sku").unwrap().constraints.clone();
        let misses = near_misses(&Type::Text(None), &constraints);
        let sent: Vec<_> = misses.iter().filter_map(|(_, value)| value.text()?.literal()).collect();
        for slip in ["brk-0042", "BRK-٣٣٣٣", "BRK-0042!", "!BRK-0042"] {
            assert!(sent.contains(&slip), "{slip}: {sent:?}");
        }
        assert!(!sent.contains(&"BRK-0042"));
    }

    #[test]
    fn bounds_are_admitted() {
        let text = Type::Text(None);
        for (ty, constraints, count) in [
            (Type::Integer, limits(1.0, 5000.0), 2),
            (text.clone(), lengths(1, 80), 4),
            (text.clone(), Constraints::default(), 0),
            (Type::List(Box::new(text)), counts(0, 8), 2),
        ] {
            assert_eq!(bounds(&ty, &constraints).len(), count);
        }
    }

    #[test]
    fn words_with_a_unique_part_need_room() {
        assert!(admits_words(&lengths(1, 80)) && admits_words(&Constraints::default()));
        assert!(!admits_words(&lengths(1, 60)) && !admits_words(&lengths(30, 200)));
    }
}
