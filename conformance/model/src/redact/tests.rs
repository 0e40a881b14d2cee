//! Tests that every encoding of a secret is removed, and that other text is unchanged.

mod documented_encodings;
mod linear;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use proptest::prelude::*;

use super::*;

fn one(secret: &str) -> Redactor {
    Redactor::new([("key", secret)])
}

/// Encodes each character of a text in a way chosen by a seed, mixing encodings. A character that begins an escape is
/// always encoded.
fn written(text: &str, seeds: &[u8]) -> String {
    let mut seeds = seeds.iter().cycle();
    let mut out = String::new();
    for c in text.chars() {
        let percent = c.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
        let units = c.encode_utf16(&mut [0; 2]).to_vec();
        let units = units.iter().map(|unit| format!("\\u{unit:04X}")).collect::<String>();
        let ways = if "%\\&".contains(c) { 4 } else { 6 };
        match seeds.next().copied().unwrap_or_default() % ways {
            0 => out.push_str(&percent),
            1 => out.push_str(&percent.to_lowercase()),
            2 => out.push_str(&units),
            3 => out.push_str(&units.to_lowercase().replace("\\U", "\\u")),
            4 => {
                let json = serde_json::to_string(&c).unwrap();
                out.push_str(&json[1..json.len() - 1]);
            }
            _ => out.push(c),
        }
    }
    out
}

