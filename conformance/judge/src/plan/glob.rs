//! Patterns with `*` for any run of characters, `?` for one, and `,` between patterns.

use std::fmt;
use std::str::FromStr;

use wildmatch::WildMatch;

/// One or more patterns; a text matches if it matches any of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob(Vec<Pattern>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Pattern {
    text: String,
    /// Whether the pattern has no wildcards. Comparing is far faster than building a matcher.
    is_plain: bool,
}

impl Pattern {
    fn new(text: String) -> Self {
        Self { is_plain: !text.contains(['*', '?']), text }
    }

    fn matches(&self, text: &str) -> bool {
        if self.is_plain { self.text == text } else { WildMatch::new(&self.text).matches(text) }
    }
}

impl Glob {
    pub fn matches(&self, text: &str) -> bool {
        self.0.iter().any(|pattern| pattern.matches(text))
    }

    /// The patterns, with those replaced for which `others` returns replacements.
    pub fn expanded(&self, others: impl Fn(&str) -> Vec<String>) -> Self {
        let expanded = self.0.iter().flat_map(|pattern| {
            let others = others(&pattern.text);
            if others.is_empty() { vec![pattern.text.clone()] } else { others }
        });
        Self(expanded.map(Pattern::new).collect())
    }

    /// The first pattern that matches none of the texts.
    pub fn idle(&self, texts: &[&str]) -> Option<&str> {
        let mut patterns = self.0.iter();
        let idle = patterns.find(|pattern| !texts.iter().any(|text| pattern.matches(text)));
        idle.map(|pattern| pattern.text.as_str())
    }
}

impl<'a> FromIterator<&'a str> for Glob {
    fn from_iter<I: IntoIterator<Item = &'a str>>(patterns: I) -> Self {
        Self(patterns.into_iter().map(|text| Pattern::new(text.to_owned())).collect())
    }
}

impl FromStr for Glob {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.split(',').map(str::trim).collect())
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<_> = self.0.iter().map(|pattern| pattern.text.as_str()).collect();
        f.write_str(&texts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::Glob;

    fn matches(pattern: &str, text: &str) -> bool {
        pattern.parse::<Glob>().unwrap().matches(text)
    }

    #[test]
    fn stars_stand_for_anything() {
        for pattern in
            ["lend_book.accepted", "lend_book.*", "*", "*accepted", "l*_b*.*ed", "x,lend*"]
        {
            assert!(matches(pattern, "lend_book.accepted"), "{pattern}");
        }
        for pattern in ["lend_book", "*.refused", "accepted*", "lend_book.accepted.*", "", "aa*aa"]
        {
            assert!(!matches(pattern, "lend_book.accepted"), "{pattern}");
        }
        assert!(!matches("aa*aa", "aaa"));
    }

    #[test]
    fn idle_finds_patterns_without_a_match() {
        let idle = |glob: &str| {
            let glob: Glob = glob.parse().unwrap();
            glob.idle(&["lend_book.accepted", "add_book.accepted"]).map(str::to_owned)
        };
        assert_eq!(idle("lend*, *accepted"), None);
        assert_eq!(idle("lend*, get*"), Some("get*".to_owned()));
        assert_eq!(idle("lend*,"), Some(String::new()));
    }
}
