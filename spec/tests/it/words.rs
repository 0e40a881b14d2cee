//! `not_shown` and `none` in place of each value of the library's contract: a gap, a word of the document, or an error.

use reader::{Diagnostics, Node, Sources, Value};

use crate::contracts::{Files, clean};

/// Keys with lists of words of the document, of which `none` can be one.
const LISTS_OF_WORDS: [&str; 3] = ["interpretations", "states", "values"];

/// Keys whose values other declarations name or need, or that must obey them.
const NAMED_ELSEWHERE: [&str; 12] = [
    "example",
    "from",
    "identified_by",
    "max_length",
    "message",
    "minimum",
    "pattern",
    "scope",
    "states",
    "type",
    "unique",
    "values",
];

/// The offsets of each value of a file that is no list and no map, and the last key before it.
fn values(text: &str) -> Vec<(std::ops::Range<usize>, String)> {
    let (mut sources, mut found) = (Sources::default(), Vec::new());
    let id = sources.add("file.yaml", text);
    let root = reader::parse(&sources, id, &mut Diagnostics::default()).unwrap();
    collect(&root, "", &mut found);
    found
}

fn collect(node: &Node, key: &str, found: &mut Vec<(std::ops::Range<usize>, String)>) {
    match &node.value {
        Value::Scalar(_) | Value::Null => found.push((node.span.range(), key.to_owned())),
        Value::List(items) => items.iter().for_each(|item| collect(item, key, found)),
        Value::Map(entries) => {
            entries.iter().for_each(|entry| collect(&entry.value, &entry.key, found));
        }
    }
}

#[test]
fn each_word_is_a_gap_or_an_error() {
    let library = Files::of_library();
    let gaps = clean(library.load_without_overlay()).gaps.len();
    let (mut silent, mut refused) = (0, 0);
    for at in 0..library.contract.len() {
        let text = &library.contract[at].text;
        for (range, key) in values(text) {
            for word in
                ["not_shown", "none"].into_iter().filter(|word| text[range.clone()] != **word)
            {
                let mut files = library.clone();
                files.contract[at].text.replace_range(range.clone(), word);
                let loaded = files.load_without_overlay();
                let place =
                    format!("{} {range:?}: `{key}` is `{word}`", files.contract[at].address);
                let Some(contract) = &loaded.contract else {
                    let codes: Vec<_> = loaded.diagnostics.iter().map(|found| found.code).collect();
                    let is_named = NAMED_ELSEWHERE.contains(&key.as_str());
                    assert!(is_named || codes == ["word-without-meaning"], "{place}: {codes:?}");
                    refused += 1;
                    continue;
                };
                if word == "none" {
                    let may_be_none = ["body", "from", "message", "paging"].contains(&key.as_str());
                    assert!(may_be_none || LISTS_OF_WORDS.contains(&key.as_str()), "{place}");
                } else {
                    assert!(contract.gaps.len() > gaps, "{place}");
                    silent += 1;
                }
            }
        }
    }
    assert!(silent > 50 && refused > 500, "{silent} gaps, {refused} errors");
}

#[test]
fn a_word_in_quotes_is_a_text() {
    let mut library = Files::of_library();
    let file = library.contract.iter_mut().find(|file| file.address == "loans/reserve_book.yaml");
    let text = &mut file.unwrap().text;
    *text = text.replace("message: You are the next already", "message: \"none\"");
    let contract = clean(library.load());
    let case = contract.operation("reserve_book").unwrap().errors.iter();
    assert!(
        case.map(|case| case.text().map(ToString::to_string))
            .any(|message| message.as_deref() == Some("none"))
    );
}
