//! The work is proportional to the text, whatever it is.

use super::super::search::{CODING_LEVELS, Search};
use super::*;

const KEY: &str = "sk_live/4f9a8b7c6d5e";

/// What a server may repeat to make a search slow.
const REPEATED: [&str; 25] = [
    "\\",
    "\\\\\"",
    "\\u",
    "\\u{0",
    "\\u005c",
    "%25",
    "%",
    "%2525",
    "&amp;amp;",
    "&#",
    "&#0",
    "&#x0",
    "=3D",
    "\"",
    "\n ",
    "\u{200b}",
    "sk_live/4f9a8b7c6d5x",
    "sk_live/4f9",
    "sk_live/4f9a8b7c6d5e",
    "s",
    "4b:",
    "VVVV",
    "MFRGG",
    "a",
    "{\"a\":",
];

/// The work for a text, and the number of its hits.
fn work(text: &str) -> (usize, usize) {
    let mut work = Work::up_to(usize::MAX);
    let hits = Search::run(&one(KEY).needles, text, CODING_LEVELS, &mut work).unwrap();
    (work.spent, hits.len())
}

fn base64_levels(mut text: String, levels: usize) -> String {
    for _ in 0..levels {
        text = STANDARD.encode(text);
    }
    text
}

#[test]
fn the_work_is_proportional_to_the_text() {
    let families: Vec<Box<dyn Fn(usize) -> String>> = REPEATED
        .iter()
        .map(|unit| Box::new(move |bytes: usize| unit.repeat(bytes / unit.len())) as Box<_>)
        .chain((1..4).map(|levels| {
            Box::new(move |bytes: usize| {
                base64_levels(KEY.repeat(bytes / KEY.len() / (levels + 1)), levels)
            }) as Box<_>
        }))
        .chain([
            Box::new(|bytes: usize| format!("&#{}", "0".repeat(bytes))) as Box<_>,
            Box::new(|bytes: usize| format!("sk_{}", "\u{200b}".repeat(bytes / 3))) as Box<_>,
        ])
        .collect();
    for family in families {
        let (small, large) = (family(4_000), family(16_000));
        let ((less, few), (more, many)) = (work(&small), work(&large));
        let name: String = small.chars().take(20).collect();
        // Digits that are hexadecimal, Base32 and Base64 at once become nine times as many bytes.
        assert!(more <= 2000 * large.len(), "{name}: {more}");
        assert!(more <= 5 * less && many <= 5 * few + 5, "{name}: {less} {more} {few} {many}");
    }
}

#[test]
fn each_byte_of_an_ordinary_text_is_read_at_most_twelve_times() {
    let text =
        "{\"name\":\"Emma\",\"uuid\":\"0b6f8a52-7a0e-4c55-9d1a-3f1f6f0b6a11\",\"pages\":512},"
            .repeat(100);
    // The digits of a UUID are decoded.
    assert!(work(&text).0 <= 12 * text.len(), "{}", work(&text).0 / text.len());
}
