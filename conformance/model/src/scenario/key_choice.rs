//! The key that a request sends.

use spec::{Contract, KeyPlace};

use crate::contract::usual_key;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum KeyChoice {
    /// A key of the first kind. Completing a scenario replaces it.
    #[default]
    Default,
    /// A key of this kind; without a name, none, as the service has no key.
    Kind(String),
    Absent,
    /// The place of the key, with an empty key.
    Empty,
    /// The same with a blank key; in a header, HTTP does not distinguish it from an empty one (RFC 9110, 5.5).
    Blank,
    /// A key that was never issued.
    Invalid,
    /// A key of this kind with a change, which was never issued either.
    Changed(KeyChange, String),
}

impl KeyChoice {
    /// The key that is sent where a step names none.
    pub(super) fn usual(contract: &Contract) -> Self {
        usual_key(contract).map_or(Self::Absent, |kind| Self::Kind(kind.to_owned()))
    }

    /// The kind of key, if a valid one is sent.
    pub fn kind(&self) -> Option<&str> {
        match self {
            Self::Kind(kind) => Some(kind),
            _ => None,
        }
    }

    /// The kind of key that a run needs to send it, valid or changed.
    pub fn needed_kind(&self) -> Option<&str> {
        match self {
            Self::Kind(kind) | Self::Changed(_, kind) if !kind.is_empty() => Some(kind),
            _ => None,
        }
    }

    /// Whether the place of the key has a key that was never issued.
    pub fn is_unissued(&self) -> bool {
        matches!(self, Self::Empty | Self::Blank | Self::Invalid | Self::Changed(..))
    }
}

/// What makes another key of a valid one. Letter case is none of the changes: a service may issue keys whose case does not
/// matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyChange {
    /// Characters are appended.
    Lengthened,
    /// Characters are put in front.
    Prefixed,
    /// The last character is left out, and padding after it.
    Shortened,
    /// The second half is left out, or less of it, so that twelve characters remain.
    Halved,
}

/// The fewest characters of a shortened key. A redactor removes parts of this length, and does not replace ordinary words.
const FEWEST: usize = 6;
/// The fewest characters of half a key: a part that a redactor finds in a long key.
const FEWEST_OF_HALF: usize = 12;

impl KeyChange {
    /// In the order of the words.
    pub const ALL: [Self; 4] = [Self::Lengthened, Self::Prefixed, Self::Shortened, Self::Halved];

    /// The words in scenario files.
    pub const WORDS: [&'static str; 4] = ["lengthened", "prefixed", "shortened", "halved"];

    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|change| change.word() == word)
    }

    /// The changed key. `text` is what is added, long enough not to be mistaken for padding. `None` for a key that is too
    /// short to be shortened.
    pub fn apply(self, place: &KeyPlace, key: &str, text: &str) -> Option<String> {
        let (kept, key) = kept(place, key);
        Some(format!("{kept}{}", self.changed(key, text)?))
    }

    fn changed(self, key: &str, text: &str) -> Option<String> {
        // A service may accept a key without padding.
        let core = key.trim_end_matches('=');
        let fewest = if core == key { FEWEST } else { FEWEST_OF_HALF };
        let starts: Vec<_> = core.char_indices().map(|(start, _)| start).collect();
        let first = |count: usize| {
            let end = *starts.get(count).filter(|_| count >= fewest)?;
            Some(core.get(..end)?.to_owned())
        };
        let all_but_one = starts.len().saturating_sub(1);
        match self {
            Self::Lengthened => Some(format!("{key}-{text}")),
            Self::Prefixed => Some(format!("{text}-{key}")),
            Self::Shortened => first(all_but_one),
            Self::Halved => first((starts.len() / 2).max(FEWEST_OF_HALF).min(all_but_one)),
        }
    }
}

/// Another key, with what every key in this place begins with.
pub fn beside(place: &KeyPlace, key: &str, other: &str) -> String {
    format!("{}{other}", kept(place, key).0)
}

