//! Encodings of a text within JSON, URLs, forms and HTML.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// A text with all encodings of each of its characters.
pub(super) struct Encodings {
    text: String,
    /// The bytes that an encoding may begin with.
    firsts: Vec<u8>,
    characters: Vec<CharEncodings>,
}

/// The encodings of a character.
type CharEncodings = Arc<[EncodedChar]>;

/// The encodings of characters, shared by all texts that contain them: patterns have thousands of characters, of which few
/// are different.
#[derive(Default)]
pub(super) struct Alphabet(BTreeMap<char, CharEncodings>);

impl Alphabet {
    fn encodings(&mut self, c: char) -> CharEncodings {
        Arc::clone(self.0.entry(c).or_insert_with(|| encodings(c).into()))
    }
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
    pub(super) fn of(text: &str, alphabet: &mut Alphabet) -> Self {
        let characters: Vec<_> = text.chars().map(|c| alphabet.encodings(c)).collect();
        let firsts = first_bytes_of(characters.first()).into_iter().collect();
        Self { text: text.to_owned(), firsts, characters }
    }

    /// The first occurrence in any encoding; the longest of those that begin there.
    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        // Most positions of most texts have none of the first bytes.
        let bytes = text.bytes().enumerate();
        let mut first_bytes_of = bytes.filter(|(_, byte)| self.firsts.contains(byte));
        first_bytes_of.find_map(|(start, _)| Some(start..start + self.end(text.get(start..)?)?))
    }

    /// The length of the encoding of this text that another one begins with.
    pub(super) fn prefix_length(&self, text: &str) -> Option<usize> {
        self.end(text)
    }

    /// The first two bytes of all encodings; the text has at least two characters.
    pub(super) fn first_pairs(&self) -> BTreeSet<(u8, u8)> {
        let mut next = first_bytes_of(self.characters.get(1));
        next.extend(IGNORED.iter().filter_map(|ignored| ignored.bytes().next()));
        next.extend(*b"\\%");
        let mut pairs = BTreeSet::new();
        for encoding in self.characters.first().into_iter().flat_map(|first| first.iter()) {
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
        let plain = text
            .bytes()
            .take_while(|byte| !matches!(byte, b'%' | b'&' | b'+' | b'\\' | 0..b' ' | 0x80..));
        plain.zip(self.text.bytes()).any(|(one, other)| one != other)
    }

    /// Length of the encoding at the beginning of a text.
    ///
    /// A backslash may stand for itself or be the first of an escaped pair. All possible ends after
    /// each character are kept, because only the following text decides between them.
    fn end(&self, text: &str) -> Option<usize> {
        let first = self.characters.first()?;
        // Rejects most texts without allocating.
        if self.differs_from(text) || !first.iter().any(|encoding| encoding.end(text).is_some()) {
            return None;
        }
        let mut ends = vec![0];
        for (index, encodings) in self.characters.iter().enumerate() {
            if index > 0 {
                let skipped = ends.iter().filter_map(|end| {
                    let length = ignored_length(text.get(*end..)?);
                    (length > 0).then_some(end + length)
                });
                ends.extend(skipped.collect::<Vec<_>>());
            }
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

/// Characters that may be between those of a secret: gateways, terminals and UTF-16 put them there.
const IGNORED: [&str; 10] =
    ["\0", "\n", "\r", "\t", "\u{ad}", "\u{200b}", "\u{200c}", "\u{200d}", "\u{2060}", "\u{feff}"];
/// Their escapes after backslashes, and percent-encoded.
const IGNORED_ESCAPES: [&str; 13] = [
    "n", "r", "t", "x00", "u0000", "u000a", "u000d", "u00ad", "u200b", "u200c", "u200d", "u2060",
    "ufeff",
];
const IGNORED_PERCENT: [&str; 8] =
    ["%00", "%0a", "%0d", "%c2%ad", "%e2%80%8b", "%e2%80%8c", "%e2%80%8d", "%ef%bb%bf"];

/// The length of the characters at the beginning of a text that are ignored, with the indentation after a line break.
fn ignored_length(text: &str) -> usize {
    let mut rest = text;
    loop {
        let escaped = rest.trim_start_matches('\\');

        let length = if escaped.len() < rest.len() {
            let found =
                IGNORED_ESCAPES.iter().find(|ignored| starts_in_either_case(escaped, ignored));
            found.map(|ignored| rest.len() - escaped.len() + ignored.len())
        } else if rest.starts_with('%') {
            let found = IGNORED_PERCENT.iter().find(|ignored| starts_in_either_case(rest, ignored));
            found.map(|ignored| ignored.len())
        } else {
            let found = IGNORED.iter().find(|ignored| rest.starts_with(**ignored));
            found.map(|ignored| {
                let after = &rest[ignored.len()..];
                let spaces = if *ignored == "\n" {
                    after.len() - after.trim_start_matches(' ').len()
                } else {
                    0
                };
                ignored.len() + spaces
            })
        };
        let Some(length) = length else {
            return text.len() - rest.len();
        };
        rest = rest.get(length..).unwrap_or_default();
    }
}

/// The bytes that a character's encodings may begin with. An encoding with hexadecimal digits never
/// begins with one.
fn first_bytes_of(encodings: Option<&CharEncodings>) -> BTreeSet<u8> {
    let encodings = encodings.into_iter().flat_map(|encodings| encodings.iter());
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
    let bytes = |each: fn(u8) -> String| c.to_string().bytes().map(each).collect::<String>();
    let percent = bytes(|byte| format!("%{byte:02x}"));
    let percent_twice = bytes(|byte| format!("%25{byte:02x}"));
    // The escapes of JavaScript and of shells, for characters of one byte.
    let byte_escape = c.is_ascii().then(|| EncodedChar::Escaped(format!("x{:02x}", u32::from(c))));
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
        .chain([percent, percent_twice, hexadecimal].map(EncodedChar::InEitherCase))
        .chain(byte_escape)
        .chain(short.map(EncodedChar::Escaped))
        .chain([units])
        .collect()
}
