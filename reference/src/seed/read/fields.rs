//! Parses the fields of a seed. A missing or invalid field is reported and has no value.

use reader::{Fields, KeyTable, Node, Reader, Spanned, quoted};

use crate::domain::amount::Amount;
use crate::domain::dollars::{Dollars, InvalidDollars};
use crate::domain::email::Email;
use crate::domain::text::{InvalidText, check};
use crate::domain::timestamp::Timestamp;
use crate::ids::IdGenerator;
use crate::seed::read::wrong_value;

/// The words that a field accepts, and the parser of a word.
pub(super) type Words<T> = (&'static [&'static str], fn(&str) -> Option<T>);

/// The constructor of an identifier from a text, and its generator.
pub(super) type Identity<T> = (fn(String) -> T, fn(&IdGenerator) -> T);

/// Reports a name that cannot be written to a target file unquoted.
pub(super) fn check_word(reader: &mut Reader<'_>, word: &Spanned<String>, what: &str) {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if word.is_empty() || !word.bytes().all(allowed) {
        let message = format!("{} cannot name {what}", quoted(word));
        let help = "use letters, digits, `_` and `-`";
        wrong_value(reader, word.span, message, "goes into file names and target files", help);
    }
}

/// The text of a field. Reports a text that the service would not accept.
pub(super) fn text(
    reader: &mut Reader<'_>,
    fields: &Fields<'_>,
    key: &str,
) -> Option<Spanned<String>> {
    let text = reader.text(fields.get(key)?)?;
    let because = match check(Some(&text)) {
        Ok(()) => return Some(text),
        Err(because) => because,
    };
    let help = match because {
        InvalidText::Nul => "take the `\\0` out",
        InvalidText::TooLong => "shorten it",
    };
    let message = format!("`{key}` {because}");
    wrong_value(reader, text.span, message, "not allowed in a text", help);
    None
}

/// The text of a field without its span.
pub(super) fn plain(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &str) -> Option<String> {
    text(reader, fields, key).map(|text| text.value)
}

/// Whether a field is `true`.
pub(super) fn yes(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &str, default: bool) -> bool {
    fields.get(key).and_then(|node| reader.boolean(node)).map_or(default, |text| text.value)
}

/// The texts of a list.
pub(super) fn texts(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &str) -> Vec<String> {
    let items = fields.get(key).map_or(&[][..], |node| reader.list(node, "a list of texts"));
    items.iter().filter_map(|fields| reader.text(fields)).map(|text| text.value).collect()
}

/// The parsed word of a field.
pub(super) fn word<T>(
    reader: &mut Reader<'_>,
    fields: &Fields<'_>,
    key: &str,
    (words, meaning): Words<T>,
) -> Option<T> {
    let word = reader.word(fields.get(key)?, &key.replace('_', " "), words)?;
    meaning(word.value)
}

/// The timestamp of a field.
pub(super) fn time(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &str) -> Option<Timestamp> {
    let text = text(reader, fields, key)?;
    Timestamp::parse(&text)
        .map_err(|_| {
            let message = format!("{} is not a timestamp", quoted(&text));
            let help = "write it as 2024-05-06T07:08:09Z or 2024-05-06T07:08:09.5+02:00";
            wrong_value(reader, text.span, message, "not a timestamp", help);
        })
        .ok()
}

/// The e-mail address of a field.
pub(super) fn email(
    reader: &mut Reader<'_>,
    fields: &Fields<'_>,
    key: &str,
) -> Option<Spanned<Email>> {
    let text = text(reader, fields, key)?;
    match Email::parse(&text) {
        Ok(email) => Some(Spanned::new(email, text.span)),
        Err(_) => {
            let message = format!("{} is not an e-mail address", quoted(&text));
            let help = "write it as name@example.com, without white space around it";
            wrong_value(reader, text.span, message, "not an e-mail address", help);
            None
        }
    }
}

/// The exact number of a field.
pub(super) fn amount(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &str) -> Option<Amount> {
    let text = reader.number_text(fields.get(key)?)?;
    Amount::parse(&text)
        .map_err(|found| {
            let message = format!("{} is {found}", quoted(&text));
            wrong_value(reader, text.span, message, "not an amount", "write it as 2.50");
        })
        .ok()
}

/// The identifier of a map; without one, an identifier derived from the path in the file.
pub(super) fn uuid<T>(
    reader: &mut Reader<'_>,
    fields: &Fields<'_>,
    place: &str,
    (given, drawn): Identity<T>,
) -> T {
    match plain(reader, fields, "uuid") {
        Some(text) => given(text),
        None => drawn(&IdGenerator::from_seed(place)),
    }
}

/// The maps of a list, each with its path in the file.
pub(super) fn tables<'n>(
    reader: &mut Reader<'_>,
    fields: &Fields<'n>,
    key: &str,
    (what, table): (&str, &'static KeyTable),
    place: &str,
) -> Vec<(String, Fields<'n>)> {
    let list = fields.get(key);
    let items = list.map_or(&[][..], |list| reader.list(list, what));
    let mut maps = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let map = reader.table(item, table);
        maps.extend(map.map(|fields| (format!("{place}/{key}/{index}"), fields)));
    }
    maps
}

/// The amount in dollars of a node.
pub(super) fn dollars(reader: &mut Reader<'_>, node: &Node) -> Option<Dollars> {
    let text = reader.number_text(node)?;
    let amount = Amount::parse(&text).ok();
    match amount.map(|amount| Dollars::try_from(&amount)) {
        Some(Ok(dollars)) => Some(dollars),
        _ => {
            let message = format!("{} is {InvalidDollars}", quoted(&text));
            let help = "write it as 2.50";
            wrong_value(reader, text.span, message, "not an amount of dollars", help);
            None
        }
    }
}

/// The amount in dollars of a field, at least zero.
pub(super) fn price(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &str) -> Option<Dollars> {
    let node = fields.get(key)?;
    let dollars = dollars(reader, node)?;
    if dollars < Dollars::default() {
        let message = format!("`{key}` is below zero");
        wrong_value(reader, node.span, message, "less than nothing", "write it as 2.50");
        return None;
    }
    Some(dollars)
}

/// The integer of a field, at least zero.
pub(super) fn count(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &str) -> Option<i64> {
    let number = reader.integer(fields.get(key)?)?;
    if number.value < 0 {
        let message = format!("`{key}` is below zero");
        wrong_value(reader, number.span, message, "less than nothing", "write it as 30");
        return None;
    }
    Some(number.value)
}
