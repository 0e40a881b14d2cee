//! YAML text that every reader takes alike.
//!
//! What a reader of YAML 1.1 would take for a truth value, a number or a date is quoted; serde's
//! writer quotes only what YAML 1.2 would misread.

use serde_yaml::{Mapping, Value};

/// Words that are no text to some reader.
const WORDS: [&str; 11] = [
    "y", "yes", "n", "no", "on", "off", "true", "false", "null", "nan", "inf",
];

/// The text of a document.
pub fn text(document: &Value) -> String {
    let mut out = String::new();
    match document {
        Value::Mapping(entries) => mapping(&mut out, entries, 0, false),
        other => value(&mut out, other, 0),
    }
    out
}

/// The entries of a mapping, the first of which may stand where the line has begun.
fn mapping(out: &mut String, entries: &Mapping, depth: usize, has_begun: bool) {
    for (index, (key, entry)) in entries.iter().enumerate() {
        if index > 0 || !has_begun {
            pad(out, depth);
        }
        scalar(out, key);
        out.push(':');
        value(out, entry, depth);
    }
}

/// What follows the colon of a key, or the dash of an item.
fn value(out: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Mapping(entries) if !entries.is_empty() => {
            out.push('\n');
            mapping(out, entries, depth + 1, false);
        }
        Value::Sequence(items) if !items.is_empty() => {
            out.push('\n');
            items.iter().for_each(|one| item(out, one, depth));
        }
        Value::String(text) if is_block(text) => {
            out.push_str(" |-\n");
            for line in text.lines() {
                if !line.is_empty() {
                    pad(out, depth + 1);
                }
                out.push_str(line);
                out.push('\n');
            }
        }
        other => {
            out.push(' ');
            scalar(out, other);
            out.push('\n');
        }
    }
}

fn item(out: &mut String, item: &Value, depth: usize) {
    pad(out, depth);
    out.push('-');
    match item {
        // The first entry stands beside the dash.
        Value::Mapping(entries) if !entries.is_empty() => {
            out.push(' ');
            mapping(out, entries, depth + 1, true);
        }
        other => value(out, other, depth + 1),
    }
}

fn pad(out: &mut String, depth: usize) {
    for _ in 0..depth {
        out.push_str("  ");
    }
}

fn scalar(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&number.to_string()),
        Value::Sequence(_) => out.push_str("[]"),
        Value::Mapping(_) => out.push_str("{}"),
        Value::String(text) if is_plain(text) => out.push_str(text),
        // A string of JSON is one of YAML.
        Value::String(text) => out.push_str(&serde_json::Value::from(text.as_str()).to_string()),
        Value::Tagged(tagged) => scalar(out, &tagged.value),
    }
}

/// Several lines that can stand as they are.
fn is_block(text: &str) -> bool {
    let printable = |c: char| c == '\n' || !c.is_control();
    text.contains('\n')
        && !text.starts_with([' ', '\n'])
        && !text.ends_with('\n')
        && text.chars().all(printable)
}

fn is_plain(text: &str) -> bool {
    let opens = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '_');
    let is_ascii_harmless =
        |c: u8| c.is_ascii_alphanumeric() || b" /_-.,;()'$!?`+=@:{}".contains(&c);
    let harmless = |c: char| match u8::try_from(c) {
        Ok(byte) if byte.is_ascii() => is_ascii_harmless(byte),
        _ => c.is_alphanumeric(),
    };
    // A colon means something before a space and at the end, and so does a hash behind a space.
    let colons = || text.char_indices().filter(|(_, c)| *c == ':');
    let quiet = |at: usize| text[at + 1..].starts_with(|c: char| c.is_alphanumeric() || c == '/');
    opens
        && text.chars().all(harmless)
        && colons().all(|(at, _)| quiet(at))
        && !text.ends_with(' ')
        && !WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let texts = [
            "plain",
            "two words",
            "no",
            "Yes",
            "401",
            "1e3",
            "",
            " x",
            "x ",
            "a: b",
            "a:",
            "a #b",
            "'q'",
            "\"q\"",
            "- x",
            "{book} not found!",
            "/books/{book}",
            "a\nb",
            "a\n\n- b",
            "a\n",
            "\n a",
            "tab\tbed",
            "größe",
            "*x",
            "&x",
            "!x",
            "%x",
            "@x",
            "null",
            "2026-01-31",
            "~",
        ];
        let items: Vec<Value> = texts.into_iter().map(Value::from).collect();
        let mut entries = Mapping::new();
        for text in texts {
            entries.insert(Value::from(text), Value::from(text));
        }
        entries.insert("list".into(), Value::Sequence(items));
        let nested = vec![
            Value::Mapping(entries.clone()),
            Value::Mapping(Mapping::new()),
        ];
        entries.insert("nested".into(), Value::Sequence(nested));
        entries.insert("none".into(), Value::Sequence(Vec::new()));
        entries.insert("number".into(), Value::from(5));
        let document = Value::Mapping(entries);
        let text = text(&document);
        assert_eq!(
            serde_yaml::from_str::<Value>(&text).unwrap(),
            document,
            "{text}"
        );
    }

    #[test]
    fn words_and_numbers_of_older_readers_are_quoted() {
        for word in ["no", "NO", "on", "Y", "401", "null"] {
            assert_eq!(text(&word.into()), format!(" \"{word}\"\n"));
        }
        assert_eq!(text(&"north".into()), " north\n");
    }
}
