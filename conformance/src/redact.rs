//! Removes secrets from everything that the program writes. What is judged still has them.
//!
//! A secret is found by its value, in every encoding that JSON, URLs, forms and HTML allow, mixed
//! ones included, also with line breaks, zero-width characters or NUL bytes between its characters;
//! in another case, in hexadecimal digits, in base32, and in base64, alone, as a part of a longer
//! text, or encoded twice; and any run of twelve of its characters. Each is replaced by a unique
//! name, so that equal values stay equal and different ones stay different. Hashed or compressed
//! secrets are not found.
//!
//! In quotations, a text beside the name of the key's header that looks like a key is removed as well.
//!
//! A short secret may be part of any word, so it is removed only from data of requests and answers, as a
//! whole word.
//!
//! Findings, observations and leftovers hold each text from a request or an answer as a [`Quote`], which
//! only a redactor makes. Whole reports, messages and lines of state files are redacted once more when
//! they are written.

mod beside_header;
mod encoding;
mod pattern;
mod quote;
mod transform;
mod whole_word;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

pub use quote::Quote;

use pattern::{PatternSet, SecretPattern};

/// A secret of at least this length is removed everywhere, a shorter one only as a whole word.
const SHORTEST: usize = 6;

/// Replaces secrets by their names.
#[derive(Clone, Default)]
pub struct Redactor {
    needles: Arc<PatternSet>,
    /// Short secrets, removed as whole words.
    short: Arc<Vec<SecretPattern>>,
    /// Name of the header with the key.
    header: Option<Arc<str>>,
}

impl Redactor {
    /// Creates a redactor from secrets and their names, such as `main key`. If a secret has several
    /// names, the first is used; a name that is taken gets a number.
    pub fn new<'a>(secrets: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let (mut long, mut short, mut taken) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        let mut parts = Vec::new();
        for (name, secret) in secrets {
            let texts = match secret.len() {
                0 => continue,
                length if length < SHORTEST => &mut short,
                _ => &mut long,
            };
            if texts.contains_key(secret) {
                continue;
            }
            let name = unused_name(name, &mut taken);
            texts.insert(secret.to_owned(), format!("[{name}]"));
            parts.push((name.clone(), secret.to_owned()));
            for (disguise, text) in transform::all(secret) {
                let name = || format!("[{name}:{disguise}]");
                texts.entry(text).or_insert_with(name);
            }
        }
        Self {
            needles: Arc::new(PatternSet::new(long, &parts)),
            short: Arc::new(SecretPattern::all(short)),
            header: None,
        }
    }

    /// Also removes what looks like a key beside this header name from quotations.
    #[must_use]
    pub fn with_header(self, name: &str) -> Self {
        Self { header: Some(name.to_ascii_lowercase().into()), ..self }
    }

    /// Whether a secret is so short that only [`shown`](Self::shown) removes it.
    pub fn has_short(&self) -> bool {
        !self.short.is_empty()
    }

    /// A text for display or storage without secrets. Removes short ones as well where they are
    /// whole words.
    pub fn shown(&self, text: &str) -> String {
        let text = self.text(text);
        self.short
            .iter()
            .fold(text, |text, needle| whole_word::replace(&text, &needle.spellings, &needle.name))
    }

    /// The text without secrets of at least six bytes.
    pub fn text(&self, text: &str) -> String {
        self.needles.replace(text).unwrap_or_else(|| text.to_owned())
    }

    /// Removes secrets in place.
    fn replace(&self, text: &mut String) {
        if let Some(redacted) = self.needles.replace(text) {
            *text = redacted;
        }
    }

    /// The name of a text that is a secret as a whole.
    pub fn name_of(&self, text: &str) -> Option<String> {
        let named = self.shown(text);
        let mut needles = self.needles.all.iter().chain(self.short.iter());
        let known = needles.any(|needle| needle.name == named);
        known.then_some(named)
    }

    /// A quotation of a text from a request or an answer, cut after 500 characters: a run keeps thousands.
    pub fn quote(&self, text: impl Into<String>) -> Quote {
        self.cut_quote(text.into(), 500)
    }

    /// A quotation that is cut after 120 characters.
    pub fn short_quote(&self, text: impl Into<String>) -> Quote {
        self.cut_quote(text.into(), 120)
    }

    /// Cuts after secrets were removed: what a cut leaves of a secret would not be found.
    fn cut_quote(&self, mut text: String, longest: usize) -> Quote {
        self.replace(&mut text);
        let name = self.header.as_deref();
        if let Some(redacted) = name.and_then(|name| beside_header::replace(text.as_bytes(), name))
        {
            text = String::from_utf8_lossy(&redacted).into_owned();
        }
        if self.has_short() {
            text = self.shown(&text);
        }
        Quote::cut(text, longest)
    }
}

/// Redactors of the same secrets are equal.
impl PartialEq for Redactor {
    fn eq(&self, other: &Self) -> bool {
        let short = |redactor: &Self| {
            redactor.short.iter().map(|short| short.name.clone()).collect::<Vec<_>>()
        };
        self.needles.names == other.needles.names
            && short(self) == short(other)
            && self.header == other.header
    }
}

impl Eq for Redactor {}

/// Prints the number of patterns, not the patterns.
impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor")
            .field("needles", &self.needles.all.len())
            .field("short", &self.short.len())
            .finish()
    }
}

fn unused_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut unused_name = name.to_owned();
    for n in 2.. {
        if taken.insert(unused_name.clone()) {
            break;
        }
        unused_name = format!("{name} {n}");
    }
    unused_name
}

#[cfg(test)]
mod tests;
