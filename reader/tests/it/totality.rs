//! Properties of arbitrary bytes: no panic, valid spans, children within parents, and printable diagnostics.

use proptest::prelude::*;
use reader::{Diagnostics, MAX_FILE_BYTES, Node, Span, Style, Value, render, to_json};

use crate::{parsed, read_book};

const SEED: &str = "\
# a comment
title: 'Émma'   # another
authors:
  - Austen
  - { name: \"Eliot\", born: 1819 }
  -
shelf: |+2
   fiction

loans: { first: ~, second: [a, b: c, ? d : e] }
blurb: >-
  folded
  text
empty:
last: plain over
  two lines
";

/// Pieces with a meaning in YAML.
const PIECES: &[&str] = &[
    "\t", "\n", " ", "  ", ":", "- ", "? ", "[", "]", "{", "}", ",", "&a ", "*a", "!t ", "!!",
    "<<", "'", "\"", "|", ">", "#", "---\n", "...\n", "%", "@", "\\", "\u{feff}", "\0", "\r", "é",
    "\u{85}", "\u{2028}", "~", "null: ", "\n- ", "\n  ", ": \n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40)) {
        check(&pieces.concat())?;
    }

    #[test]
    fn long_lines(pieces in prop::collection::vec(prop::sample::select(PIECES), 800..1200)) {
        check(&pieces.concat().replace('\n', " "))?;
    }

    #[test]
    fn changed_yaml(changes in prop::collection::vec(
        (any::<prop::sample::Index>(), 0..3usize, prop::sample::select(PIECES)), 1..6,
    )) {
        let mut text = SEED.to_owned();
        for (index, removed, piece) in changes {
            let start = text.floor_char_boundary(index.index(text.len() + 1));
            let end = text.ceil_char_boundary((start + removed).min(text.len()));
            text.replace_range(start..end, piece);
        }
        check(&text)?;
    }
}

/// Printing an error costs no more than the printed part, however long its line is.
///
/// No time is measured: if the whole line were scanned for each error, the test would take very long.
#[test]
fn many_errors_on_the_longest_line() {
    let mistakes = 5000;
    let most = usize::try_from(MAX_FILE_BYTES).unwrap();
    let text = format!("{{a: 1, {}b: ", "a: 1, ".repeat(mistakes));
    let text = format!("{text}{}}}", "b".repeat(most - text.len() - 1));
    let (sources, root, found) = parsed(&text);
    assert!(root.is_some());
    assert_eq!(found.len(), mistakes);
    let shown = render(&sources, &found, Style::Plain);
    assert!(shown.ends_with("5000 errors found, the first 1000 are shown\n"));
    assert_eq!(shown.matches("error[duplicate-key]").count(), 1000);
    assert_eq!(to_json(&sources, &found).lines().count(), mistakes);
}

#[test]
fn the_seed_is_right() {
    let (_, root, found) = parsed(SEED);
    assert!(found.is_empty(), "{found:?}");
    let Some(Node { value: Value::Map(entries), .. }) = root else { panic!("no map") };
    let written: Vec<_> = entries.iter().map(|entry| &SEED[entry.value.span.range()]).collect();
    assert_eq!(
        written,
        [
            "'Émma'",
            "- Austen\n  - { name: \"Eliot\", born: 1819 }\n  -",
            "|+2\n   fiction",
            "{ first: ~, second: [a, b: c, ? d : e] }",
            ">-\n  folded\n  text",
            "",
            "plain over\n  two lines",
        ]
    );
}

#[test]
fn a_missing_value_ends_before_a_key_that_begins_with_a_colon() {
    check("? ---\n::null: |").unwrap();
}

/// Properties of any text.
fn check(text: &str) -> Result<(), TestCaseError> {
    let (sources, root, mut found) = parsed(text);
    prop_assert!(root.is_some() || found.has_errors(), "not read, and nothing said");
    if let Some(root) = &root {
        check_node(root, text)?;
        read_book(root, &mut found);
    }
    check_findings(&found, text)?;
    for style in [Style::Plain, Style::Color] {
        let shown = render(&sources, &found, style);
        let obeyed = |character: char| {
            character.is_control()
                && !(character == '\n' || style == Style::Color && character == '\u{1b}')
        };
        prop_assert!(!shown.contains(obeyed), "{shown:?}");
        prop_assert_eq!(shown.is_empty(), found.is_empty());
    }
    prop_assert_eq!(to_json(&sources, &found).lines().count(), found.len());
    Ok(())
}

fn check_node(node: &Node, text: &str) -> Result<(), TestCaseError> {
    let written = text.get(node.span.range());
    prop_assert!(written.is_some(), "{:?} does not fit {text:?}", node.span);
    prop_assert!(!written.unwrap_or_default().ends_with('\n'), "{node:?} in {text:?}");
    let mut after = node.span.start;
    let mut check_part = |part: Span| {
        let fits = after <= part.start && part.start <= part.end && part.end <= node.span.end;
        after = part.end;
        prop_assert!(fits, "{part:?} of {:?} in {text:?}", node.span);
        Ok(())
    };
    match &node.value {
        Value::Null | Value::Scalar(_) => {}
        Value::List(items) => {
            for item in items {
                check_part(item.span)?;
                check_node(item, text)?;
            }
        }
        Value::Map(entries) => {
            for entry in entries {
                check_part(entry.key.span)?;
                check_part(entry.value.span)?;
                check_node(&entry.value, text)?;
            }
        }
    }
    Ok(())
}

fn check_findings(found: &Diagnostics, text: &str) -> Result<(), TestCaseError> {
    for one in found {
        prop_assert!(one.place().is_some(), "{one:?}");
        for label in &one.labels {
            prop_assert!(text.get(label.span.range()).is_some(), "{one:?} in {text:?}");
        }
    }
    Ok(())
}
