//! Refuses words of the language where they have no meaning.
//!
//! Otherwise `message: not_shown` would be a message of nine letters. A text in quotes is a text.

use reader::{Diagnostic, Diagnostics, Entry, KeyTable, Node, Shape, Value};

use crate::language::{FACT, NONE, NOT_SHOWN, SILENCE};

/// What to write for a refusal without a message.
pub(crate) const WITHOUT_MESSAGE: &str = "a refusal with an empty body has `message: none`, and one whose words the document does not show `message: not_shown`; where errors have a code and no message, `error_body.member` names the member with the code, and the code is the `message`";

/// What to write instead, where leaving the key out is not possible: table, key, help.
const REMEDIES: [(&str, &str, &str); 5] = [
    (
        "operation",
        "key",
        "write `key: { required: false }` if no key is required; for a service without a key, write `key: none` in `service.yaml`",
    ),
    (
        "paging",
        "meta",
        "leave it out where the members that describe the page are beside the list; if they are not shown, write `paging: { not_shown: TEXT }`",
    ),
    ("paging", "total", "leave `total` out: a page without a total has none"),
    (
        "order",
        "by",
        "if no member determines the order, write `creation`, or `order: { not_shown: TEXT }`",
    ),
    (
        "service",
        "error_body",
        "the language has no service without an error body: name the member with the message",
    ),
];

/// Words for booleans.
const BOOLEANS: [&str; 4] = ["true", "false", "yes", "no"];

/// Keys with the value of an input.
const INPUTS: [&str; 2] = ["default", "equals"];

/// Keys with lists of words of the document.
const LISTS_OF_WORDS: [&str; 3] = ["interpretations", "states", "values"];

/// A key of a table, or a free key.
#[derive(Clone, Copy)]
struct Place<'k> {
    table: &'static str,
    key: &'k str,
    required: bool,
    in_list: bool,
    /// Whether it is the `value` of a fact, which is stated.
    in_fact: bool,
}

/// Reports plain `not_shown`, `none` and booleans in a file where its keys do not admit them. Each is
/// replaced by null, so that the reader of its key does not report it again.
pub(crate) fn refuse(root: &mut Node, table: &'static KeyTable, out: &mut Diagnostics) {
    if let Value::Map(entries) = &mut root.value {
        let place =
            Place { table: table.name, key: "", required: true, in_list: false, in_fact: false };
        map(entries, Shape::Table(table), place, out);
    }
}

fn value(node: &mut Node, shape: Shape, place: Place<'_>, out: &mut Diagnostics) {
    let admitted = |word: &str| admits(shape, word, place) && !(place.in_fact && word == NOT_SHOWN);
    if let Some(word) = word_of(node).filter(|word| !admitted(word)) {
        out.push(refusal(node, word, shape, place));
        node.value = Value::Null;
        return;
    }
    match &mut node.value {
        Value::List(items) => {
            if let Some(shape) = item_of(shape) {
                let place = Place { in_list: true, ..place };
                items.iter_mut().for_each(|item| value(item, shape, place, out));
            }
        }
        Value::Map(entries) => map(entries, shape, place, out),
        _ => {}
    }
}

/// `not_shown`, with or without a note, `none`, or a boolean.
fn word_of(node: &Node) -> Option<&'static str> {
    match &node.value {
        Value::Scalar(scalar) if scalar.plain => {
            let mut words = [NOT_SHOWN, NONE].into_iter().chain(BOOLEANS);
            words.find(|word| *word == scalar.text)
        }
        Value::Map(entries) => entries.iter().any(is_note).then_some(NOT_SHOWN),
        _ => None,
    }
}

/// Whether an entry is `not_shown: NOTE`; elsewhere the key has a map of slots.
fn is_note(entry: &Entry) -> bool {
    *entry.key == NOT_SHOWN && !matches!(entry.value.value, Value::Map(_))
}

