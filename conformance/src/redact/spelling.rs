//! The ways in which a text may be written inside JSON, URLs, forms and HTML.

use std::collections::BTreeSet;
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
        let mut starts = text.char_indices().map(|(start, _)| start);
        starts.find_map(|start| Some(start..start + self.end(&text[start..])?))
    }

    /// Whether a text begins with it.
    pub(super) fn begin(&self, text: &str) -> bool {
        self.end(text).is_some()
    }

    /// The bytes that it can begin with, each once.
    pub(super) fn first_bytes(&self) -> BTreeSet<u8> {
        let ways = self.0.first().into_iter().flatten();
        // Whatever has digits of two cases begins with a sign that has none.
        ways.filter_map(|way| way.text().bytes().next()).collect()
    }

    /// Whether the first two characters are there: most texts are told apart by them.
    fn may_begin(&self, text: &str) -> bool {
        let Some((first, rest)) = self.0.split_first() else {
            return false;
        };
        let follows = |end: usize| {
            let next = rest.first();
            next.is_none_or(|ways| text.get(end..).is_some_and(|text| any_end(ways, text)))
        };
        first.iter().filter_map(|way| way.end(text)).any(follows)
    }

    /// How much of the beginning of a text it takes.
    ///
    /// A backslash may stand for itself or be half of two that stand for one: all ends that are
    /// possible after each character are kept, as only what follows can tell.
    fn end(&self, text: &str) -> Option<usize> {
        if !self.may_begin(text) {
            return None;
        }
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

fn any_end(ways: &[Written], text: &str) -> bool {
    ways.iter().any(|way| way.end(text).is_some())
}

impl Written {
    fn text(&self) -> &str {
        match self {
            Self::Exactly(text) | Self::InEitherCase(text) => text,
        }
    }

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
    let named = match c {
        '"' => Some("&quot;".to_owned()),
        '\'' => Some("&apos;".to_owned()),
        '&' => Some("&amp;".to_owned()),
        '<' => Some("&lt;".to_owned()),
        '>' => Some("&gt;".to_owned()),
        _ => None,
    };
    let number = u32::from(c);
    let decimal = format!("&#{number};");
    let hexadecimal = format!("&#x{number:x};");
    let exactly = [Some(c.to_string()), short, named, Some(decimal)]
        .into_iter()
        .flatten()
        .map(Written::Exactly);
    exactly
        .chain([percent, units, hexadecimal].map(Written::InEitherCase))
        .collect()
}
