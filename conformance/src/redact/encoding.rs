//! Encodings of a text within JSON, URLs, forms and HTML.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

/// A text with all encodings of each of its characters.
pub(super) struct Encodings {
    text: String,
    /// The bytes that an encoding may begin with.
    firsts: Vec<u8>,
    /// The encodings of the first two characters.
    start: Vec<Vec<EncodedChar>>,
    all: OnceLock<Vec<Vec<EncodedChar>>>,
}

/// One encoding of a character.
enum EncodedChar {
    Exactly(String),
    /// Contains hexadecimal digits in either case.
    InEitherCase(String),
    /// After backslashes: one, or more for JSON within JSON strings.
    Escaped(String),
}

impl Encodings {
    pub(super) fn of(text: &str) -> Self {
        let start: Vec<_> = text.chars().take(2).map(encodings).collect();
        Self {
            text: text.to_owned(),
            firsts: first_bytes_of(start.first()).into_iter().collect(),
            start,
            all: OnceLock::new(),
        }
    }

    fn all(&self) -> &[Vec<EncodedChar>] {
        self.all.get_or_init(|| self.text.chars().map(encodings).collect())
    }

    /// The first occurrence in any encoding; the longest of those that begin there.
    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        // Most positions of most texts have none of the first bytes.
        let bytes = text.bytes().enumerate();
        let mut first_bytes_of = bytes.filter(|(_, byte)| self.firsts.contains(byte));
        first_bytes_of.find_map(|(start, _)| Some(start..start + self.end(text.get(start..)?)?))
    }

    /// Whether a text begins with an encoding of this one.
    pub(super) fn is_prefix_of(&self, text: &str) -> bool {
        self.end(text).is_some()
    }

    /// The first two bytes of all encodings; the text has at least two characters.
    pub(super) fn first_pairs(&self) -> BTreeSet<(u8, u8)> {
        let next = first_bytes_of(self.start.get(1));
        let mut pairs = BTreeSet::new();
        for encoding in self.start.first().into_iter().flatten() {
            let (first, seconds) = encoding.first_two(&next);
            pairs.extend(first.into_iter().flat_map(|first| {
                let seconds = seconds.iter();
                seconds.map(move |second| (first, *second))
            }));
        }
        pairs
    }

    /// Whether a text cannot begin with an encoding of this one: up to the first escape, each byte
    /// stands for itself.
    fn differs_from(&self, text: &str) -> bool {
        let plain = text.bytes().take_while(|byte| !matches!(byte, b'%' | b'&' | b'+' | b'\\'));
        plain.zip(self.text.bytes()).any(|(one, other)| one != other)
    }

    /// Length of the encoding at the beginning of a text.
    ///
    /// A backslash may stand for itself or be the first of an escaped pair. All possible ends after
    /// each character are kept, because only the following text decides between them.
    fn end(&self, text: &str) -> Option<usize> {
        let first = self.start.first()?;
        // Rejects most texts without allocating.
        if self.differs_from(text) || !first.iter().any(|encoding| encoding.end(text).is_some()) {
            return None;
        }
        let mut ends = vec![0];
        for encodings in self.all() {
            let after = |end: usize| {
                let written =
                    encodings.iter().filter_map(move |encoding| encoding.end(text.get(end..)?));
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

/// The bytes that a character's encodings may begin with. An encoding with hexadecimal digits never
/// begins with one.
fn first_bytes_of(encodings: Option<&Vec<EncodedChar>>) -> BTreeSet<u8> {
    let encodings = encodings.into_iter().flatten();
    encodings.filter_map(|encoding| encoding.start().bytes().next()).collect()
}

impl EncodedChar {
    /// The part before any digit that may be in either case.
    fn start(&self) -> &str {
        match self {
            Self::Exactly(text) | Self::InEitherCase(text) => text,
            Self::Escaped(_) => "\\",
        }
    }

    /// The first byte and its possible successors; `next` are the first bytes of the next
    /// character.
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
                (Some(b'\\'), second.into_iter().flatten().chain(more).collect())
            }
        }
    }

    fn end(&self, text: &str) -> Option<usize> {
        let (start, matches) = match self {
            Self::Exactly(encoding) => (0, text.starts_with(encoding.as_str()).then_some(encoding)),
            Self::InEitherCase(encoding) => {
                (0, starts_in_either_case(text, encoding).then_some(encoding))
            }
            Self::Escaped(encoding) => {
                let escaped = text.trim_start_matches('\\');
                let start = text.len() - escaped.len();
                let matches = start > 0 && starts_in_either_case(escaped, encoding);
                (start, matches.then_some(encoding))
            }
        };
        matches.map(|encoding| start + encoding.len())
    }
}

fn starts_in_either_case(text: &str, start: &str) -> bool {
    let found = text.as_bytes().get(..start.len());
    found.is_some_and(|found| found.eq_ignore_ascii_case(start.as_bytes()))
}

fn encodings(c: char) -> Vec<EncodedChar> {
    let percent = c.to_string().bytes().map(|byte| format!("%{byte:02x}")).collect();
    let units: Vec<_> =
        c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("u{unit:04x}")).collect();
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
    // Each level of JSON within JSON doubles the backslashes.
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
