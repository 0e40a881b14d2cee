//! Inserts entries into maps of YAML files, which keep their comments and layout.

use anyhow::{Context, bail};
use reader::{Diagnostics, Node, Sources, Style, Value};

/// The text with an entry at the end of the map that these keys lead to. `lines` are its lines,
/// without the indentation of the map.
pub fn insert(path: &str, text: &str, keys: &[&str], lines: &[String]) -> anyhow::Result<String> {
    let map = keys.join(".");
    let node = find(path, text, keys)?;
    let node = node.with_context(|| format!("{path}: there is no `{map}`"))?;
    let Value::Map(entries) = &node.value else {
        bail!("{path}: `{map}` is not a map");
    };
    let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
        bail!("{path}: `{map}` is empty; give it an entry");
    };
    if text[node.span.range()].starts_with('{') {
        bail!("{path}: `{map}` is written in braces; write each entry on a line of its own");
    }
    let before = &text[..first.key.span.range().start];
    let column = before.len() - before.rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[..last.value.span.range().end].trim_end().len();
    let end = text[end..].find('\n').map_or(text.len(), |newline| end + newline);
    let indent = " ".repeat(column);
    let added = lines.iter().map(|line| match line.as_str() {
        "" => "\n".to_owned(),
        line => format!("\n{indent}{line}"),
    });
    let added: String = added.collect();
    Ok(format!("{}{added}{}", &text[..end], &text[end..]))
}

/// Whether these keys lead to a value.
pub fn has(path: &str, text: &str, keys: &[&str]) -> anyhow::Result<bool> {
    Ok(find(path, text, keys)?.is_some())
}

fn find(path: &str, text: &str, keys: &[&str]) -> anyhow::Result<Option<Node>> {
    let (mut sources, mut out) = (Sources::new(), Diagnostics::new());
    let file = sources.add(path, text);
    let Some(mut node) = reader::parse(&sources, file, &mut out) else {
        bail!("{}", reader::render(&sources, &out, Style::Plain));
    };
    for key in keys {
        let Value::Map(entries) = node.value else {
            return Ok(None);
        };
        match entries.into_iter().find(|entry| entry.key.value == *key) {
            Some(entry) => node = entry.value,
            None => return Ok(None),
        }
    }
    Ok(Some(node))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
records:
  Book:
    fields:
      title: { type: string } # of the cover
      about: >-
        Some
        lines

# Other things.
fixtures: { book: {} }
";

    fn inserted(keys: &[&str]) -> anyhow::Result<String> {
        insert("a.yaml", FILE, keys, &["new:".to_owned(), "  type: string".to_owned()])
    }

    #[test]
    fn entries_follow_the_last_one_with_its_indentation() {
        let added = inserted(&["records", "Book", "fields"]).unwrap();
        let expected = FILE.replace("lines\n", "lines\n      new:\n        type: string\n");
        assert_eq!(added, expected);
        let added = inserted(&["records"]).unwrap();
        assert_eq!(added, FILE.replace("lines\n", "lines\n  new:\n    type: string\n"));
    }

    #[test]
    fn maps_in_braces_and_missing_ones_are_refused() {
        assert!(inserted(&["fixtures"]).unwrap_err().to_string().contains("braces"));
        assert!(
            inserted(&["records", "Loan"]).unwrap_err().to_string().contains("no `records.Loan`")
        );
        assert!(has("a.yaml", FILE, &["records", "Book"]).unwrap());
        assert!(!has("a.yaml", FILE, &["record"]).unwrap());
    }
}
