//! Takes keys out of everything that leaves the program, wherever they came from.
//!
//! A secret is found by its value, not by the name of what holds it, and in every spelling that JSON,
//! URLs, forms and base64 allow, mixed ones included. It becomes a name that is always the same and
//! only its own, so that what was equal stays equal and what differed still differs. What was hashed,
//! compressed or encoded twice is not found. Base64 is looked for without padding, which stays and
//! tells nothing. All output of a run passes one [`Redactor`]; nobody else needs to know what is
//! secret.

mod spelling;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use spelling::Spellings;

use crate::exchange::Play;

/// The length from which something is a secret: anything shorter is guessed at once, and taking it
/// out would spoil every other word, such as `true`.
const SHORTEST: usize = 6;

/// Replaces secrets by their names.
#[derive(Clone, Default)]
pub struct Redactor {
    /// The longest first, so that no secret hides part of a longer one.
    needles: Arc<[Needle]>,
}

/// One text to be found.
struct Needle {
    spellings: Spellings,
    name: String,
}

impl Redactor {
    /// For secrets, each with the name it is to have: `main key`. What is very short does
    /// not count; of one secret with two names the first counts; a name that is taken gets a number.
    #[must_use]
    pub fn new<'a>(secrets: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let (mut texts, mut taken) = (BTreeMap::new(), BTreeSet::new());
        for (name, secret) in secrets {
            if secret.len() < SHORTEST || texts.contains_key(secret) {
                continue;
            }
            let name = free(name, &mut taken);
            let standard = STANDARD_NO_PAD.encode(secret);
            let url_safe = URL_SAFE_NO_PAD.encode(secret);
            texts.insert(secret.to_owned(), format!("[{name}]"));
            texts
                .entry(standard)
                .or_insert_with(|| format!("[{name}:base64]"));
            texts
                .entry(url_safe)
                .or_insert_with(|| format!("[{name}:base64url]"));
        }
        let mut texts: Vec<_> = texts.into_iter().collect();
        texts.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
        let needle = |(text, name): (String, _)| Needle {
            spellings: Spellings::of(&text),
            name,
        };
        Self {
            needles: texts.into_iter().map(needle).collect(),
        }
    }

    /// The text without secrets.
    #[must_use]
    pub fn text(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        redact(text, &self.needles, &mut out);
        out
    }

    /// How a text that is a secret is named; `None` if it is none.
    #[must_use]
    pub fn name_of(&self, text: &str) -> Option<String> {
        let named = self.text(text);
        let known = self.needles.iter().any(|needle| needle.name == named);
        known.then_some(named)
    }

    /// A play without secrets. Judging comes after this, so that nothing that is cut or quoted from
    /// an answer can hold a part of one.
    #[must_use]
    pub fn play(&self, mut play: Play) -> Play {
        let ways = play.steps.iter_mut().flat_map(|step| &mut step.ways);
        for exchange in ways.flat_map(|way| &mut way.exchanges) {
            let request = &mut exchange.request;
            request.target = self.text(&request.target);
            request.body = request.body.take().map(|body| self.text(&body));
            self.headers(&mut request.headers);
            if let Ok(response) = &mut exchange.outcome {
                response.body = self.bytes(std::mem::take(&mut response.body));
                self.headers(&mut response.headers);
            }
        }
        play
    }

    fn headers(&self, headers: &mut [(String, String)]) {
        for (_, value) in headers {
            *value = self.text(value);
        }
    }

    /// Bytes that are no text are left alone unless a secret shows in what can be read of them.
    fn bytes(&self, bytes: Vec<u8>) -> Vec<u8> {
        let redacted = {
            let text = String::from_utf8_lossy(&bytes);
            let redacted = self.text(&text);
            (redacted != text).then_some(redacted)
        };
        redacted.map_or(bytes, String::into_bytes)
    }
}

/// Tells how many texts are looked for, and none of them.
impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor")
            .field("needles", &self.needles.len())
            .finish()
    }
}

fn free(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut free = name.to_owned();
    for n in 2.. {
        if taken.insert(free.clone()) {
            break;
        }
        free = format!("{name} {n}");
    }
    free
}

/// Replaces the first needle everywhere, and the others in what is left between.
fn redact(text: &str, needles: &[Needle], out: &mut String) {
    let Some((needle, others)) = needles.split_first() else {
        out.push_str(text);
        return;
    };
    let mut rest = text;
    while let Some(found) = needle.spellings.find(rest) {
        redact(&rest[..found.start], others, out);
        out.push_str(&needle.name);
        rest = &rest[found.end..];
    }
    redact(rest, others, out);
}

#[cfg(test)]
mod tests;
