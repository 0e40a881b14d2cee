//! Removes a secret, the first line of the input, from the rest of it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use referral_conformance::redact::Redactor;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (secret, text) = text.split_once('\n').unwrap_or((&text, ""));
    let redactor = Redactor::new([("key", secret)]);
    for text in [text.to_owned(), format!("{text}{secret}"), format!("{secret}{text}")] {
        let redacted = redactor.text(&text);
        // Otherwise the name of the secret may complete it.
        assert!(secret.len() < 6 || secret.contains(['[', ']']) || !redacted.contains(secret));
        redactor.shown(&text);
        assert!(redactor.quote(text).chars().count() < 600);
    }
});
