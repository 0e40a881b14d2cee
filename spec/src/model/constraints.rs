//! Constraints on the values of an input or a member, and an example of them.

use regex::Regex;
use serde_json::Value;

use super::Type;
use super::words::words;

words! {
    /// A kind of constraint, by its key.
    Constraint {
        /// The least number.
        Minimum = "minimum",
        /// The greatest number.
        Maximum = "maximum",
        /// The least number of characters.
        MinLength = "min_length",
        /// The greatest number of characters.
        MaxLength = "max_length",
        /// A regular expression.
        Pattern = "pattern",
        /// The least number of items of a list.
        MinItems = "min_items",
        /// The greatest number of items of a list.
        MaxItems = "max_items",
        /// No two items of a list are the same.
        UniqueItems = "unique_items",
    }
}

impl Constraint {
    /// Whether it is about a list as a whole, and not about each item.
    pub fn is_of_lists(self) -> bool {
        matches!(self, Self::MinItems | Self::MaxItems | Self::UniqueItems)
    }

    /// What a value is that breaks only this constraint, after "a value that is".
    pub fn breach(self) -> &'static str {
        match self {
            Self::Minimum => "below its minimum",
            Self::Maximum => "above its maximum",
            Self::MinLength => "shorter than its minimum length",
            Self::MaxLength => "longer than its maximum length",
            Self::Pattern => "not of its pattern",
            Self::MinItems => "of fewer items than its minimum",
            Self::MaxItems => "of more items than its maximum",
            Self::UniqueItems => "not free of repeated items",
        }
    }
}

/// The constraints on a value, or on each item of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    /// The least number.
    pub minimum: Option<f64>,
    /// The greatest number.
    pub maximum: Option<f64>,
    /// The least number of characters.
    pub min_length: Option<usize>,
    /// The greatest number of characters.
    pub max_length: Option<usize>,
    /// The regular expression that a text matches.
    pub pattern: Option<Pattern>,
    /// The least number of items of a list.
    pub min_items: Option<usize>,
    /// The greatest number of items of a list.
    pub max_items: Option<usize>,
    /// Whether the items of a list differ.
    pub unique_items: bool,
    /// A value that is accepted.
    pub example: Option<Value>,
}

/// A regular expression that matches some part of a text.
#[derive(Clone, Debug)]
pub struct Pattern(Regex);

impl Pattern {
    /// Compiles the text of a pattern. The error says what is wrong.
    pub fn new(text: &str) -> Result<Self, String> {
        if let Some(part) = unportable(text) {
            return Err(format!("`{part}` means something else, or nothing, in other dialects"));
        }
        Regex::new(text).map(Self).map_err(|error| {
            let error = error.to_string();
            let reason = error.lines().last().unwrap_or_default();
            reason.trim_start_matches("error: ").to_owned()
        })
    }

