//! Spellings of a request that the protocol treats as equal.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    /// The case of the key header's name, if not the documented one.
    pub header: Option<HeaderCase>,
    /// Whether every character of the path parameters is percent-encoded.
    pub escaped: bool,
}

impl Spelling {
    pub fn is_usual(self) -> bool {
        self == Self::default()
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
    fn escaped_text_decodes_to_the_original() {
        let text = escaped("jo@ö.example");
        assert!(text.starts_with("%6a%6F%40"), "{text}");
        let read = percent_encoding::percent_decode_str(&text);
        assert_eq!(read.decode_utf8().unwrap(), "jo@ö.example");
    }
}