/// What every key in this place begins with, and the rest: the scheme in the value of a header, and the user of HTTP
/// Basic, without whom the credentials would be malformed.
fn kept<'k>(place: &KeyPlace, key: &'k str) -> (&'k str, &'k str) {
    match place {
        KeyPlace::Header(_) => scheme(key),
        KeyPlace::Basic => key.split_at(key.find(':').map_or(0, |colon| colon + 1)),
        KeyPlace::Bearer | KeyPlace::Query(_) | KeyPlace::Cookie(_) => ("", key),
    }
}

/// The scheme of a key with the blank after it (`Bearer `, RFC 9110, 11.4), or nothing; and the rest.
fn scheme(key: &str) -> (&str, &str) {
    let is_scheme = |text: &str| {
        let is_token = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(is_token)
    };
    match key.split_once(' ') {
        Some((first, rest)) if is_scheme(first) && !rest.is_empty() => {
            key.split_at(first.len() + 1)
        }
        _ => ("", key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redact::Redactor;

    fn header() -> KeyPlace {
        KeyPlace::Header("Library-Card".to_owned())
    }

    #[test]
    fn keys_are_changed_at_either_end() {
        let key = "0123456789abcdefghijABCDEFGHIJ";
        let changed = KeyChange::ALL.map(|change| change.apply(&header(), key, "x").unwrap());
        let [lengthened, prefixed, shortened, halved] = changed;
        assert_eq!((lengthened, prefixed), (format!("{key}-x"), format!("x-{key}")));
        assert_eq!((shortened, halved), (key[..29].to_owned(), key[..15].to_owned()));
        assert_eq!(
            KeyChange::Halved.apply(&header(), &key[..14], "x").as_deref(),
            Some(&key[..12])
        );
        assert_eq!(KeyChange::Halved.apply(&header(), &key[..9], "x").as_deref(), Some(&key[..8]));
        assert_eq!(KeyChange::Shortened.apply(&header(), &key[..6], "x"), None);
        assert_eq!(KeyChange::Shortened.apply(&header(), "", "x"), None);
        let padded = format!("{}==", &key[..14]);
        assert_eq!(
            KeyChange::Shortened.apply(&header(), &padded, "x").as_deref(),
            Some(&key[..13])
        );
        assert_eq!(KeyChange::Shortened.apply(&header(), "01234567==", "x"), None);
    }

    #[test]
    fn scheme_of_a_key_is_kept() {
        let key = "Bearer 0123456789abcdefghij";
        let changed = KeyChange::ALL.map(|change| change.apply(&header(), key, "x").unwrap());
        let expected = [
            "Bearer 0123456789abcdefghij-x",
            "Bearer x-0123456789abcdefghij",
            "Bearer 0123456789abcdefghi",
            "Bearer 0123456789ab",
        ];
        assert_eq!(changed, expected);
        assert_eq!(beside(&header(), key, "x"), "Bearer x");
        for plain in ["0123456789", "Ä bc", "a/b c", "Bearer ", ""] {
            assert_eq!(beside(&header(), plain, "x"), "x", "{plain}");
        }
    }

    #[test]
    fn user_of_a_basic_key_is_kept() {
        let changed = KeyChange::Prefixed.apply(&KeyPlace::Basic, "ann:s3cret", "x");
        assert_eq!(changed.as_deref(), Some("ann:x-s3cret"));
        assert_eq!(beside(&KeyPlace::Basic, "ann:s3cret", "x"), "ann:x");
        let key = "Bearer 0123456789";
        assert_eq!(beside(&KeyPlace::Query("key".to_owned()), key, "x"), "x");
    }

    #[test]
    fn redactors_remove_every_changed_key() {
        let key = "k3y/Ää-0123456789abcdefghijABCDEFGHIJ";
        for (end, _) in key.char_indices().skip(6) {
            let key = &key[..end];
            let redactor = Redactor::new([("main key", key)]);
            for change in KeyChange::ALL {
                let Some(changed) = change.apply(&header(), key, "other") else { continue };
                for shown in [redactor.shown(&changed), redactor.text(&changed)] {
                    let rest = shown.replace("[main key]", "").replace("[main key:part]", "");
                    assert!(["", "-other", "other-"].contains(&rest.as_str()), "{key} {rest}");
                }
            }
        }
    }
}
