//! Removes secrets from everything that the program writes. What is judged still has them.
//!
//! A text is searched as it is, and in each form that it has without an encoding: escapes, then digits, then escapes of
//! what these encode, and so on, to a fixed depth (`search`). So a secret is found in every combination of the
//! encodings, also as a part of a longer text that was encoded, and each of its parts of twelve characters. It is
//! replaced by a name, so that equal values stay equal. Hashed or compressed secrets are not found.
//!
//! The work is proportional to the text, and has a limit for each text from requests and responses, and for all
//! quotations of a response: what needs more work is replaced as a whole.
//!
//! In quotations, a text beside the name of the key's header that looks like a key is removed as well.
//!
//! A short secret may be part of any word, so it is removed only from data of requests and responses, as a
//! whole word.
//!
//! Findings, observations and leftovers hold each text from a request or a response as a [`Quote`], which
//! only a redactor makes. Whole reports, messages and lines of state files are redacted once more when
//! they are written.

mod beside_header;
mod coding;
mod escape;
mod hit;
mod invisible;
mod pattern;
mod quote;
mod search;
mod stream;
mod whole_word;
mod work;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{fmt, iter};

pub use quote::Quote;

use pattern::PatternSet;
use search::CODING_LEVELS;
use work::{TooMuchWork, Work};

/// A secret of at least this length is removed everywhere, a shorter one only as a whole word.
const SHORTEST: usize = 6;

/// The limit of work, in bytes that are read, for one text from a request or a response. A byte of a text without escapes
/// is read five times.
const MAX_WORK: usize = 8 << 20;
const MAX_WORK_OF_RESPONSE: usize = 4 * MAX_WORK;
/// The limit for a quotation after an interrupt, or of a response whose limit is reached.
const REDUCED_WORK: usize = 64 << 10;
/// The limit for each byte of a report.
const MAX_WORK_PER_BYTE: usize = 32;
/// The longest part of a report that is searched at once, if it has line breaks.
const MAX_PIECE: usize = 256 << 10;

#[derive(Clone, Default)]
pub struct Redactor {
    needles: Arc<PatternSet>,
    /// Short secrets, removed as whole words.
    short: Arc<PatternSet>,
    /// Name of the header with the key.
    header: Option<Arc<str>>,
    interrupted: Arc<AtomicBool>,
    /// How much was read for quotations of a response, if this is the redactor of one.
    read: Option<Arc<AtomicUsize>>,
}

