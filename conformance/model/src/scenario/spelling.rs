//! Spellings of a request that the protocol treats as equal.
//!
//! | spelling | why it means the same |
//! | --- | --- |
//! | case of a header's name | RFC 9110, 5.1: names are case-insensitive |
//! | percent-encoding of unreserved characters | RFC 3986, 2.3 and 6.2.2.2: the URIs are equivalent |
//! | `charset=utf-8` beside the media type | RFC 8259, 11: it has no effect |
//! | case of the media type | RFC 9110, 8.3.1: type and subtype are case-insensitive |
//! | order of members | RFC 8259, 4: an object is unordered |
//! | white space between tokens | RFC 8259, 2: it is insignificant |
//! | escapes in strings | RFC 8259, 7: any character may be escaped, and 8.3: names are compared without escapes |
//!
//! A byte order mark is not one of them: RFC 8259, 8.1 forbids to send it. Nor is `+` for a blank, which RFC 3986
//! does not know.

use std::fmt::Write as _;

use crate::json::Json;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    /// The case of the key header's name, if not the documented one.
    pub header: Option<HeaderCase>,
    /// Whether every character of the path parameters is percent-encoded.
    pub escaped: bool,
    /// Whether every character of the query parameters is.
    pub query_escaped: bool,
    /// The media type of the body, if not the usual one.
    pub media_type: Option<MediaType>,
    /// How the body is written, if not as usual.
    pub body: Option<BodySpelling>,
}

impl Spelling {
    pub fn is_usual(self) -> bool {
        self == Self::default()
    }

    /// Whether the body, its media type or the query is spelled unusually, and nothing else is.
    pub fn is_of_inputs(self) -> bool {
        !self.is_usual() && self.header.is_none() && !self.escaped
    }
}

/// A spelling of the media type of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaType {
    /// `application/json; charset=utf-8`
    Charset,
    /// `Application/JSON`
    Upper,
}

impl MediaType {
    pub const ALL: [Self; 2] = [Self::Charset, Self::Upper];

    /// The words in scenario files.
    pub const WORDS: [&'static str; 2] = ["charset", "upper"];

    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.word() == word)
    }

    /// The value of the header.
    pub fn value(self) -> &'static str {
        match self {
            Self::Charset => "application/json; charset=utf-8",
            Self::Upper => "Application/JSON",
        }
    }
}

/// A spelling of a JSON object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodySpelling {
    /// The members in reverse order.
    Reversed,
    /// White space of every kind around the tokens of the object.
    Lines,
    /// Every character of names and texts as an escape.
    Escapes,
}

impl BodySpelling {
    pub const ALL: [Self; 3] = [Self::Reversed, Self::Lines, Self::Escapes];

    /// The words in scenario files.
    pub const WORDS: [&'static str; 3] = ["reversed", "lines", "escapes"];

    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.word() == word)
    }

    /// The text of an object.
    pub fn write(self, mut members: Vec<(String, Json)>) -> String {
        match self {
            Self::Reversed => {
                members.reverse();
                Json::Map(members).to_string()
            }
            Self::Lines => {
                let member =
                    |(name, value): &(String, Json)| format!("\t{} :\r\n  {value}", quoted(name));
                let members: Vec<_> = members.iter().map(member).collect();
                format!("\n{{\n{}\n}}\n", members.join(" ,\n"))
            }
            Self::Escapes => with_escapes(&Json::Map(members)),
        }
    }
}

fn quoted(text: &str) -> String {
    Json::Text(text.to_owned()).to_string()
}

