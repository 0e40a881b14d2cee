//! Time to remove a key from texts that a server may send to make it slow, beside that of ordinary ones. Asserts
//! nothing.

use std::hint::black_box;
use std::time::Instant;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use referral_conformance::redact::Redactor;

const KEY: &str = "sk_live/4f9a8b7c6d5e";
const SHORT: usize = 16 << 10;
const LONG: usize = 256 << 10;

fn main() {
    let redactor = Redactor::new([("main key", KEY), ("other key", "sk_live/0123456789ab")]);
    println!("{:24}  {:>12}  {:>12}", "nanoseconds per byte", "16 KB", "256 KB");
    for (name, unit) in units() {
        let time = |bytes: usize| {
            let text = unit.repeat(bytes / unit.len());
            let start = Instant::now();
            black_box(redactor.shown(black_box(&text)));
            start.elapsed().as_secs_f64() * 1e9 / bytes as f64
        };
        println!("{name:24}  {:>12.1}  {:>12.1}", time(SHORT), time(LONG));
    }
}

/// What each text repeats.
fn units() -> Vec<(&'static str, String)> {
    let nested = (0..3).fold(KEY.repeat(4), |text, _| STANDARD.encode(text));
    let record = r#"{"uuid":"0b6f8a52-7a0e-4c55-9d1a-3f1f6f0b6a11","name":"A name","email":"a@example.org"},"#;
    let mut units = vec![("records", record.to_owned()), ("nested Base64", nested)];
    units.extend(
        [
            ("a", "a"),
            ("V, a digit everywhere", "V"),
            ("backslashes", "\\"),
            ("escaped quotes", "\\\""),
            ("%25", "%25"),
            ("&amp;amp;", "&amp;amp;"),
            ("=3D", "=3D"),
            ("open braces", "\\u{0"),
            ("zero-width spaces", "\u{200b}"),
            ("near matches", "sk_live/4f9a8b7c6d5x"),
            ("keys", KEY),
        ]
        .map(|(name, unit)| (name, unit.to_owned())),
    );
    units
}
