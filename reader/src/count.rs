//! Counts with their nouns, for messages.

use std::fmt::Display;

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

#[cfg(test)]
mod tests {
    use super::counted;

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
}
