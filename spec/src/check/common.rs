//! Shared by several checks: suggestions, similar names, inputs of an operation.

use std::collections::BTreeMap;

use reader::{Diagnostic, Span, counted, did_you_mean};

use crate::model::{InputPart, Operation, PageSelection};

/// Maximum number of names in a help line.
const MAX_LISTED: usize = 16;

/// Suggests the closest name, or else lists the names.
///
/// `span` is the span of the unknown word, `what` the kind of its names.
pub(crate) fn suggest(
    found: Diagnostic,
    span: Span,
    word: &str,
    what: &str,
    names: &[&str],
) -> Diagnostic {
    let near = did_you_mean(word, names.iter().copied());
    match (near, names.len()) {
        (Some(near), _) if span.range().len() == word.len() => {
            found.with_fix(span, near, format!("did you mean `{near}`?"))
        }
        (Some(near), _) => found.with_help(format!("did you mean `{near}`?")),
        (None, 0) => found.with_help(format!("there are no {what}")),
        (None, 1..=MAX_LISTED) => found.with_help(format!("{what}: {}", quoted_list(names))),
        (None, _) => {
            let others = counted((names.len() - MAX_LISTED) as u64, "other");
            let listed = quoted_list(&names[..MAX_LISTED]);
            found.with_help(format!("{what}: {listed} and {others}"))
        }
    }
}

/// Names between backquotes, with commas.
pub(super) fn quoted_list(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The items with the key of an earlier one: the key, the first item with it, and the other.
pub(super) fn repeated<K: Ord, T: Copy>(items: impl IntoIterator<Item = (K, T)>) -> Vec<(K, T, T)> {
    let mut seen = BTreeMap::new();
    let mut found = Vec::new();
    for (key, item) in items {
        match seen.get(&key) {
            Some(first) => found.push((key, *first, item)),
            None => _ = seen.insert(key, item),
        }
    }
    found
}

/// The difference between two lists of names that should agree.
#[derive(Debug, PartialEq)]
pub(super) struct Difference<'a> {
    /// Pairs of similar names of the first and the second list.
    pub nearly: Vec<(&'a str, &'a str)>,
    /// Only in the first list.
    pub first: Vec<&'a str>,
    /// Only in the second list.
    pub second: Vec<&'a str>,
}

/// Compares two lists of names; a misspelt name is one difference, not two.
pub(super) fn difference<'a>(first: &[&'a str], second: &[&'a str]) -> Difference<'a> {
    let only = |these: &[&'a str], others: &[&'a str]| -> Vec<&'a str> {
        let alone = these.iter().filter(|name| !others.contains(name));
        alone.copied().collect()
    };
    let mut result =
        Difference { nearly: Vec::new(), first: Vec::new(), second: only(second, first) };
    for name in only(first, second) {
        match did_you_mean(name, result.second.iter().copied()) {
            Some(near) => {
                result.second.retain(|other| *other != near);
                result.nearly.push((name, near));
            }
            None => result.first.push(name),
        }
    }
    result
}

/// Names of the inputs in a part of the request, as on the wire.
pub(super) fn inputs(operation: &Operation, part: InputPart) -> Vec<&str> {
    match part {
        InputPart::Path => {
            let parameters = operation.path_parameters.iter();
            let parameters = parameters.map(|parameter| parameter.name.as_str());
            let values = operation.path_values.iter().map(|value| value.name.as_str());
            parameters.chain(values).collect()
        }
        InputPart::Query => {
            let listed = operation.query.iter().map(|parameter| parameter.name.as_str());
            let selection = operation.page_selection();
            let pages = selection.into_iter().flat_map(PageSelection::parameters);
            listed.chain(pages.map(|page| page.wire.as_str())).collect()
        }
        InputPart::Header => {
            operation.idempotency.iter().map(|keys| keys.header.as_str()).collect()
        }
        InputPart::Body => operation.body_fields().map(|field| field.wire.as_str()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_are_one_difference() {
        let found = difference(&["title", "member", "shelf"], &["titel", "member", "room"]);
        assert_eq!(found.nearly, [("title", "titel")]);
        assert_eq!((found.first, found.second), (vec!["shelf"], vec!["room"]));
    }

    #[test]
    fn equal_lists_do_not_differ() {
        let found = difference(&["a", "b"], &["b", "a"]);
        assert_eq!(found, Difference { nearly: vec![], first: vec![], second: vec![] });
    }
}
