//! Taking secrets out of everything that is written, by value and in their encoded forms.
//!
//! Each secret becomes its own name, so that what was equal stays equal. All output of a run passes
//! one [`Redactor`]; nobody else needs to know what is secret.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::exchange::Play;
use crate::json::Json;

/// The length from which something can be a secret.
const SHORTEST: usize = 4;

/// Knows the secrets of a run.
#[derive(Clone, Default)]
pub struct Redactor {
    /// What is taken out, the longest first, and what is put in its place.
    pairs: Vec<(String, String)>,
}

impl Redactor {
    /// For secrets, each with the name it is to have: `main key`.
    pub fn new<'a>(secrets: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut pairs = Vec::new();
        for (name, secret) in secrets {
            for form in forms(secret) {
                pairs.push((form, format!("[{name}]")));
            }
        }
        pairs.sort_by_key(|(form, _)| std::cmp::Reverse(form.len()));
        pairs.dedup();
        Self { pairs }
    }

    /// The text without secrets.
    #[must_use]
    pub fn text(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (form, name) in &self.pairs {
            if text.contains(form.as_str()) {
                text = text.replace(form.as_str(), name);
            }
        }
        text
    }

    /// How a text that is a secret is named; `None` if it is none.
    #[must_use]
    pub fn name_of(&self, text: &str) -> Option<String> {
        let named = self.text(text);
        let known = self.pairs.iter().any(|(_, name)| *name == named);
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

/// The forms in which a secret can turn up again.
fn forms(secret: &str) -> Vec<String> {
    let json = Json::Text(secret.to_owned()).to_string();
    let percent = utf8_percent_encode(secret, NON_ALPHANUMERIC).to_string();
    let mut forms = vec![
        secret.to_owned(),
        json.trim_matches('"').to_owned(),
        percent.to_lowercase(),
        percent,
        STANDARD_NO_PAD.encode(secret),
        URL_SAFE_NO_PAD.encode(secret),
        secret.escape_debug().to_string(),
    ];
    // Anything shorter is no secret, and taking it out would spoil every other word.
    forms.retain(|form| form.len() >= SHORTEST);
    forms.sort();
    forms.dedup();
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_secret_is_taken_out() {
        let secret = "s3cr3t/+\"é";
        let redactor = Redactor::new([("main key", secret)]);
        for form in forms(secret) {
            let text = redactor.text(&format!("a {form} b"));
            assert!(
                text.contains("[main key]") && !text.contains(&form),
                "{text}"
            );
        }
    }

    #[test]
    fn what_was_equal_stays_equal() {
        let redactor = Redactor::new([("main key", "abcd"), ("other key", "abcdef"), ("none", "")]);
        assert_eq!(
            redactor.text("abcd abcdef abcd"),
            "[main key] [other key] [main key]"
        );
        assert_eq!(redactor.text("nothing here"), "nothing here");
    }
}
