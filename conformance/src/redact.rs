//! Takes keys out of everything that leaves the program, wherever they came from.
//!
//! A secret is found by its value, not by the name of what holds it, and in every spelling that JSON,
//! URLs, forms and HTML allow, mixed ones included; also in other cases, in hexadecimal digits, and in
//! base64, of the secret alone or of a text around it. It becomes a name that is always the same and
//! only its own, so that what was equal stays equal and what differed still differs. What was hashed,
//! compressed, or encoded in two of these ways at once is not found.
//!
//! A secret of a few characters cannot be taken out before judging: it may be a part of any word, and an answer without
//! that part would be judged wrongly. It is taken out of requests at once, and of what is shown of an answer where it
//! stands alone. All output of a run passes one [`Redactor`]; nobody else needs to know what
//! is secret.

mod byte_pairs;
mod encoding;
mod transform;
mod whole_word;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use byte_pairs::BytePairs;
use encoding::Encodings;
use http::{HeaderMap, HeaderValue};

use crate::exchange::{ExpectedValues, Fault, ScenarioTrace};
use crate::json::Json;

/// The length from which a secret is taken out wherever it stands; a shorter one only where it stands alone.
const SHORTEST: usize = 6;

/// Replaces secrets by their names.
#[derive(Clone, Default)]
pub struct Redactor {
    needles: Arc<PatternSet>,
    /// Those of short secrets.
    short: Arc<Vec<SecretPattern>>,
}

/// All texts to be found.
#[derive(Default)]
struct PatternSet {
    /// The name of each text by itself: a header that is nothing but a key is the commonest case.
    names: BTreeMap<String, String>,
    /// The longest first, so that no secret hides part of a longer one.
    all: Vec<SecretPattern>,
    /// For each byte, the indexes of those that can begin with it.
    by_first: Vec<Vec<usize>>,
    /// The pairs of bytes that any can begin with: most places of most texts have none of them.
    pairs: BytePairs,
    /// The length of the shortest; no spelling is shorter than what it spells.
    shortest: usize,
}

/// One text to be found.
struct SecretPattern {
    spellings: Encodings,
    name: String,
}