#[test]
fn names_say_how_a_secret_is_written() {
    let (mixed, part, canary) = ("s3cret/+ ~~>é", "0123456789abcdefghij", "Canary-7f3a");
    let quoted = r#"Canary/"7f3a"9vQx"#;
    for (secret, text, expected) in [
        (mixed, "X: s3cret/+ ~~>é;", "X: [key];"),
        (mixed, r#"{"a":"s3cret\/+ ~~>\u00e9"}"#, r#"{"a":"[key]"}"#),
        (mixed, r#"{"a":"s3cret\/\u002B ~~\u003e\u00E9"}"#, r#"{"a":"[key]"}"#),
        (mixed, "?a=s3cret%2F%2B%20~~%3E%C3%A9&b", "?a=[key]&b"),
        (mixed, "?a=s3cret%2f%2b+%7e~%3e%c3%a9&b", "?a=[key]&b"),
        (
            mixed,
            r#"{"a":"{\"b\":\"s3cret\\/\\u002b ~~>\\\u00e9\"}"}"#,
            r#"{"a":"{\"b\":\"[key]\"}"}"#,
        ),
        (mixed, "czNjcmV0Lysgfn4+w6k=", "[key:base64]="),
        (mixed, "czNjcmV0Lysgfn4%2bw6k%3D", "[key:base64]%3D"),
        (mixed, "czNjcmV0Lysgfn4-w6k", "[key:base64]"),
        (mixed, "s3cret/+ ~~>és3cret/+ ~~>é", "[key][key]"),
        (mixed, "s3cret/+ ~~>", "[key:part]"),
        (mixed, "s3cret/+ ~~", "s3cret/+ ~~"),
        (canary, "CANARY-7F3A canary-7f3a", "[key:other case] [key:other case]"),
        (canary, "43616e6172792d37663361", "[key:hex]"),
        (canary, "NDM2MTZlNjE3Mjc5MmQzNzY2MzM2MQ==", "[key:base64 of hex]=="),
        (canary, "&#67;anary&#x2D;7f3a", "[key]"),
        (part, "x 3456789abcdef y", "x [key:part] y"),
        // Eleven characters.
        (part, "x 456789abcde y", "x 456789abcde y"),
        (part, "0123456789abcdefghij 0123456789abc", "[key] [key:part]"),
        (quoted, r#"{"a":"Canary\/\"7f3a\""}"#, r#"{"a":"[key:part]"}"#),
        (quoted, "?a=nary%2f%227f3a%229v&", "?a=[key:part]&"),
    ] {
        assert_eq!(one(secret).text(text), expected);
    }
}

#[test]
fn the_longest_secret_is_replaced_by_its_first_name_once() {
    let overlapping = [("a", "abcdef"), ("b", "xabcdefg"), ("c", "gabcdefghij"), ("none", "")];
    let same = [("k", "one-secret"), ("k", "two-secret"), ("l", "one-secret")];
    for (secrets, text, expected) in [
        (&overlapping[..], "xabcdefg abcdef gabcdefghij", "[b] [a] [c]"),
        (&overlapping, "xabcdefgabcdefghij", "[b][c]"),
        (&same, "one-secret two-secret one-secret", "[k] [k 2] [k]"),
        // A name is not searched.
        (
            &[("first key", "long secret"), ("other", "first key")],
            "long secret, first key",
            "[first key], [other]",
        ),
    ] {
        assert_eq!(Redactor::new(secrets.iter().copied()).text(text), expected);
    }
}

#[test]
fn name_of_finds_whole_secrets() {
    let redactor = Redactor::new([("main key", "one-secret"), ("other key", "two-secret")]);
    assert_eq!(redactor.name_of("two-secret").as_deref(), Some("[other key]"));
    assert_eq!(redactor.name_of("no secret"), None);
}

#[test]
fn base64_of_surrounding_text_is_removed() {
    let redactor = one("Canary-7f3a");
    for before in ["", "a", "ab", "abc", "user:"] {
        for after in ["", "x", "yz", "\r\nHost: here"] {
            let encoded = STANDARD.encode(format!("{before}Canary-7f3a{after}"));
            let redacted = redactor.text(&encoded);
            assert!(redacted.contains("[key:base64"), "{before} {after}: {redacted}");
            // At most one letter at either end of the secret may be left.
            for kept in redacted.split(['[', ']']) {
                let decoded =
                    STANDARD_NO_PAD.decode(kept.trim_end_matches('=')).unwrap_or_default();
                assert!(!String::from_utf8_lossy(&decoded).contains("anary"), "{redacted}");
            }
        }
    }
}

proptest! {
    #[test]
    fn every_encoding_is_removed(
        secret in "[!-~]{8,40}",
        // The value of a header has no line breaks.
        odd in "[ \"\\\\%+/\té🔑]{0,6}",
        seeds in prop::collection::vec(any::<u8>(), 1..20),
        before in "[a-z]{0,5}",
    ) {
        let secret = format!("{secret}{odd}!");
        let redactor = one(&secret);
        let (standard, url_safe) = (STANDARD_NO_PAD.encode(&secret), URL_SAFE_NO_PAD.encode(&secret));
        for (text, name) in [(&secret, "[key]"), (&standard, "[key:base64]")] {
            let text = format!("{before} <{}>", written(text, &seeds));
            prop_assert_eq!(redactor.text(&text), format!("{before} <{name}>"));
        }
        prop_assert_eq!(redactor.text(&url_safe), "[key:base64]");
    }

    #[test]
    fn json_stays_valid(secret in "[!-~]{8,20}[\"\\\\]{0,3}", other in any::<String>()) {
        let document = serde_json::json!({ "key": secret, "other": other }).to_string();
        let redacted: serde_json::Value = serde_json::from_str(&one(&secret).text(&document)).unwrap();
        prop_assert_eq!(&redacted["key"], "[key]");
    }

    #[test]
    fn text_without_secrets_is_unchanged(secret in "[A-Z]{9,20}", text in "[^A-Z%\\\\]{0,200}") {
        prop_assert_eq!(one(&secret).text(&text), text);
    }

    #[test]
    fn secrets_are_removed_from_any_text(
        secret in any::<String>(),
        before in any::<String>(),
        after in any::<String>(),
    ) {
        let redacted = one(&secret).text(&format!("{before}{secret}{after}"));
        prop_assert!(secret.len() < SHORTEST || redacted.contains("[key"));
        let alone = one(&secret).shown(&format!("<{secret}>"));
        prop_assert!(secret.is_empty() || alone.contains("[key"));
    }
}

#[test]
fn a_part_of_a_secret_that_names_a_kind_of_key_is_kept() {
    let redactor = Redactor::new([("other_account key", "key-other_account-a2dead7fca991045")]);
    let id = "the fixture other_account of Other_Account";
    assert_eq!(redactor.text(id), id);
    assert_eq!(redactor.text("?k=other_account-a2dead7fca99"), "?k=ot[other_account key:part]");
}

#[test]
fn a_cut_leaves_no_part_of_a_secret() {
    let secret = "Canary-7f3a/9vQx";
    let hex: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
    for spelling in [secret.to_owned(), hex, STANDARD.encode(secret)] {
        for before in 80..120 {
            let quote =
                one(secret).short_quote(format!("{}{spelling}, and more", "~".repeat(before)));
            let rest = quote.trim_start_matches('~');
            assert!("[key:base64]==".starts_with(rest.get(..1).unwrap_or("[")), "{quote}");
            assert!(!quote.contains(&spelling[..4]), "{quote}");
        }
    }
    assert_eq!(
        &*one(secret).short_quote("~".repeat(121)),
        "~".repeat(120) + "... (121 characters)"
    );
}

#[test]
fn quotations_have_neither_short_secrets_nor_keys_of_others() {
    let redactor = one("k3y").with_header("X-Card-Key");
    assert_eq!(&*redactor.quote("`k3y` k3yboard"), "`[key]` k3yboard");
    let other = r#"{"x-card-key":"0123456789abcdef"}"#;
    assert_eq!(&*redactor.quote(other), r#"{"x-card-key":"[a key]"}"#);
}

#[test]
fn a_short_secret_is_replaced_only_as_a_whole_word_of_a_response() {
    for (secret, text, expected) in [
        ("demo", "demo", "[key]"),
        ("demo", "demo-invalid-1", "[key]-invalid-1"),
        ("demo", r#"{"key":"demo","demos":1}"#, r#"{"key":"[key]","demos":1}"#),
        ("demo", "a%20demo, a\\ndemo", "a%20[key], a\\n[key]"),
        ("demo", "\\u0020demo %64emo", "\\u0020[key] [key]"),
        ("demo", "undemo democracy demodemo", "undemo democracy demodemo"),
        ("demo", "né demo é", "né [key] é"),
        ("k3y", "K3Y 6b3379 azN5", "[key:other case] [key:hex] [key:base64]"),
        ("1", "1, 11 and 1", "[key], 11 and [key]"),
    ] {
        let redactor = one(secret);
        assert!(redactor.has_short());
        assert_eq!(redactor.shown(text), expected);
        assert_eq!(redactor.text(text), text, "a report keeps it");
        assert_eq!(redactor.name_of(secret).as_deref(), Some("[key]"));
    }
    assert_eq!(Redactor::new([("gate", "true"), ("none", "")]).text("true"), "true");
}

#[test]
fn a_long_text_of_a_response_is_replaced_as_a_whole() {
    let redactor = one("s3cret").with_header("X-Card-Key");
    let long = "a".repeat(MAX_WORK / 5 + 1);
    let replaced = "[1677722 bytes, too long to be searched for keys]";
    assert_eq!(redactor.shown(&long), replaced);
    assert_eq!(&*redactor.quote(long.as_str()), replaced);
    assert_eq!(redactor.text(&long), long, "a report has no limit");
    let lines = format!("{}s3cret\n", "a\n".repeat(MAX_PIECE / 2 - 1));
    assert_eq!(redactor.text(&lines.repeat(3)), lines.replace("s3cret", "[key]").repeat(3));
}

#[test]
fn the_quotations_of_an_response_have_a_limit_together() {
    let redactor = one("s3cret").with_header("X-Card-Key");
    let (response, other) = (redactor.of_response(), redactor.of_response());
    let text = "a ".repeat(MAX_WORK / 12);
    let shown = |redactor: &Redactor| redactor.short_quote(text.as_str()).starts_with("a a");
    assert!((0..9).all(|_| shown(&redactor)), "only responses have one");
    let times = (0..9).take_while(|_| shown(&response.clone())).count();
    assert_eq!(times, MAX_WORK_OF_RESPONSE / (MAX_WORK / 12 * 2 * 5));
    assert!(!shown(&response) && shown(&other));
    assert_eq!(&*response.quote("a s3cret"), "a [key]", "short texts are shown");
}

#[test]
fn a_report_that_needs_too_much_work_is_searched_without_decoding_digits() {
    let redactor = one("s3cret");
    let report = |end: &str| format!("{}{end}", "VVVV".repeat(MAX_PIECE / 2));
    assert_eq!(redactor.text(&report("~s3cr\\u0065t")), report("~[key]"));
    assert_eq!(redactor.text(&report("~733363726574")), report("~733363726574"));
    let ordinary = format!("{}~733363726574", "A line. ".repeat(MAX_PIECE / 4));
    assert!(redactor.text(&ordinary).ends_with("~[key:hex]"));
}

#[test]
fn an_interrupt_shortens_what_is_searched_for_quotations() {
    let redactor = one("s3cret");
    let text = "a".repeat(REDUCED_WORK);
    assert!(redactor.quote(text.as_str()).starts_with("aaa"));
    redactor.clone().interrupt();
    let replaced = "[65536 bytes, too long to be searched for keys]";
    assert_eq!(&*redactor.quote(text.as_str()), replaced);
    assert_eq!(redactor.shown(&text), text, "what a journal needs");
    assert_eq!(&*redactor.quote("s3cret"), "[key]");
}
