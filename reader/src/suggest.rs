//! "Did you mean": the candidate closest to a word that is not known.

use strsim::damerau_levenshtein;

/// Longer words are not compared: the cost is quadratic.
const MAX_CHARS: usize = 64;

/// The closest candidate, if it is close enough; the first of equals.
///
/// At most one edit per three characters, and at least one; case is ignored.
pub fn did_you_mean<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    if length > MAX_CHARS {
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
