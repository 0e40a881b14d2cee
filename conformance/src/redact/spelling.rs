//! The ways in which a text may be written inside JSON, URLs and forms.

use std::ops::Range;

/// A text, with every way to write each of its characters.
pub(super) struct Spellings(Vec<Vec<Written>>);

/// One way to write one character.
enum Written {
    Exactly(String),
    /// With hexadecimal digits, which have two cases.
    InEitherCase(String),
}

impl Spellings {
    pub(super) fn of(text: &str) -> Self {
        Self(text.chars().map(ways).collect())
    }

    /// The first place where it is written, in whatever way; of several, to the furthest end.
    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        let begins = |start: &usize| {
            let rest = &text[*start..];
            self.0
                .first()
                .is_some_and(|ways| ways.iter().any(|way| way.end(rest).is_some()))
        };
        let mut starts = text.char_indices().map(|(start, _)| start).filter(begins);
        starts.find_map(|start| Some(start..start + self.end(&text[start..])?))
    }

    /// How much of the beginning of a text it takes.
    ///
    /// A backslash may stand for itself or be half of two that stand for one: all ends that are
    /// possible after each character are kept, as only what follows can tell.
    fn end(&self, text: &str) -> Option<usize> {
        let mut ends = vec![0];
        for ways in &self.0 {
            let after = |end: usize| {
                let written = ways.iter().filter_map(move |way| way.end(text.get(end..)?));
                written.map(move |length| end + length)
            };
            ends = ends.into_iter().flat_map(after).collect();
            ends.sort_unstable();
            ends.dedup();
            if ends.is_empty() {
                return None;
            }
        }
        ends.last().copied()
    }
}

impl Written {
    fn end(&self, text: &str) -> Option<usize> {
        let (way, matches) = match self {
            Self::Exactly(way) => (way, text.starts_with(way.as_str())),
            Self::InEitherCase(way) => {
                let start = text.as_bytes().get(..way.len());
                (
                    way,
                    start.is_some_and(|start| start.eq_ignore_ascii_case(way.as_bytes())),
                )
            }
        };
        matches.then_some(way.len())
    }
}

fn ways(c: char) -> Vec<Written> {
    let percent = c
        .to_string()
        .bytes()
        .map(|byte| format!("%{byte:02x}"))
        .collect();
    let units = c
        .encode_utf16(&mut [0; 2])
        .iter()
        .map(|unit| format!("\\u{unit:04x}"))
        .collect();
    let short = match c {
        '"' | '\'' | '\\' | '/' => Some(format!("\\{c}")),
        '\u{8}' => Some("\\b".to_owned()),
        '\u{c}' => Some("\\f".to_owned()),
        '\n' => Some("\\n".to_owned()),
        '\r' => Some("\\r".to_owned()),
        '\t' => Some("\\t".to_owned()),
        ' ' => Some("+".to_owned()),
        _ => None,
    };
    let exactly = [Some(c.to_string()), short]
        .into_iter()
        .flatten()
        .map(Written::Exactly);
    exactly
        .chain([percent, units].map(Written::InEitherCase))
        .collect()
}