    /// The pattern as written.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    fn matches(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

/// A part of a pattern that JSON Schema and this program do not read in the same way.
fn unportable(text: &str) -> Option<&str> {
    let escape = text.match_indices('\\').find_map(|(at, _)| {
        let escaped = text[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
        let part = text.get(at..at + 2)?;
        (!escaped && part.ends_with(|char: char| char.is_ascii_alphanumeric())).then_some(part)
    });
    let group = text.match_indices("(?").find_map(|(at, _)| {
        let part = text.get(at..at + 3)?;
        (part != "(?:").then_some(part)
    });
    let set = ["[[", "&&", "--", "~~"].into_iter().find(|part| text.contains(part));
    escape.or(group).or(set)
}

/// The letters or digits that a character is one of.
fn kind(char: char) -> Option<&'static [u8]> {
    match char {
        '0'..='9' => Some(b"0123456789"),
        'a'..='z' => Some(b"abcdefghijklmnopqrstuvwxyz"),
        'A'..='Z' => Some(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        _ => None,
    }
}

/// The text with a letter or digit at a position replaced by one that many steps behind it.
fn replaced(text: &str, at: usize, step: usize) -> Option<String> {
    let mut chars: Vec<char> = text.chars().collect();
    let char = chars.get_mut(at)?;
    let kind = kind(*char)?;
    let known = kind.iter().position(|byte| char::from(*byte) == *char)?;
    *char = char::from(kind[(known + step) % kind.len()]);
    Some(chars.into_iter().collect())
}

impl Constraints {
    /// The stated constraints, in the order of their keys.
    pub fn stated(&self) -> impl Iterator<Item = Constraint> {
        Constraint::ALL.into_iter().filter(|constraint| match constraint {
            Constraint::Minimum => self.minimum.is_some(),
            Constraint::Maximum => self.maximum.is_some(),
            Constraint::MinLength => self.min_length.is_some(),
            Constraint::MaxLength => self.max_length.is_some(),
            Constraint::Pattern => self.pattern.is_some(),
            Constraint::MinItems => self.min_items.is_some(),
            Constraint::MaxItems => self.max_items.is_some(),
            Constraint::UniqueItems => self.unique_items,
        })
    }

    /// Whether the value, or each item of it, obeys all of them.
    pub fn admit(&self, value: &Value) -> bool {
        self.broken_by(value).is_empty()
    }

    /// Whether the text obeys those on texts.
    pub fn admit_text(&self, text: &str) -> bool {
        self.broken_by_text(text).is_empty()
    }

    /// The constraints that a value, or one of its items, breaks.
    pub fn broken_by(&self, value: &Value) -> Vec<Constraint> {
        match value {
            Value::String(text) => self.broken_by_text(text),
            Value::Number(number) => self.broken_by_number(number.as_f64().unwrap_or_default()),
            Value::Array(items) => {
                let repeated = (1..items.len()).any(|at| items[..at].contains(&items[at]));
                let mut broken: Vec<_> =
                    items.iter().flat_map(|item| self.broken_by(item)).collect();
                let count = items.len();
                let breaches = [
                    (Constraint::MinItems, self.min_items.is_some_and(|least| count < least)),
                    (Constraint::MaxItems, self.max_items.is_some_and(|most| count > most)),
                    (Constraint::UniqueItems, self.unique_items && repeated),
                ];
                broken.extend(breaches.into_iter().filter_map(|(kind, is)| is.then_some(kind)));
                broken.sort_unstable();
                broken.dedup();
                broken
            }
            Value::Object(members) => {
                let mut broken: Vec<_> =
                    members.values().flat_map(|value| self.broken_by(value)).collect();
                broken.sort_unstable();
                broken.dedup();
                broken
            }
            _ => Vec::new(),
        }
    }

    fn broken_by_text(&self, text: &str) -> Vec<Constraint> {
        let length = text.chars().count();
        let breaches = [
            (Constraint::MinLength, self.min_length.is_some_and(|least| length < least)),
            (Constraint::MaxLength, self.max_length.is_some_and(|most| length > most)),
            (Constraint::Pattern, self.pattern.as_ref().is_some_and(|it| !it.matches(text))),
        ];
        breaches.into_iter().filter_map(|(kind, broken)| broken.then_some(kind)).collect()
    }

    fn broken_by_number(&self, number: f64) -> Vec<Constraint> {
        let breaches = [
            (Constraint::Minimum, self.minimum.is_some_and(|least| number < least)),
            (Constraint::Maximum, self.maximum.is_some_and(|most| number > most)),
        ];
        breaches.into_iter().filter_map(|(kind, broken)| broken.then_some(kind)).collect()
    }

    /// The positions, in characters, where a text can have another letter or digit and still obey the constraints.
    pub fn varied<'t>(&'t self, text: &'t str) -> impl Iterator<Item = usize> + 't {
        let count = text.chars().count();
        (0..count).filter(move |at| {
            (1..26)
                .any(|step| replaced(text, *at, step).is_some_and(|other| self.admit_text(&other)))
        })
    }

    /// A text that obeys the constraints as the given one does, with other letters and digits. The number chooses them; 0
    /// gives the text itself.
    pub fn variant(&self, text: &str, mut number: u64) -> String {
        let positions: Vec<usize> = self.varied(text).collect();
        let mut made = text.to_owned();
        for at in positions.into_iter().rev() {
            let Some(kind) = made.chars().nth(at).and_then(kind) else { continue };
            let base = kind.len() as u64;
            let step = usize::try_from(number % base).unwrap_or_default();
            if let Some(other) = replaced(&made, at, step).filter(|it| self.admit_text(it)) {
                made = other;
                number /= base;
            }
        }
        made
    }

    /// The number, or the bound that is nearest to it.
    pub fn fit_number(&self, number: f64) -> f64 {
        let above = self.minimum.map_or(number, |least| number.max(least));
        self.maximum.map_or(above, |most| above.min(most))
    }

    /// The beginning of the text, or the text with more letters, where its length is outside the bounds.
    pub fn fit_text(&self, text: &str) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        chars.truncate(self.max_length.unwrap_or(usize::MAX));
        chars.resize(chars.len().max(self.min_length.unwrap_or_default()), 'x');
        chars.into_iter().collect()
    }

    /// One of them in words: `at most 80 characters`. `None` if it is not stated.
    pub fn describe(&self, constraint: Constraint) -> Option<String> {
        let characters = |count: usize| reader::counted(count, "character");
        let items = |count: usize| reader::counted(count, "item");
        Some(match constraint {
            Constraint::Minimum => format!("at least {}", self.minimum?),
            Constraint::Maximum => format!("at most {}", self.maximum?),
            Constraint::MinLength => format!("at least {}", characters(self.min_length?)),
            Constraint::MaxLength => format!("at most {}", characters(self.max_length?)),
            Constraint::Pattern => format!("matching `{}`", self.pattern.as_ref()?.as_str()),
            Constraint::MinItems => format!("at least {}", items(self.min_items?)),
            Constraint::MaxItems => format!("at most {}", items(self.max_items?)),
            Constraint::UniqueItems => "no two items the same".to_owned(),
        })
    }

    /// All of them in words: `at least 0, at most 100`; empty if there are none. `ty` is the type that they are stated with.
    pub fn in_words(&self, ty: &Type) -> String {
        let (of_lists, of_values): (Vec<_>, Vec<_>) =
            self.stated().partition(|constraint| constraint.is_of_lists());
        let words = |all: Vec<Constraint>| {
            all.into_iter().filter_map(|it| self.describe(it)).collect::<Vec<_>>().join(", ")
        };
        let mut parts = vec![words(of_values), words(of_lists)];
        let each = match ty {
            Type::List(_) => "each item ",
            Type::Map(_) => "each value ",
            _ => "",
        };
        if !parts[0].is_empty() {
            parts[0].insert_str(0, each);
        }
        parts.retain(|part| !part.is_empty());
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn all() -> Constraints {
        Constraints {
            minimum: Some(0.5),
            maximum: Some(3.0),
            min_length: Some(2),
            max_length: Some(3),
            pattern: Some(Pattern::new("^[a-zö]*$").unwrap()),
            min_items: Some(1),
            max_items: Some(2),
            unique_items: true,
            example: None,
        }
    }

    #[test]
    fn a_value_breaks_the_constraints_that_it_does_not_obey() {
        use Constraint::{
            MaxItems, MaxLength, Maximum, MinItems, MinLength, Minimum, Pattern, UniqueItems,
        };
        for (value, broken) in [
            (json!(0.5), vec![]),
            (json!(0.4), vec![Minimum]),
            (json!(4), vec![Maximum]),
            (json!("öö"), vec![]),
            (json!("a"), vec![MinLength]),
            (json!("aaaa"), vec![MaxLength]),
            (json!("A"), vec![MinLength, Pattern]),
            (json!(["aa", "bb"]), vec![]),
            (json!(["aa", "aa"]), vec![UniqueItems]),
            (json!(["aa", "B"]), vec![MinLength, Pattern]),
            (json!([]), vec![MinItems]),
            (json!(["aa", "bb", "cc"]), vec![MaxItems]),
            (json!(true), vec![]),
        ] {
            assert_eq!(all().broken_by(&value), broken, "{value}");
        }
    }

    #[test]
    fn patterns_have_one_meaning_in_all_dialects() {
        for text in ["^[A-Z]{3}-[0-9]{4}$", r"^a\.b\\d$", "(?:a|b)"] {
            assert!(Pattern::new(text).is_ok(), "{text}");
        }
        for text in [r"^\d+$", "(?i)a", "[[:alpha:]]", "[a-z&&[^b]]", "[a", r"\\\w"] {
            assert!(Pattern::new(text).is_err(), "{text}");
        }
    }

    #[test]
    fn variants_of_a_text_obey_and_differ() {
        let pattern = Pattern::new("^cus_[0-5][a-z]{2}$").unwrap();
        let constraints = Constraints { pattern: Some(pattern), ..Constraints::default() };
        assert_eq!(constraints.varied("cus_0ab").collect::<Vec<_>>(), [4, 5, 6]);
        assert_eq!(constraints.variant("cus_0ab", 0), "cus_0ab");
        let variants: std::collections::BTreeSet<_> =
            (0..500).map(|number| constraints.variant("cus_0ab", number)).collect();
        assert_eq!(variants.len(), 500);
        assert!(variants.iter().all(|variant| constraints.admit_text(variant)));
    }

    #[test]
    fn values_are_made_to_fit() {
        let numbers = [0.0, 1.0, 4.0].map(|number| all().fit_number(number));
        assert_eq!(numbers, [0.5, 1.0, 3.0]);
        assert_eq!(["ö", "öö", "aöaö"].map(|text| all().fit_text(text)), ["öx", "öö", "aöa"]);
    }

    #[test]
    fn constraints_are_described_in_words() {
        let list = Type::List(Box::new(Type::Text(None)));
        let few = Constraints { minimum: None, maximum: None, pattern: None, ..all() };
        assert_eq!(
            few.in_words(&list),
            "each item at least 2 characters, at most 3 characters, at least 1 item, at most 2 items, no two items the same"
        );
        let one = Constraints { min_length: Some(1), ..Constraints::default() };
        assert_eq!(one.in_words(&Type::Text(None)), "at least 1 character");
    }
}
