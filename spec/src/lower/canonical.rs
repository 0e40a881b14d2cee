//! The contract in canonical form: what digests are taken of, so that comments and layout do not count.

use super::prelude::*;

/// All documents, one line each: address, then the tree as JSON text.
pub(super) fn text(documents: &[Document]) -> String {
    let line = |document: &Document| {
        let mut line = format!("{}\t", document.address);
        add(&mut line, &document.root);
        line.push('\n');
        line
    };
    let mut lines: Vec<String> = documents.iter().map(line).collect();
    lines.sort();
    lines.concat()
}

/// A tree as compact JSON text; every scalar is a string, keys keep their order.
pub(super) fn value(node: &Node) -> String {
    let mut out = String::new();
    add(&mut out, node);
    out
}

fn add(out: &mut String, node: &Node) {
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Scalar(scalar) => quoted(out, &scalar.text),
        Value::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                add(out, item);
            }
            out.push(']');
        }
        Value::Map(entries) => {
            out.push('{');
            for (index, entry) in entries.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                quoted(out, &entry.key.value);
                out.push(':');
                add(out, &entry.value);
            }
            out.push('}');
        }
    }
}

fn quoted(out: &mut String, text: &str) {
    out.push('"');
    let mut plain = 0;
    // All that is escaped is one byte.
    for (at, byte) in text.bytes().enumerate() {
        if byte >= b' ' && !matches!(byte, b'"' | b'\\') {
            continue;
        }
        out.push_str(&text[plain..at]);
        plain = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            _ => out.push_str(&format!("\\u{byte:04x}")),
        }
    }
    out.push_str(&text[plain..]);
    out.push('"');
}