impl Redactor {
    /// Creates a redactor from secrets and their names, such as `main key`. If a secret has several
    /// names, the first is used; a name that is taken gets a number.
    pub fn new<'a>(secrets: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let (mut long, mut short, mut taken) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        for (name, secret) in secrets {
            let names = if secret.len() < SHORTEST { &mut short } else { &mut long };
            if !secret.is_empty() && !names.contains_key(secret) {
                names.insert(secret.to_owned(), unused_name(name, &mut taken));
            }
        }
        Self {
            needles: Arc::new(PatternSet::new(long, SHORTEST, false)),
            short: Arc::new(PatternSet::new(short, 1, true)),
            ..Self::default()
        }
    }

    /// Also removes what looks like a key beside this header name from quotations.
    #[must_use]
    pub fn with_header(self, name: &str) -> Self {
        Self { header: Some(name.to_ascii_lowercase().into()), ..self }
    }

    /// The redactor of one response, whose quotations together have a limit. Clones share it.
    #[must_use]
    pub fn of_response(&self) -> Self {
        Self { read: Some(Arc::default()), ..self.clone() }
    }

    /// From now on, longer texts are not searched for quotations, but replaced as a whole, so that the run ends soon.
    /// Clones share this.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// Whether a secret is so short that only [`shown`](Self::shown) removes it.
    pub fn has_short(&self) -> bool {
        !self.short.names.is_empty()
    }

    /// A text for display or storage without secrets. Removes short ones as well where they are
    /// whole words. A text that is too long to be searched is replaced as a whole.
    pub fn shown(&self, text: &str) -> String {
        self.within(text, &mut Work::up_to(MAX_WORK))
    }

    /// The text without secrets of at least six bytes, however long it is.
    pub fn text(&self, text: &str) -> String {
        pieces(text).map(|piece| self.redact_piece(piece)).collect()
    }

    /// A piece of a report without secrets. A piece that needs too much work is searched without decoding digits: the
    /// quotations in it were searched before.
    fn redact_piece<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let search = |levels, max_work| {
            search::replace(&self.needles, text, levels, &mut Work::up_to(max_work))
        };
        search(CODING_LEVELS, MAX_WORK_PER_BYTE.saturating_mul(text.len().max(MAX_PIECE)))
            .or_else(|TooMuchWork| search(0, usize::MAX))
            .unwrap_or_else(|TooMuchWork| too_long(text).into())
    }

    fn within(&self, text: &str, work: &mut Work) -> String {
        let mut search =
            |set, text: &str| search::replace(set, text, CODING_LEVELS, work).map(Cow::into_owned);
        search(&self.needles, text)
            .and_then(|text| search(&self.short, &text))
            .unwrap_or_else(|TooMuchWork| too_long(text))
    }

    /// The name of a text that is a secret as a whole.
    pub fn name_of(&self, text: &str) -> Option<String> {
        let name = self.needles.names.get(text).or_else(|| self.short.names.get(text))?;
        Some(format!("[{name}]"))
    }

    /// A quotation of a text from a request or a response, cut after 500 characters: a run keeps thousands.
    pub fn quote(&self, text: impl Into<String>) -> Quote {
        self.cut_quote(&text.into(), 500)
    }

    /// A quotation that is cut after 120 characters.
    pub fn short_quote(&self, text: impl Into<String>) -> Quote {
        self.cut_quote(&text.into(), 120)
    }

    /// The start of a text without secrets, of at most this many characters, and whether that is less than all of it.
    pub fn start(&self, text: &str, longest: usize) -> (Quote, bool) {
        Quote::start(self.quoted(text), longest)
    }

    /// Cuts after secrets were removed: what a cut leaves of a secret would not be found.
    fn cut_quote(&self, text: &str, longest: usize) -> Quote {
        Quote::cut(self.quoted(text), longest)
    }

    fn quoted(&self, text: &str) -> String {
        let mut work = Work::up_to(self.max_work());
        let mut text = self.within(text, &mut work);
        if let Some(read) = &self.read {
            read.fetch_add(work.spent, Ordering::Relaxed);
        }
        let name = self.header.as_deref();
        if let Some(redacted) = name.and_then(|name| beside_header::replace(text.as_bytes(), name))
        {
            text = String::from_utf8_lossy(&redacted).into_owned();
        }
        text
    }

    fn max_work(&self) -> usize {
        let read = self.read.as_ref().map_or(0, |read| read.load(Ordering::Relaxed));
        let rest = MAX_WORK_OF_RESPONSE.saturating_sub(read).clamp(REDUCED_WORK, MAX_WORK);
        if self.interrupted.load(Ordering::Relaxed) { REDUCED_WORK } else { rest }
    }
}

fn too_long(text: &str) -> String {
    format!("[{} bytes, too long to be searched for keys]", text.len())
}

/// The text in pieces of whole lines.
fn pieces(mut text: &str) -> impl Iterator<Item = &str> {
    iter::from_fn(move || {
        let start = text.get(..text.floor_char_boundary(MAX_PIECE))?;
        let end = if start.len() == text.len() {
            text.len()
        } else {
            let end = start.rfind('\n').or_else(|| text.find('\n'));
            end.map_or(text.len(), |end| end + 1)
        };
        let (piece, rest) = text.split_at_checked(end)?;
        text = rest;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Redactors of the same secrets are equal.
impl PartialEq for Redactor {
    fn eq(&self, other: &Self) -> bool {
        self.needles.names == other.needles.names
            && self.short.names == other.short.names
            && self.header == other.header
    }
}

impl Eq for Redactor {}

/// Prints the number of secrets, not the secrets.
impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor")
            .field("needles", &self.needles.names.len())
            .field("short", &self.short.names.len())
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
