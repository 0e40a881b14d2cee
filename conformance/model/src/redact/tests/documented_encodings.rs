//! Every encoding that `SECURITY.md` lists, and every pair of them, one within the other.

use std::fs;

use super::*;

/// A way to encode a text.
type Encode = fn(&str) -> String;

/// The encodings by their names in `SECURITY.md`.
const ENCODINGS: [(&str, &[Encode]); 9] = [
    ("JSON", &[json, |text| utf16(text, false), |text| utf16(text, true)]),
    (
        "JavaScript",
        &[
            |text| each_ascii(text, |byte| format!("\\x{byte:02x}")),
            |text| each(text, |c| format!("\\u{{{:x}}}", u32::from(c))),
            |text| each(text, |c| format!("\\u{{{:06X}}}", u32::from(c))),
        ],
    ),
    (
        "URLs",
        &[
            |text| bytes(text, |byte| format!("%{byte:02X}")),
            |text| bytes(text, |byte| format!("%{byte:02x}")),
            |text| url(text, "%20"),
        ],
    ),
    ("forms", &[|text| url(text, "+")]),
    (
        "HTML",
        &[
            html,
            |text| each(text, |c| format!("&#{:04};", u32::from(c))),
            |text| each(text, |c| format!("&#x{:05X};", u32::from(c))),
        ],
    ),
    (
        "hexadecimal",
        &[
            |text| hex(text, ""),
            |text| hex(text, "").to_uppercase(),
            |text| hex(text, ":"),
            |text| hex(text, " "),
            |text| hex(text, "-"),
        ],
    ),
    ("Base32", &[base32, |text| base32(text).trim_end_matches('=').to_lowercase()]),
    ("Base64", &[|text| STANDARD.encode(text), |text| URL_SAFE_NO_PAD.encode(text)]),
    (
        "invisible characters",
        &[
            |text| between(text, "\n    "),
            |text| between(text, "\r\n"),
            |text| between(text, "\0"),
            |text| between(text, "\u{fe0f}"),
            |text| between(text, "\u{34f}"),
            |text| between(text, "\u{2066}"),
            |text| between(text, "\u{e0041}"),
        ],
    ),
];

fn each(text: &str, write: fn(char) -> String) -> String {
    text.chars().map(write).collect()
}

fn bytes(text: &str, write: fn(u8) -> String) -> String {
    text.bytes().map(write).collect()
}

fn each_ascii(text: &str, write: fn(u8) -> String) -> String {
    text.chars()
        .map(|c| u8::try_from(c).ok().filter(u8::is_ascii).map_or(c.to_string(), write))
        .collect()
}

fn json(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap();
    quoted[1..quoted.len() - 1].replace('/', "\\/")
}

fn utf16(text: &str, upper: bool) -> String {
    let unit = |unit| if upper { format!("\\u{unit:04X}") } else { format!("\\u{unit:04x}") };
    text.encode_utf16().map(unit).collect()
}

