//! Removes secrets from everything that the program writes.
//!
//! A secret is found by its value, in every encoding that JSON, URLs, forms and HTML allow, mixed
//! ones included, also with line breaks, zero-width characters or NUL bytes between its characters;
//! in another case, in hexadecimal digits, in base32, and in base64, alone, as a part of a longer
//! text, or encoded twice; and any run of twelve of its characters. Each is replaced by a unique
//! name, so that equal values stay equal and different ones stay different. Hashed or compressed
//! secrets are not found.
//!
//! In answers, a text beside the name of the key's header that looks like a key is removed as well.
//!
//! A short secret may be part of any word, so removing it before judging could change a verdict. It is
//! removed from requests at once, and from answers only when they are printed, as a whole word.

mod beside_header;
mod encoding;
mod pattern;
mod transform;
mod whole_word;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use http::{HeaderMap, HeaderValue};

use crate::exchange::{ExpectedValues, Fault, ScenarioTrace};
use crate::json::Json;

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

    /// Also removes what looks like a key beside this header name in answers.
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

    /// The bytes as text without secrets; `None` if they have none.
    fn redacted_bytes(&self, bytes: &[u8]) -> Option<String> {
        // Bytes without a possible start of a secret need not be decoded.
        self.needles.starts(bytes).next()?;
        self.needles.replace(&String::from_utf8_lossy(bytes))
    }

    /// The name of a text that is a secret as a whole.
    pub fn name_of(&self, text: &str) -> Option<String> {
        let named = self.shown(text);
        let mut needles = self.needles.all.iter().chain(self.short.iter());
        let known = needles.any(|needle| needle.name == named);
        known.then_some(named)
    }

    /// A trace without secrets. It is judged after this, so that excerpts of an answer cannot
    /// contain a part of a secret.
    pub fn redact_trace(&self, mut trace: ScenarioTrace) -> ScenarioTrace {
        for step in &mut trace.steps {
            self.values(&mut step.values);
        }
        let steps = trace.steps.iter_mut().chain(&mut trace.finally);
        let ways = steps.flat_map(|step| &mut step.attempts);
        for exchange in ways.flat_map(|way| way.exchanges.iter_mut().chain(&mut way.reread)) {
            let request = &mut exchange.request;
            self.replace(&mut request.target);
            request.body.iter_mut().for_each(|body| self.replace(body));
            self.headers(&mut request.headers);
            if self.has_short() {
                for (_, value) in &mut request.headers {
                    *value = self.shown(value);
                }
            }
            match &mut exchange.outcome {
                Ok(response) => {
                    self.bytes(&mut response.body);
                    self.response_headers(&mut response.headers);
                }
                Err(
                    Fault::Unsendable(why)
                    | Fault::Connect(why)
                    | Fault::Tls(why)
                    | Fault::Broken(why),
                ) => self.replace(why),
                Err(_) => {}
            }
        }
        trace
    }

    /// Expected values get the same names as in the answers.
    fn values(&self, values: &mut ExpectedValues) {
        let order = values.order.iter_mut().flat_map(|(value, at)| [value, at]);
        for text in
            values.shows.iter_mut().chain(&mut values.hides).chain(&mut values.adds).chain(order)
        {
            self.replace(text);
        }
        let compared = values.equals.iter_mut().chain(&mut values.differs);
        for (spot, value) in compared.chain(&mut values.near) {
            spot.item = spot.item.take().map(|item| self.text(&item));
            if let Some(redacted) = Json::parse(self.text(&value.to_string()).as_bytes()) {
                *value = redacted;
            }
        }
    }

    fn headers(&self, headers: &mut [(String, String)]) {
        for text in headers.iter_mut().flat_map(|(name, value)| [name, value]) {
            self.replace(text);
        }
    }

    /// Takes secrets out of the headers of an answer. What replaces a secret is not a valid header name, so a header whose
    /// name holds a secret is removed.
    fn response_headers(&self, headers: &mut HeaderMap) {
        let names = headers.keys();
        let secret = names.filter(|name| self.needles.replace(name.as_str()).is_some());
        for name in secret.cloned().collect::<Vec<_>>() {
            headers.remove(name);
        }
        for value in headers.values_mut() {
            if let Some(redacted) = self.redacted_bytes(value.as_bytes()) {
                // What replaces a secret is a valid header value.
                let redacted = HeaderValue::from_bytes(redacted.as_bytes());
                *value = redacted.unwrap_or(const { HeaderValue::from_static("") });
            }
        }
    }

    /// Invalid UTF-8 is only replaced if its readable part has a secret.
    fn bytes(&self, bytes: &mut Vec<u8>) {
        if let Some(redacted) = self.redacted_bytes(bytes) {
            *bytes = redacted.into_bytes();
        }
        let name = self.header.as_deref();
        if let Some(redacted) = name.and_then(|name| beside_header::replace(bytes, name)) {
            *bytes = redacted;
        }
    }
}

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
