//! The texts to find, with indexes for speed.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use super::encoding::{Alphabet, Encodings};

/// A run of at least this many characters of a secret is removed as well.
const PART_CHARACTERS: usize = 12;

/// The texts that are removed wherever they occur.
#[derive(Default)]
pub(super) struct PatternSet {
    /// Names by text: a header that consists of a key is the most common case.
    pub(super) names: BTreeMap<String, String>,
    /// Longest first, so that a secret that contains another one is removed as a whole.
    pub(super) all: Vec<SecretPattern>,
    /// The indexes of the patterns that may begin with a pair of bytes, by the number that they make: most positions of most
    /// texts have no such pair.
    by_pair: BTreeMap<u16, Vec<usize>>,
    /// Whether there is an entry in `by_pair` or `parts_by_pair`.
    pairs: Vec<bool>,
    /// The parts of each secret, with the name of their replacement.
    parts: Vec<SecretPattern>,
    /// As `by_pair`.
    parts_by_pair: BTreeMap<u16, Vec<usize>>,
    /// Length of the shortest pattern; an encoding is never shorter than the text.
    shortest: usize,
}

/// Where a secret was found.
struct Match {
    range: Range<usize>,
    /// Index of the pattern.
    pattern: usize,
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
        let mut alphabet = Alphabet::default();
        let pattern = |(text, name): (String, _)| Self {
            spellings: Encodings::of(&text, &mut alphabet),
            name,
        };
        texts.into_iter().map(pattern).collect()
    }
}

impl PatternSet {
    /// The patterns for texts and their names, and for the parts of `secrets`, by name.
    pub(super) fn new(names: BTreeMap<String, String>, secrets: &[(String, String)]) -> Self {
        let lengths = names.keys().map(String::len).filter(|length| *length > 0);
        let shortest = lengths.min().unwrap_or(usize::MAX).min(PART_CHARACTERS);
        let all = SecretPattern::all(names.clone());
        let mut parts = BTreeMap::new();
        for (name, secret) in secrets {
            let characters: Vec<_> = secret.chars().collect();
            for part in characters.windows(PART_CHARACTERS) {
                parts.entry(part.iter().collect()).or_insert_with(|| format!("[{name}:part]"));
            }
        }
        let parts = SecretPattern::all(parts);
        let (by_pair, parts_by_pair) = (by_pair(&all), by_pair(&parts));
        let mut pairs = vec![false; 1 << 16];
        for pair in by_pair.keys().chain(parts_by_pair.keys()) {
            pairs[usize::from(*pair)] = true;
        }
        Self { names, all, by_pair, pairs, parts, parts_by_pair, shortest }
    }

    /// The text with names instead of patterns; `None` if it has none, the usual case.
    pub(super) fn replace(&self, text: &str) -> Option<String> {
        if text.len() < self.shortest {
            return None;
        }
        let mut starts = self.starts(text.as_bytes());
        let first = starts.next()?;
        if first == 0
            && let Some(name) = self.names.get(text)
        {
            return Some(name.clone());
        }
        let (mut matches, mut parts) = (Vec::new(), Vec::new());
        for start in [first].into_iter().chain(starts) {
            self.add_matches(text, start, &mut matches);
            self.add_part(text, start, &mut parts);
        }
        if matches.is_empty() && parts.is_empty() {
            return None;
        }
        Some(replace_ranges(text, self.select(matches, parts)))
    }

    /// The positions in a text where a pattern may begin.
    pub(super) fn starts<'t>(&'t self, text: &'t [u8]) -> impl Iterator<Item = usize> + 't {
        let pairs = text.windows(2).enumerate();
        pairs.filter_map(|(start, pair)| match pair {
            [first, second]
                if self.pairs.get(usize::from(pair_number(*first, *second))) == Some(&true) =>
            {
                Some(start)
            }
            _ => None,
        })
    }

    fn add_matches(&self, text: &str, start: usize, matches: &mut Vec<Match>) {
        let (Some(rest), Some([first, second])) =
            (text.get(start..), text.as_bytes().get(start..start + 2))
        else {
            return;
        };
        for pattern in self.by_pair.get(&pair_number(*first, *second)).into_iter().flatten() {
            let length =
                self.all.get(*pattern).and_then(|found| found.spellings.prefix_length(rest));
            matches.extend(
                length.map(|length| Match { range: start..start + length, pattern: *pattern }),
            );
        }
    }

    /// Adds a part of a secret, joined with the one before that overlaps it.
    fn add_part<'p>(&'p self, text: &str, start: usize, parts: &mut Vec<(Range<usize>, &'p str)>) {
        let (Some(rest), Some([first, second])) =
            (text.get(start..), text.as_bytes().get(start..start + 2))
        else {
            return;
        };
        let candidates =
            self.parts_by_pair.get(&pair_number(*first, *second)).into_iter().flatten();
        let found = candidates.filter_map(|part| {
            let part = self.parts.get(*part)?;
            Some((start + part.spellings.prefix_length(rest)?, part.name.as_str()))
        });
        let Some((end, name)) = found.max() else {
            return;
        };
        match parts.last_mut() {
            Some((before, _)) if before.end > start => before.end = before.end.max(end),
            _ => parts.push((start..end, name)),
        }
    }

    /// The matches that are replaced: those of longer patterns first, and parts in the text between.
    fn select<'p>(
        &'p self,
        mut matches: Vec<Match>,
        parts: Vec<(Range<usize>, &'p str)>,
    ) -> BTreeMap<usize, (usize, &'p str)> {
        matches.sort_by_key(|found| (found.pattern, found.range.start));
        let mut selected: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
        let is_free = |selected: &BTreeMap<usize, (usize, &str)>, range: &Range<usize>| {
            let before = selected.range(..range.end).next_back();
            before.is_none_or(|(_, (end, _))| *end <= range.start)
        };
        for Match { range, pattern } in matches {
            if let Some(pattern) = self.all.get(pattern)
                && is_free(&selected, &range)
            {
                selected.insert(range.start, (range.end, &pattern.name));
            }
        }
        for (range, name) in parts {
            // What a match has left of a part.
            let mut start = range.start;
            let inside: Vec<_> = selected
                .range(..range.end)
                .filter(|(_, (end, _))| *end > range.start)
                .map(|(start, (end, _))| (*start, *end))
                .collect();
            for (from, to) in inside {
                if from > start {
                    selected.insert(start, (from, name));
                }
                start = start.max(to);
            }
            if range.end > start {
                selected.insert(start, (range.end, name));
            }
        }
        selected
    }
}

/// The indexes of the patterns by the pairs of bytes that they may begin with.
fn by_pair(patterns: &[SecretPattern]) -> BTreeMap<u16, Vec<usize>> {
    let mut by_pair: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
    for (index, pattern) in patterns.iter().enumerate() {
        for (first, second) in pattern.spellings.first_pairs() {
            by_pair.entry(pair_number(first, second)).or_default().push(index);
        }
    }
    by_pair
}

fn pair_number(first: u8, second: u8) -> u16 {
    u16::from_be_bytes([first, second])
}

/// The text with names instead of ranges, by their starts.
fn replace_ranges(text: &str, ranges: BTreeMap<usize, (usize, &str)>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for (start, (to, name)) in ranges {
        // A part may begin or end within a character.
        out.push_str(text.get(end..text.floor_char_boundary(start)).unwrap_or_default());
        out.push_str(name);
        end = text.ceil_char_boundary(to).max(end);
    }
    out.push_str(text.get(end..).unwrap_or_default());
    out
}