fn url(text: &str, space: &str) -> String {
    let byte = |byte: u8| match byte {
        b' ' => space.to_owned(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

fn html(text: &str) -> String {
    let escapes = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&apos;")];
    escapes.iter().fold(text.to_owned(), |text, (c, escape)| text.replace(c, escape))
}

fn hex(text: &str, between: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(between)
}

/// RFC 4648, section 6.
fn base32(text: &str) -> String {
    let bits: Vec<_> =
        text.bytes().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1)).collect();
    let digit = |bits: &[u8]| {
        let bits = bits.iter().chain([0; 4].iter()).take(5);
        char::from(
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
                [bits.fold(0, |number, bit| number * 2 + usize::from(*bit))],
        )
    };
    let mut digits: String = bits.chunks(5).map(digit).collect();
    digits.extend(iter::repeat_n('=', digits.len().next_multiple_of(8) - digits.len()));
    digits
}

fn between(text: &str, what: &str) -> String {
    text.chars().map(|c| format!("{c}{what}")).collect()
}

fn in_case(text: &str, case: u8) -> String {
    let swapped = |c: char| {
        if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
    };
    match case % 4 {
        0 => text.to_ascii_uppercase(),
        1 => text.to_ascii_lowercase(),
        2 => text.chars().map(swapped).collect(),
        _ => text.to_owned(),
    }
}

#[test]
fn base32_is_that_of_the_standard() {
    for (text, encoded) in [("f", "MY======"), ("fo", "MZXQ===="), ("foobar", "MZXW6YTBOI======")] {
        assert_eq!(base32(text), encoded);
    }
}

/// The first and last of each range of `Default_Ignorable_Code_Point` in Unicode 16, and control characters.
#[test]
fn every_invisible_character_is_removed() {
    const ENDS: &str = "\0\u{1f}\u{7f}\u{80}\u{9f}\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}\u{180f}\
        \u{200b}\u{200f}\u{202a}\u{202e}\u{2060}\u{206f}\u{3164}\u{fe00}\u{fe0f}\u{feff}\u{ffa0}\u{fff0}\u{fff8}\
        \u{1bca0}\u{1bca3}\u{1d173}\u{1d17a}\u{e0000}\u{e0fff}";
    for c in ENDS.chars() {
        let text = between("sk_live/4f9a", &c.to_string());
        assert!(one("sk_live/4f9a").text(&text).starts_with("[key]"), "{}", c.escape_unicode());
    }
}

#[test]
fn security_md_lists_the_encodings() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../SECURITY.md");
    let text = fs::read_to_string(path).unwrap();
    let promise = text.split("**").skip_while(|part| *part != "Keys.").nth(1).unwrap();
    let listed = promise.split_once("one of them within another:").unwrap().1;
    let listed = listed.split_once('.').unwrap().0;
    let names: Vec<_> =
        listed.split([',', ';']).map(|name| name.trim().replace('\n', " ")).collect();
    assert_eq!(names, ENCODINGS.map(|(name, _)| name));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    /// Encoded once or twice, each time as a part of a longer text. Where `%`, `&` and backslashes stand beside the key
    /// or in it, a text may have several meanings.
    #[test]
    fn every_pair_of_encodings_is_removed(
        key in "[!-$'-\\[\\]-~]{6,40}",
        case in any::<u8>(),
        around in prop::collection::vec("[ -$'-\\[\\]-~é]{0,9}", 6),
    ) {
        let redactor = one(&key);
        let key = in_case(&key, case);
        let encodings = || ENCODINGS.iter().flat_map(|(name, ways)| ways.iter().map(move |way| (name, way)));
        let within = |at: usize, text: &str| format!("{}{text}{}", around[at], around[at + 1]);
        let mut kept = Vec::new();
        for (inner_name, inner) in encodings() {
            let once = inner(&within(0, &key));
            let twice = encodings().map(|(outer_name, outer)| {
                (format!("{outer_name} of {inner_name}"), outer(&within(2, &once)))
            });
            for (name, text) in twice.chain([((*inner_name).to_owned(), once.clone())]) {
                let text = within(4, &text);
                if !is_replaced(&redactor, &text) && !has_form_of_indentation(&text) {
                    kept.push(format!("{name}: {text}"));
                }
            }
        }
        prop_assert!(kept.is_empty(), "{}", kept.join("\n"));
    }

    /// Encoded once or twice.
    #[test]
    fn twelve_characters_in_a_row_are_removed(
        key in "[a-z!$'-\\[\\]-~]{13,40}",
        start in any::<prop::sample::Index>(),
    ) {
        let start = start.index(key.len() - 11);
        let part = &key[start..start + 12];
        let ways = || ENCODINGS.iter().flat_map(|(_, ways)| *ways);
        let mut kept: Vec<_> = ways().map(|way| way(part)).collect();
        kept.extend(ways().flat_map(|inner| ways().map(|outer| outer(&inner(part)))));
        let redactor = one(&key);
        kept.retain(|text| !redactor.text(&format!("<{text}>")).contains("[key:part]"));
        kept.retain(|text| !has_form_of_indentation(text));
        prop_assert!(kept.is_empty(), "{}", kept.join("\n"));
    }

    #[test]
    fn ordinary_texts_are_unchanged(
        key in "[!-~]{8,40}",
        bytes in any::<[u8; 32]>(),
        user in "[a-z.]{3,20}",
    ) {
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let uuid = [0..8, 8..12, 12..16, 16..20, 20..32].map(|range| &digits[range]).join("-");
        for text in [
            digits.clone(),
            uuid,
            STANDARD.encode(bytes),
            format!("{user}@example.org"),
            "2026-03-04T05:06:07.123456Z".to_owned(),
            serde_json::json!({ "user": user, "digest": digits, "total": [1, 2] }).to_string(),
        ] {
            prop_assert_eq!(one(&key).shown(&text), text);
        }
    }
}

/// In forms, spaces after a line break cannot be distinguished from `+`.
fn has_form_of_indentation(text: &str) -> bool {
    text.contains("%0A+")
}

/// Whether the whole key is replaced, not only a part of it.
fn is_replaced(redactor: &Redactor, text: &str) -> bool {
    redactor.text(text).replace("[key:part]", "").contains("[key")
}