impl Redactor {
    /// For secrets, each with the name it is to have: `main key`. Of one secret with two names the first counts; a
    /// name that is taken gets a number.
    #[must_use]
    pub fn new<'a>(secrets: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let (mut long, mut short, mut taken) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        for (name, secret) in secrets {
            let texts = match secret.len() {
                0 => continue,
                length if length < SHORTEST => &mut short,
                _ => &mut long,
            };
            if texts.contains_key(secret) {
                continue;
            }
            let name = free(name, &mut taken);
            texts.insert(secret.to_owned(), format!("[{name}]"));
            for (disguise, text) in transform::all(secret) {
                let name = || format!("[{name}:{disguise}]");
                texts.entry(text).or_insert_with(name);
            }
        }
        Self {
            needles: Arc::new(PatternSet::of(long.clone(), needles(long))),
            short: Arc::new(needles(short)),
        }
    }

    /// Whether a secret is so short that only [`shown`](Self::shown) finds it.
    #[must_use]
    pub fn has_short(&self) -> bool {
        !self.short.is_empty()
    }

    /// A text without secrets that is only to be shown or kept: short ones are taken out as well where they stand alone.
    #[must_use]
    pub fn shown(&self, text: &str) -> String {
        let text = self.text(text);
        self.short.iter().fold(text, |text, needle| {
            whole_word::replace(&text, &needle.spellings, &needle.name)
        })
    }

    /// The text without secrets.
    #[must_use]
    pub fn text(&self, text: &str) -> String {
        self.redacted(text).unwrap_or_else(|| text.to_owned())
    }

    /// Takes secrets out of a text that is kept.
    fn replace(&self, text: &mut String) {
        if let Some(redacted) = self.redacted(text) {
            *text = redacted;
        }
    }

    /// The text without secrets; `None` if it has none, which is the usual case.
    fn redacted(&self, text: &str) -> Option<String> {
        if text.len() < self.needles.shortest {
            return None;
        }
        let begins = self.needles.pairs.begin(text.as_bytes());
        if begins && let Some(name) = self.needles.names.get(text) {
            return Some(name.clone());
        }
        let found = self.needles.within(text);
        if found.is_empty() {
            return None;
        }
        let mut out = String::with_capacity(text.len());
        redact(text, &found, &mut out);
        Some(out)
    }

    /// The text in bytes without secrets; `None` if it has none.
    fn redacted_bytes(&self, bytes: &[u8]) -> Option<String> {
        // Bytes without a place where a secret can begin need not be decoded.
        self.needles.pairs.places(bytes).next()?;
        self.redacted(&String::from_utf8_lossy(bytes))
    }

    /// How a text that is a secret is named; `None` if it is none.
    #[must_use]
    pub fn name_of(&self, text: &str) -> Option<String> {
        let named = self.shown(text);
        let mut needles = self.needles.all.iter().chain(self.short.iter());
        let known = needles.any(|needle| needle.name == named);
        known.then_some(named)
    }

    /// A play without secrets. Judging comes after this, so that nothing that is cut or quoted from
    /// an answer can hold a part of one.
    #[must_use]
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
                    self.answered(&mut response.headers);
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

    /// What is looked for is named as it is in the answers.
    fn values(&self, values: &mut ExpectedValues) {
        let order = values.order.iter_mut().flat_map(|(value, at)| [value, at]);
        for text in values
            .shows
            .iter_mut()
            .chain(&mut values.hides)
            .chain(&mut values.adds)
            .chain(order)
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
    fn answered(&self, headers: &mut HeaderMap) {
        let names = headers.keys();
        let secret = names.filter(|name| self.redacted(name.as_str()).is_some());
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

    /// Bytes that are no text are left alone unless a secret shows in what can be read of them.
    fn bytes(&self, bytes: &mut Vec<u8>) {
        if let Some(redacted) = self.redacted_bytes(bytes) {
            *bytes = redacted.into_bytes();
        }
    }
}

/// Tells how many texts are looked for, and none of them.
impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor")
            .field("needles", &self.needles.all.len())
            .field("short", &self.short.len())
            .finish()
    }
}

impl PatternSet {
    fn of(names: BTreeMap<String, String>, all: Vec<SecretPattern>) -> Self {
        let lengths = names.keys().map(String::len).filter(|length| *length > 0);
        let shortest = lengths.min().unwrap_or(usize::MAX);
        let mut by_first = vec![Vec::new(); 256];
        let mut pairs = BytePairs::default();
        for (index, needle) in all.iter().enumerate() {
            pairs.add(&needle.spellings);
            for byte in needle.spellings.first_bytes() {
                if let Some(begun) = by_first.get_mut(usize::from(*byte)) {
                    begun.push(index);
                }
            }
        }
        Self {
            names,
            all,
            by_first,
            pairs,
            shortest,
        }
    }

    /// Those that are written somewhere in a text; of most texts none, which one pass over it tells.
    fn within(&self, text: &str) -> Vec<&SecretPattern> {
        let mut found = BTreeSet::new();
        for start in self.pairs.places(text.as_bytes()) {
            let byte = text.as_bytes().get(start).copied().unwrap_or_default();
            let begun = self.by_first.get(usize::from(byte));
            for index in begun.into_iter().flatten() {
                let is_here = |needle: &SecretPattern| {
                    let rest = text.get(start..);
                    rest.is_some_and(|rest| needle.spellings.begin(rest))
                };
                if !found.contains(index) && self.all.get(*index).is_some_and(is_here) {
                    found.insert(*index);
                }
            }
        }
        found
            .iter()
            .filter_map(|index| self.all.get(*index))
            .collect()
    }
}

/// Texts with their names as needles, the longest first.
fn needles(texts: BTreeMap<String, String>) -> Vec<SecretPattern> {
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
    let needle = |(text, name): (String, _)| SecretPattern {
        spellings: Encodings::of(&text),
        name,
    };
    let texts = texts.into_iter().filter(|(text, _)| !text.is_empty());
    texts.map(needle).collect()
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
fn redact(text: &str, needles: &[&SecretPattern], out: &mut String) {
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
