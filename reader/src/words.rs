//! Words of messages: counts with their nouns, quotes of text from files, and suggestions for a word that is not known.

use std::borrow::Cow;
use std::fmt::Display;

use strsim::damerau_levenshtein;

/// A count with its noun in singular or plural: "1 clause", "2 clauses".
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let noun = noun_for(&count, noun);
    format!("{count} {noun}")
}

/// The noun in the number that a count requires.
pub fn noun_for<N: PartialEq + From<u8>>(count: &N, noun: &str) -> String {
    if *count == N::from(1) {
        return noun.to_owned();
    }
    if ["s", "x", "ch", "sh"].iter().any(|ending| noun.ends_with(ending)) {
        return format!("{noun}es");
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{noun}s"),
    }
}

/// Maximum length of a quoted text, in characters.
const MAX_QUOTED: usize = 60;

/// Quotes a text with backquotes, escapes it, and truncates it.
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("`{}…`", escape(&text[..end])),
        None => format!("`{}`", escape(text)),
    }
}

/// Escapes control characters and direction marks.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        if is_unsafe(character) {
            safe.extend(character.escape_default());
        } else {
            safe.push(character);
        }
    }
    Cow::Owned(safe)
}

/// Replaces the same characters with visible ones of equal byte length, so that offsets stay valid.
///
/// One-byte characters stay: the renderer replaces them.
pub(crate) fn mask(text: &str) -> String {
    let masked = |character: char| match character.len_utf8() {
        2 if is_unsafe(character) => '·',
        3 if is_unsafe(character) => char::REPLACEMENT_CHARACTER,
        _ => character,
    };
    text.chars().map(masked).collect()
}

fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Ends of names with opposite meanings.
const OPPOSITES: [[&str; 2]; 4] =
    [["when", "unless"], ["above", "below"], ["minimum", "maximum"], ["first", "last"]];

/// Whether two names have opposite meanings, and are the same otherwise.
pub(crate) fn are_opposites(name: &str, other: &str) -> bool {
    let begin_alike = |ends: [&str; 2]| {
        let stems = name.strip_suffix(ends[0]).zip(other.strip_suffix(ends[1]));
        stems.is_some_and(|(stem, other)| stem == other)
    };
    OPPOSITES
        .into_iter()
        .any(|[end, opposite]| begin_alike([end, opposite]) || begin_alike([opposite, end]))
}

/// Longer words are not compared: the cost is quadratic.
const MAX_COMPARED: usize = 64;

/// The closest candidate, if it is close enough; the first of equals.
///
/// At most one edit per three characters, and at least one; case is ignored.
pub fn did_you_mean<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    if length > MAX_COMPARED {
        return None;
    }
    candidates
        .filter_map(|candidate| {
            let candidate_length = candidate.chars().count();
            let cutoff = (length.max(candidate_length) / 3).max(1);
            if length.abs_diff(candidate_length) > cutoff {
                return None;
            }
            let distance = damerau_levenshtein(&word, &candidate.to_lowercase());
            (distance <= cutoff && distance < length.max(1)).then_some((distance, candidate))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noun_agrees_with_its_count() {
        let nouns = ["clause", "witness", "query", "key", "match"];
        assert_eq!(
            nouns.map(|noun| counted(1, noun)),
            ["1 clause", "1 witness", "1 query", "1 key", "1 match"]
        );
        assert_eq!(
            nouns.map(|noun| counted(2, noun)),
            ["2 clauses", "2 witnesses", "2 queries", "2 keys", "2 matches"]
        );
        assert_eq!(counted(0_u64, "clause"), "0 clauses");
    }

    #[test]
    fn only_control_characters_are_escaped() {
        assert_eq!(quoted("Ægir\u{1b}[31m\n"), r"`Ægir\u{1b}[31m\n`");
        assert_eq!(quoted("a\u{9b}b\u{202e}c"), r"`a\u{9b}b\u{202e}c`");
    }

    #[test]
    fn long_text_is_truncated() {
        assert_eq!(quoted(&"é".repeat(61)), format!("`{}…`", "é".repeat(60)));
        assert_eq!(quoted(&"é".repeat(60)), format!("`{}`", "é".repeat(60)));
    }

    #[test]
    fn masking_keeps_byte_offsets() {
        let text = "a\u{9b}b\u{202e}c\u{feff}é";
        let masked = mask(text);
        assert_eq!(masked, "a·b\u{fffd}c\u{fffd}é");
        assert_eq!(masked.len(), text.len());
    }

    fn suggest(word: &str) -> Option<&'static str> {
        did_you_mean(word, ["title", "pages", "shelf", "id", "due_date"].into_iter())
    }

    #[test]
    fn slips_are_recognised() {
        assert_eq!(suggest("titel"), Some("title"), "two letters swapped");
        assert_eq!(suggest("page"), Some("pages"), "a letter missing");
        assert_eq!(suggest("Title"), Some("title"), "case");
        assert_eq!(suggest("due-date"), Some("due_date"));
    }

    #[test]
    fn names_with_opposite_ends_are_opposites() {
        assert!(are_opposites("due_unless", "due_when") && are_opposites("above", "below"));
        assert!(!are_opposites("due_unless", "shut_when") && !are_opposites("when", "when"));
    }

    #[test]
    fn other_words_are_not() {
        assert_eq!(suggest("author"), None);
        assert_eq!(suggest("x"), None, "one letter is close to nothing");
        assert_eq!(suggest(""), None);
        assert_eq!(suggest(&"title".repeat(100_000)), None);
    }

    #[test]
    fn the_closest_wins_and_then_the_first() {
        let pick = |words: &'static [&'static str]| did_you_mean("loan", words.iter().copied());
        assert_eq!(pick(&["load", "loans", "loan"]), Some("loan"));
        assert_eq!(pick(&["load", "loans"]), Some("load"));
    }
}
