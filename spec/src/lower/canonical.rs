//! The contract in canonical form: what digests are taken of, so that comments and layout do not count.

use reader::{Node, Value};

use super::Document;

/// All documents, one line each: address, then the tree as JSON text.
pub(super) fn text(documents: &[Document]) -> String {
    let mut lines: Vec<String> = documents
        .iter()
        .map(|document| format!("{}\t{}\n", document.address, value(&document.root)))
        .collect();
    lines.sort();
    lines.concat()
}

/// A tree as compact JSON text; every scalar is a string, keys keep their order.
pub(super) fn value(node: &Node) -> String {
    match &node.value {
        Value::Null => "null".to_owned(),
        Value::Scalar(scalar) => quoted(&scalar.text),
        Value::List(items) => format!(
            "[{}]",
            items.iter().map(value).collect::<Vec<_>>().join(",")
        ),
        Value::Map(entries) => {
            let members: Vec<String> = entries
                .iter()
                .map(|entry| format!("{}:{}", quoted(&entry.key.value), value(&entry.value)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
