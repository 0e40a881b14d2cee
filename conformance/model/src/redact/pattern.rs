//! The texts to find.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use aho_corasick::AhoCorasick;

use super::escape::{LEVELS, unescape};
use super::stream::Stream;
use super::work::TooMuchWork;

/// A run of at least this many characters of a secret is removed as well.
const PART_CHARACTERS: usize = 12;
/// Fewer characters are no part of a secret: they may be an ordinary word.
const SHORTEST_PART: usize = 6;

/// The texts that are replaced.
#[derive(Default)]
pub(super) struct PatternSet {
    pub(super) names: BTreeMap<String, String>,
    patterns: Vec<Pattern>,
    /// Finds the patterns in any case.
    automaton: Option<AhoCorasick>,
    pub(super) shortest: usize,
    /// Whether secrets are replaced only where they are whole words.
    pub(super) whole_words: bool,
}

pub(super) struct Pattern {
    pub(super) text: Vec<u8>,
    /// The name of its secret.
    pub(super) name: String,
    /// The length of the secret; 0 if this is only a part of it.
    pub(super) length: usize,
}

impl PatternSet {
    /// The patterns of secrets and their names. What a secret means without its escapes is one, too, unless that
    /// is shorter than `shortest`.
    pub(super) fn new(names: BTreeMap<String, String>, shortest: usize, whole_words: bool) -> Self {
        let (mut texts, mut parts) = (BTreeMap::new(), BTreeMap::new());
        // A part of a secret that names a kind of key, such as `other_account`, is no secret.
        let is_public = |part: &[u8]| {
            let part = part.to_ascii_lowercase();
            names.values().any(|name| name.as_bytes().windows(part.len()).any(|it| it == part))
        };
        for (secret, name) in &names {
            for text in meanings(secret) {
                for part in parts_of(&text).filter(|part| !is_public(part)) {
                    parts.entry(part.to_vec()).or_insert((name, 0));
                }
                if text.len() >= shortest || text == secret.as_bytes() {
                    texts.entry(text).or_insert((name, secret.len()));
                }
            }
        }
        parts.extend(texts);
        let pattern = |(text, (name, length)): (_, (&String, _))| Pattern {
            text,
            name: name.clone(),
            length,
        };
        let patterns: Vec<_> = parts.into_iter().map(pattern).collect();
        let texts = patterns.iter().map(|pattern| &pattern.text);
        let automaton = AhoCorasick::builder().ascii_case_insensitive(true).build(texts).ok();
        let shortest = patterns.iter().map(|pattern| pattern.text.len()).min().unwrap_or_default();
        Self { names, patterns, automaton, shortest, whole_words }
    }

    /// All patterns in some bytes, with their places.
    pub(super) fn find(
        &self,
        bytes: &[u8],
    ) -> Result<impl Iterator<Item = (&Pattern, Range<usize>)>, TooMuchWork> {
        // A set of patterns that is too large for the automaton finds nothing.
        let automaton = self.automaton.as_ref().ok_or(TooMuchWork)?;
        let matches = automaton.find_overlapping_iter(bytes);
        Ok(matches.filter_map(|found| {
            Some((self.patterns.get(found.pattern().as_usize())?, found.range()))
        }))
    }
}

/// A secret, how JSON writes it, and what both mean without one or more levels of escapes. In forms, `+` stands for a
/// space.
fn meanings(secret: &str) -> BTreeSet<Vec<u8>> {
    let json = serde_json::to_string(secret).unwrap_or_default();
    let json = json.strip_prefix('"').and_then(|json| json.strip_suffix('"'));
    let texts = [secret.to_owned(), secret.replace(' ', "+"), json.unwrap_or(secret).to_owned()];
    let mut texts: BTreeSet<_> = texts.map(String::into_bytes).into();
    for _ in 0..LEVELS {
        let unescaped = texts.iter().filter_map(|text| {
            let stream = Stream::of_text(text);
            Some(unescape(&stream)?.bytes.into_owned())
        });
        texts.extend(unescaped.collect::<Vec<_>>());
    }
    texts
}

/// Each run of as many characters as are a part of a secret. Of a secret without such a part, all but the last character.
fn parts_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_start = |at: &usize| text.get(*at).is_none_or(|byte| !matches!(byte, 0x80..0xc0));
    let starts: Vec<_> = (0..=text.len()).filter(is_start).collect();
    let all_but_one = starts.len().saturating_sub(2);
    let is_short = (SHORTEST_PART..PART_CHARACTERS).contains(&all_but_one);
    let short = starts.get(all_but_one).filter(|_| is_short).map(|end| 0..*end);
    let ranges = (PART_CHARACTERS..starts.len())
        .filter_map(move |end| Some(*starts.get(end - PART_CHARACTERS)?..*starts.get(end)?));
    ranges.chain(short).filter_map(|range| text.get(range))
}