fn map(entries: &mut [Entry], outer: Shape, owner: Place<'_>, out: &mut Diagnostics) {
    let shape = map_shape(outer, entries);
    for entry in entries {
        let name = entry.key.value.as_str();
        let free = Place { key: name, required: true, in_list: false, in_fact: false, ..owner };
        let (inner, place) = match shape {
            Some(Shape::Table(table)) if is(table, &FACT) && name == "value" => {
                (outer, Place { in_fact: true, ..owner })
            }
            Some(Shape::Table(table)) => match table.key(name) {
                Some(key) => {
                    (key.shape, Place { table: table.name, required: key.required, ..free })
                }
                None => continue,
            },
            Some(Shape::MapOf(shape) | Shape::MapAmong(_, shape)) => (*shape, free),
            _ => continue,
        };
        value(&mut entry.value, inner, place, out);
    }
}

/// Whether a value of this shape can be the word.
fn admits(shape: Shape, word: &str, place: Place<'_>) -> bool {
    match shape {
        // What stands for an input or for a word of the document can be any other word.
        Shape::Text if place.in_list => word != NOT_SHOWN && LISTS_OF_WORDS.contains(&place.key),
        Shape::Text => BOOLEANS.contains(&word) && INPUTS.contains(&place.key),
        Shape::Boolean => BOOLEANS.contains(&word),
        Shape::OneOf(words) => words.contains(&word),
        // The answer of an overlay is read as the value of its slot.
        Shape::Any => BOOLEANS.contains(&word) || !["default", "example"].contains(&place.key),
        Shape::Table(table) => is(table, &SILENCE) && word == NOT_SHOWN,
        Shape::Either(shapes) => shapes.iter().any(|shape| admits(*shape, word, place)),
        _ => false,
    }
}

fn is(table: &KeyTable, other: &KeyTable) -> bool {
    table.name == other.name
}

fn item_of(shape: Shape) -> Option<Shape> {
    match shape {
        Shape::List(item) => Some(*item),
        Shape::Either(shapes) => shapes.iter().find_map(|shape| item_of(*shape)),
        _ => None,
    }
}

/// The shape of a map, of several that a value can have.
fn map_shape(shape: Shape, entries: &[Entry]) -> Option<Shape> {
    let Shape::Either(shapes) = shape else { return Some(shape) };
    let has = |key: &str| entries.iter().any(|entry| *entry.key == key);
    let fits = |shape: &Shape| match shape {
        Shape::Table(table) if is(table, &SILENCE) => has(NOT_SHOWN),
        Shape::Table(table) if is(table, &FACT) => has("value"),
        Shape::Table(_) | Shape::MapOf(_) => !has(NOT_SHOWN) && !has("value"),
        _ => false,
    };
    shapes.iter().copied().find(fits)
}

fn refusal(node: &Node, word: &str, shape: Shape, place: Place<'_>) -> Diagnostic {
    let Place { table, key, required, .. } = place;
    let message = format!("`{key}` cannot be `{word}`");
    let found = Diagnostic::error("word-without-meaning", message, node.span, "no meaning here");
    let remedy = REMEDIES.iter().find(|(owner, name, _)| (*owner, *name) == (table, key));
    let found = found.with_help(match remedy {
        Some((_, _, help)) => (*help).to_owned(),
        None if admits(shape, NOT_SHOWN, place) => {
            format!("write what the document states, or `{key}: {NOT_SHOWN}`")
        }
        None if place.in_list => "leave it out of the list".to_owned(),
        None if required => format!("`{key}` is required: state it, as {shape}"),
        None => format!("leave `{key}` out"),
    });
    if takes_text(shape) {
        found.with_help(format!("if this is the text itself, write it in quotes: `\"{word}\"`"))
    } else {
        found
    }
}

fn takes_text(shape: Shape) -> bool {
    match shape {
        Shape::Text | Shape::Any => true,
        Shape::Either(shapes) => shapes.iter().any(|shape| takes_text(*shape)),
        _ => false,
    }
}
