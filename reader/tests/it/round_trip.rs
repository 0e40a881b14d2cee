//! Round trips: a tree in any style is parsed back with the spans at which it was written.

use std::fmt::Write;

use proptest::prelude::*;
use reader::{Node, Value};

use crate::parsed;

/// A tree of quoted texts.
#[derive(Clone, Debug)]
enum Tree {
    Text(String),
    List(Vec<Tree>),
    Map(Vec<(String, Tree)>),
}

fn trees() -> impl Strategy<Value = Tree> {
    let text = prop_oneof![Just(String::new()), "[a-z :#'\"\\\\\n\tæ💡-]{1,12}", any::<String>()];
    text.prop_map(Tree::Text).prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Tree::List),
            prop::collection::btree_map("[a-zé ]{0,6}", inner, 0..5)
                .prop_map(|map| Tree::Map(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn flow_style(tree in trees()) {
        let mut text = String::new();
        write_flow(&tree, &mut text);
        read_back(&tree, &text)?;
    }

    #[test]
    fn block_style(tree in trees()) {
        let mut text = String::new();
        write_block(&tree, 0, &mut text);
        read_back(&tree, text.trim_start_matches('\n'))?;
    }
}

fn read_back(tree: &Tree, text: &str) -> Result<(), TestCaseError> {
    let (_, root, found) = parsed(text);
    prop_assert!(found.is_empty(), "{text}\n{found:?}");
    let root = root.unwrap();
    prop_assert!(is_same(tree, &root, text), "{text}\n{root:?}");
    Ok(())
}

/// Whether the node equals the tree, and its span is exactly the text of the tree.
fn is_same(tree: &Tree, node: &Node, text: &str) -> bool {
    let written = &text[node.span.range()];
    if written != written.trim() {
        return false;
    }
    match (tree, &node.value) {
        (Tree::Text(expected), Value::Scalar(scalar)) => {
            scalar.text == *expected && !scalar.plain && written == quote(expected)
        }
        (Tree::List(expected), Value::List(items)) => {
            expected.len() == items.len()
                && (written.starts_with('-') || written.starts_with('[') && written.ends_with(']'))
                && expected.iter().zip(items).all(|(tree, node)| is_same(tree, node, text))
        }
        (Tree::Map(expected), Value::Map(entries)) => {
            expected.len() == entries.len()
                && (written.starts_with('"') || written.starts_with('{') && written.ends_with('}'))
                && expected.iter().zip(entries).all(|((key, tree), entry)| {
                    *entry.key == *key
                        && text[entry.key.span.range()] == quote(key)
                        && is_same(tree, &entry.value, text)
                })
        }
        _ => false,
    }
}

fn write_flow(tree: &Tree, text: &mut String) {
    match tree {
        Tree::Text(scalar) => text.push_str(&quote(scalar)),
        Tree::List(items) => {
            text.push('[');
            for item in items {
                write_flow(item, text);
                text.push_str(", ");
            }
            text.push(']');
        }
        Tree::Map(entries) => {
            text.push('{');
            for (key, value) in entries {
                write!(text, "{}: ", quote(key)).unwrap();
                write_flow(value, text);
                text.push(',');
            }
            text.push('}');
        }
    }
}

fn write_block(tree: &Tree, indent: usize, text: &mut String) {
    match tree {
        Tree::List(items) if !items.is_empty() => {
            for item in items {
                write!(text, "\n{:indent$}-   # an item", "").unwrap();
                write_below(item, indent, text);
            }
        }
        Tree::Map(entries) if !entries.is_empty() => {
            for (key, value) in entries {
                write!(text, "\n{:indent$}{}: # a key", "", quote(key)).unwrap();
                write_below(value, indent, text);
            }
        }
        _ => write_flow(tree, text),
    }
}

fn write_below(tree: &Tree, indent: usize, text: &mut String) {
    let indent = indent + 2;
    match tree {
        Tree::Text(_) => write!(text, "\n{:indent$}", "").unwrap(),
        Tree::List(items) if items.is_empty() => write!(text, "\n{:indent$}", "").unwrap(),
        Tree::Map(entries) if entries.is_empty() => write!(text, "\n{:indent$}", "").unwrap(),
        _ => {}
    }
    write_block(tree, indent, text);
}

/// A double-quoted text with all but letters and spaces escaped.
fn quote(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            'a'..='z' | 'é' | ' ' | ':' | '#' | '\'' => quoted.push(character),
            other => write!(quoted, "\\U{:08x}", u32::from(other)).unwrap(),
        }
    }
    quoted.push('"');
    quoted
}