/// JSON in which every character of names and texts is an escape: `/` in its short form, others as UTF-16 units.
fn with_escapes(json: &Json) -> String {
    let escaped = |text: &str| {
        let mut out = String::from("\"");
        for char in text.chars() {
            if char == '/' {
                out.push_str("\\/");
                continue;
            }
            for unit in char.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
        out + "\""
    };
    match json {
        Json::Text(text) => escaped(text),
        Json::List(items) => {
            format!("[{}]", items.iter().map(with_escapes).collect::<Vec<_>>().join(","))
        }
        Json::Map(members) => {
            let member = |(name, value): &(String, Json)| {
                format!("{}:{}", escaped(name), with_escapes(value))
            };
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

/// A case of a header's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderCase {
    /// `header-name`
    Lower,
    /// `HEADER-NAME`
    Upper,
    /// `Header-Name`
    Title,
    /// `hEaDeR-nAmE`
    Mixed,
}

impl HeaderCase {
    /// The words in scenario files.
    pub const WORDS: [&'static str; 4] = ["lower", "upper", "title", "mixed"];

    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    pub fn from_word(word: &str) -> Option<Self> {
        let cases = [Self::Lower, Self::Upper, Self::Title, Self::Mixed];
        Self::WORDS.iter().position(|known| *known == word).map(|index| cases[index])
    }

    pub fn spell(self, name: &str) -> String {
        self.letters(name).collect()
    }

    pub fn is_case_of(self, name: &str) -> bool {
        self.letters(name).eq(name.chars())
    }

    fn letters(self, name: &str) -> impl Iterator<Item = char> {
        let mut letters = 0;
        let mut starts = true;
        name.chars().map(move |letter| {
            let upper = match self {
                Self::Lower => false,
                Self::Upper => true,
                Self::Title => starts,
                Self::Mixed => letters % 2 == 1,
            };
            starts = !letter.is_ascii_alphanumeric();
            letters += usize::from(letter.is_ascii_alphabetic());
            if upper { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
        })
    }
}

/// Percent-encodes every byte, alternating the case of hexadecimal letters.
pub fn escaped(text: &str) -> String {
    let mut lower = true;
    let escaped = text.bytes().map(|byte| {
        let escape = if lower { format!("%{byte:02x}") } else { format!("%{byte:02X}") };
        lower ^= escape.bytes().any(|digit| digit.is_ascii_alphabetic());
        escape
    });
    escaped.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_names_are_converted_to_each_case() {
        let cases = HeaderCase::WORDS
            .map(|word| HeaderCase::from_word(word).unwrap().spell("Library-Card"));
        assert_eq!(cases, ["library-card", "LIBRARY-CARD", "Library-Card", "lIbRaRy-CaRd"]);
    }

    #[test]
    fn every_spelling_of_a_body_means_the_same() {
        let texts = Json::List(vec![Json::Text("a/\"ö\u{1f600}".to_owned()), Json::Null]);
        let members = vec![
            ("title".to_owned(), Json::Text("Ö\n".to_owned())),
            ("list".to_owned(), texts),
            ("cost".to_owned(), Json::Number("1.50".to_owned())),
        ];
        let sorted = |json: Json| {
            let Json::Map(mut members) = json else { panic!("{json} is no object") };
            members.sort_by(|(one, _), (other, _)| one.cmp(other));
            Json::Map(members)
        };
        for spelling in BodySpelling::ALL {
            let text = spelling.write(members.clone());
            assert_ne!(text, Json::Map(members.clone()).to_string());
            let read = Json::parse(text.as_bytes()).unwrap();
            assert_eq!(sorted(read), sorted(Json::Map(members.clone())), "{text}");
            assert_eq!(BodySpelling::from_word(spelling.word()), Some(spelling));
        }
        let escapes = with_escapes(&Json::Text("a/\u{1f600}".to_owned()));
        assert_eq!(escapes, r#""\u0061\/\ud83d\ude00""#);
    }

    #[test]
    fn escaped_text_decodes_to_the_original() {
        let text = escaped("jo@ö.example");
        assert!(text.starts_with("%6a%6F%40"), "{text}");
        let read = percent_encoding::percent_decode_str(&text);
        assert_eq!(read.decode_utf8().unwrap(), "jo@ö.example");
    }
}
