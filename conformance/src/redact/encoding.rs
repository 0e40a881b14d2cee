//! The ways in which a text may be written inside JSON, URLs, forms and HTML.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

/// A text, with every way to write each of its characters.
pub(super) struct Encodings {
    text: String,
    /// The bytes that it can begin with, each once.
    firsts: Vec<u8>,
    /// The ways of the first two characters.
    start: Vec<Vec<EncodedChar>>,
    all: OnceLock<Vec<Vec<EncodedChar>>>,
}

/// One way to write one character.
enum EncodedChar {
    Exactly(String),
    /// With hexadecimal digits, which have two cases.
    InEitherCase(String),
    /// After backslashes: one, or more where JSON was written into JSON.
    Escaped(String),
}

impl Encodings {
    pub(super) fn of(text: &str) -> Self {
        let start: Vec<_> = text.chars().take(2).map(ways).collect();
        Self {
            text: text.to_owned(),
            firsts: starts(start.first()).into_iter().collect(),
            start,
            all: OnceLock::new(),
        }
    }

    fn all(&self) -> &[Vec<EncodedChar>] {
        self.all
            .get_or_init(|| self.text.chars().map(ways).collect())
    }

    /// The first place where it is written, in whatever way; of several, to the furthest end.
    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        // Most places of most texts have nothing that it can begin with.
        let bytes = text.bytes().enumerate();
        let mut starts = bytes.filter(|(_, byte)| self.firsts.contains(byte));
        starts.find_map(|(start, _)| Some(start..start + self.end(text.get(start..)?)?))
    }

    /// Whether a text begins with it.
    pub(super) fn begin(&self, text: &str) -> bool {
        self.end(text).is_some()
    }

    /// The bytes that it can begin with, each once.
    pub(super) fn first_bytes(&self) -> &[u8] {
        &self.firsts
    }

    /// The first two bytes that it can have; it has at least two characters.
    pub(super) fn first_pairs(&self) -> BTreeSet<(u8, u8)> {
        let next = starts(self.start.get(1));
        let mut pairs = BTreeSet::new();
        for way in self.start.first().into_iter().flatten() {
            let (first, seconds) = way.first_two(&next);
            pairs.extend(first.into_iter().flat_map(|first| {
                let seconds = seconds.iter();
                seconds.map(move |second| (first, *second))
            }));
        }
        pairs
    }

    /// Whether a text begins with something else: up to the first sign that can begin an escape, each byte stands for itself.
    fn differs_from(&self, text: &str) -> bool {
        let plain = text
            .bytes()
            .take_while(|byte| !matches!(byte, b'%' | b'&' | b'+' | b'\\'));
        plain
            .zip(self.text.bytes())
            .any(|(one, other)| one != other)
    }

    /// How much of the beginning of a text it takes.
    ///
    /// A backslash may stand for itself or be half of two that stand for one: all ends that are
    /// possible after each character are kept, as only what follows can tell.
    fn end(&self, text: &str) -> Option<usize> {
        let first = self.start.first()?;
        // Most texts are told apart here, without allocating.
        if self.differs_from(text) || !first.iter().any(|way| way.end(text).is_some()) {
            return None;
        }
        let mut ends = vec![0];
        for ways in self.all() {
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

/// The bytes that a character can begin with. Whatever has digits of two cases begins with a sign that has none.
fn starts(ways: Option<&Vec<EncodedChar>>) -> BTreeSet<u8> {
    let ways = ways.into_iter().flatten();
    ways.filter_map(|way| way.start().bytes().next()).collect()
}

impl EncodedChar {
    /// What it surely begins with.
    fn start(&self) -> &str {
        match self {
            Self::Exactly(text) | Self::InEitherCase(text) => text,
            Self::Escaped(_) => "\\",
        }
    }

    /// Its first byte, and those that can follow it; `next` are those that the next character begins with.
    fn first_two(&self, next: &BTreeSet<u8>) -> (Option<u8>, BTreeSet<u8>) {
        let cases = |byte: u8| [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()];
        match self {
            Self::Exactly(text) => {
                let mut bytes = text.bytes();
                let (first, second) = (bytes.next(), bytes.next());
                let seconds = second.map_or_else(|| next.clone(), |second| [second].into());
                (first, seconds)
            }
            Self::InEitherCase(text) => {
                let mut bytes = text.bytes();
                let (first, second) = (bytes.next(), bytes.next());
                (first, second.map(cases).into_iter().flatten().collect())
            }
            Self::Escaped(text) => {
                let second = text.bytes().next().map(cases);
                let more = [b'\\'].into_iter();
                (
                    Some(b'\\'),
                    second.into_iter().flatten().chain(more).collect(),
                )
            }
        }
    }

    fn end(&self, text: &str) -> Option<usize> {
        let (start, matches) = match self {
            Self::Exactly(way) => (0, text.starts_with(way.as_str()).then_some(way)),
            Self::InEitherCase(way) => (0, starts_in_either_case(text, way).then_some(way)),
            Self::Escaped(way) => {
                let escaped = text.trim_start_matches('\\');
                let start = text.len() - escaped.len();
                let matches = start > 0 && starts_in_either_case(escaped, way);
                (start, matches.then_some(way))
            }
        };
        matches.map(|way| start + way.len())
    }
}

fn starts_in_either_case(text: &str, start: &str) -> bool {
    let found = text.as_bytes().get(..start.len());
    found.is_some_and(|found| found.eq_ignore_ascii_case(start.as_bytes()))
}

fn ways(c: char) -> Vec<EncodedChar> {
    let percent = c
        .to_string()
        .bytes()
        .map(|byte| format!("%{byte:02x}"))
        .collect();
    let units: Vec<_> = c
        .encode_utf16(&mut [0; 2])
        .iter()
        .map(|unit| format!("u{unit:04x}"))
        .collect();
    let units = match units.as_slice() {
        [unit] => EncodedChar::Escaped(unit.clone()),
        units => EncodedChar::InEitherCase(format!("\\{}", units.join("\\"))),
    };
    let short = match c {
        '"' | '\'' | '/' => Some(c.to_string()),
        '\u{8}' => Some("b".to_owned()),
        '\u{c}' => Some("f".to_owned()),
        '\n' => Some("n".to_owned()),
        '\r' => Some("r".to_owned()),
        '\t' => Some("t".to_owned()),
        _ => None,
    };
    // Each time that JSON is written into JSON there are twice as many.
    let backslashes = [2, 4, 8].map(|count| (c == '\\').then(|| "\\".repeat(count)));
    let plus = (c == ' ').then(|| "+".to_owned());
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
    let exactly = [Some(c.to_string()), named, plus, Some(decimal)];
    let exactly = exactly.into_iter().chain(backslashes).flatten();
    let exactly = exactly.map(EncodedChar::Exactly);
    exactly
        .chain([percent, hexadecimal].map(EncodedChar::InEitherCase))
        .chain(short.map(EncodedChar::Escaped))
        .chain([units])
        .collect()
}
