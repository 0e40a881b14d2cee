//! The texts to find, with indexes for speed.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::encoding::Encodings;

/// The texts that are removed wherever they occur.
#[derive(Default)]
pub(super) struct PatternSet {
    /// Names by text: a header that consists of a key is the most common case.
    names: BTreeMap<String, String>,
    /// Longest first, so that a secret that contains another one is removed as a whole.
    pub(super) all: Vec<SecretPattern>,
    /// Whether a pattern may begin with a pair of bytes, by the number that they make: most positions of most texts have
    /// no such pair.
    pairs: Vec<bool>,
    /// Length of the shortest pattern; an encoding is never shorter than the text.
    shortest: usize,
}

/// A text to find.
pub(super) struct SecretPattern {
    pub(super) spellings: Encodings,
    pub(super) name: String,
}

impl SecretPattern {
    /// Patterns for texts and their names, longest first.
    pub(super) fn all(texts: BTreeMap<String, String>) -> Vec<Self> {
        let mut texts: Vec<_> = texts.into_iter().filter(|(text, _)| !text.is_empty()).collect();
        texts.sort_by_key(|(text, _)| Reverse(text.len()));
        let pattern = |(text, name): (String, _)| Self { spellings: Encodings::of(&text), name };
        texts.into_iter().map(pattern).collect()
    }
}

impl PatternSet {
    /// The patterns for texts and their names.
    pub(super) fn new(names: BTreeMap<String, String>) -> Self {
        let lengths = names.keys().map(String::len).filter(|length| *length > 0);
        let shortest = lengths.min().unwrap_or(usize::MAX);
        let all = SecretPattern::all(names.clone());
        let mut pairs = vec![false; 1 << 16];
        for (first, second) in all.iter().flat_map(|pattern| pattern.spellings.first_pairs()) {
            pairs[pair_number(first, second)] = true;
        }
        Self { names, all, pairs, shortest }
    }

    /// The text with names instead of patterns; `None` if it has none, the usual case.
    pub(super) fn replace(&self, text: &str) -> Option<String> {
        if text.len() < self.shortest {
            return None;
        }
        let starts: Vec<_> = self.starts(text.as_bytes()).collect();
        if starts.first() == Some(&0)
            && let Some(name) = self.names.get(text)
        {
            return Some(name.clone());
        }
        let begins_in = |pattern: &&SecretPattern| {
            let mut rests = starts.iter().filter_map(|start| text.get(*start..));
            rests.any(|rest| pattern.spellings.is_prefix_of(rest))
        };
        let found: Vec<_> = self.all.iter().filter(begins_in).collect();
        if found.is_empty() {
            return None;
        }
        let mut out = String::with_capacity(text.len());
        replace_all(text, &found, &mut out);
        Some(out)
    }

    /// The positions in a text where a pattern may begin.
    pub(super) fn starts<'t>(&'t self, text: &'t [u8]) -> impl Iterator<Item = usize> + 't {
        let pairs = text.windows(2).enumerate();
        pairs.filter_map(|(start, pair)| match pair {
            [first, second] if self.pairs.get(pair_number(*first, *second)) == Some(&true) => {
                Some(start)
            }
            _ => None,
        })
    }
}

fn pair_number(first: u8, second: u8) -> usize {
    usize::from(u16::from_be_bytes([first, second]))
}

/// Replaces the first pattern everywhere, then the others in the text between.
fn replace_all(text: &str, patterns: &[&SecretPattern], out: &mut String) {
    let Some((pattern, others)) = patterns.split_first() else {
        out.push_str(text);
        return;
    };
    let mut rest = text;
    while let Some(found) = pattern.spellings.find(rest) {
        replace_all(&rest[..found.start], others, out);
        out.push_str(&pattern.name);
        rest = &rest[found.end..];
    }
    replace_all(rest, others, out);
}
