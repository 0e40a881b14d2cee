//! From text to [`Json`], on top of `serde_json`'s own tokens.
//!
//! `serde_json::Value` would lose digits and order; reading raw values one level at a time keeps
//! both without switching on features that would change `serde_json` for everybody.

use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::Json;

pub(super) fn parse(text: &[u8]) -> Option<Json> {
    let raw: &RawValue = serde_json::from_slice(text).ok()?;
    value(raw.get())
}

/// `serde_json` has bounded the depth already when it read the whole text as one raw value.
fn value(text: &str) -> Option<Json> {
    Some(match text.as_bytes().first()? {
        b'n' => Json::Null,
        b't' => Json::Bool(true),
        b'f' => Json::Bool(false),
        b'"' => Json::Text(serde_json::from_str(text).ok()?),
        b'[' => {
            let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
            Json::List(
                items
                    .into_iter()
                    .map(|item| value(item.get()))
                    .collect::<Option<_>>()?,
            )
        }
        b'{' => {
            let members = serde_json::Deserializer::from_str(text)
                .deserialize_map(Members)
                .ok()?;
            let members = members
                .into_iter()
                .map(|(key, raw)| Some((key, value(raw.get())?)));
            Json::Map(members.collect::<Option<_>>()?)
        }
        _ => Json::Number(text.to_owned()),
    })
}

/// Members of an object in the order written, none of them lost.
struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn digits_and_order_are_kept() {
        let json = parse(br#" {"z": 12345678901234.560, "a": [true, null, "\u00e9"]} "#).unwrap();
        assert_eq!(
            json.to_string(),
            r#"{"z":12345678901234.560,"a":[true,null,"é"]}"#
        );
    }

    #[test]
    fn what_is_no_json_is_none() {
        for text in [
            "",
            "{",
            "nul",
            "[1,]",
            "01",
            "{\"a\":1} x",
            "\"\\ud800\"",
            "<html>",
        ] {
            assert!(parse(text.as_bytes()).is_none(), "{text}");
        }
        assert!(parse(&[0xff, 0xfe]).is_none());
        assert!(parse("[".repeat(100_000).as_bytes()).is_none());
    }

    proptest! {
        #[test]
        fn never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let _ = parse(&bytes);
        }

        #[test]
        fn agrees_with_serde_json(text in r#"[\[\]{}",:0-9a-z. -]{0,24}"#) {
            let theirs: Result<serde_json::Value, _> = serde_json::from_str(&text);
            // A number beyond an `f64` is still JSON: only its `Value` cannot hold it.
            if theirs.is_ok() {
                prop_assert!(parse(text.as_bytes()).is_some());
            }
        }
    }
}
