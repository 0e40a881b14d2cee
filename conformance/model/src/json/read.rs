//! Parses text to [`Json`]. `serde_json` validates the text; this module splits it.
//!
//! `serde_json::Value` would lose digits and order, and the features that keep them would affect
//! all crates of the workspace.

use serde_json::value::RawValue;

use super::Json;

/// Nesting limit, against stack overflow.
const MAX_DEPTH: usize = 256;

pub(super) fn parse(text: &[u8]) -> Option<Json> {
    let whole: &RawValue = serde_json::from_slice(text).ok()?;
    let mut reader = Reader { rest: whole.get(), items: Vec::new(), members: Vec::new() };
    reader.value(0)
}

/// Reads valid JSON; only escapes in strings may still be wrong.
struct Reader<'a> {
    rest: &'a str,
    /// The items of all open arrays. A closed array takes its items, so that it is allocated once, at its final size.
    items: Vec<Json>,
    /// The members of all open objects.
    members: Vec<(String, Json)>,
}

impl<'a> Reader<'a> {
    fn value(&mut self, depth: usize) -> Option<Json> {
        match self.next()? {
            _ if depth > MAX_DEPTH => None,
            b'"' => self.text().map(Json::Text),
            b'[' => self.list(depth).map(Json::List),
            b'{' => self.map(depth).map(Json::Map),
            _ => Some(match self.word() {
                "null" => Json::Null,
                "true" => Json::Bool(true),
                "false" => Json::Bool(false),
                digits => Json::Number(digits.to_owned()),
            }),
        }
    }

    fn list(&mut self, depth: usize) -> Option<Vec<Json>> {
        let start = self.items.len();
        self.skip(b'[');
        while !self.skip(b']') {
            let item = self.value(depth + 1)?;
            self.items.push(item);
            self.skip(b',');
        }
        Some(self.items.drain(start..).collect())
    }

    /// Members in the order written, duplicates included.
    fn map(&mut self, depth: usize) -> Option<Vec<(String, Json)>> {
        let start = self.members.len();
        self.skip(b'{');
        while !self.skip(b'}') {
            self.next()?;
            let key = self.text()?;
            self.skip(b':');
            let value = self.value(depth + 1)?;
            self.members.push((key, value));
            self.skip(b',');
        }
        Some(self.members.drain(start..).collect())
    }

    fn text(&mut self) -> Option<String> {
        let inside = self.rest.get(1..)?;
        let mut bytes = inside.bytes();
        let plain = bytes.position(|byte| matches!(byte, b'"' | b'\\'))?;
        if inside.as_bytes().get(plain) == Some(&b'"') {
            let text = inside.get(..plain)?;
            self.take(plain + 2)?;
            return Some(text.to_owned());
        }
        let mut escaped = false;
        let end = inside.bytes().position(|byte| {
            let ends = byte == b'"' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        })?;
        serde_json::from_str(self.take(end + 2)?).ok()
    }

    /// A number, `true`, `false` or `null`.
    fn word(&mut self) -> &'a str {
        let is_end = |byte| matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r');
        let end = self.rest.bytes().position(is_end);
        self.take(end.unwrap_or(self.rest.len())).unwrap_or_default()
    }

    fn take(&mut self, length: usize) -> Option<&'a str> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    fn skip(&mut self, mark: u8) -> bool {
        let found = self.next() == Some(mark);
        if found {
            self.rest = self.rest.get(1..).unwrap_or_default();
        }
        found
    }

    /// Skips white space and returns the next byte without consuming it.
    fn next(&mut self) -> Option<u8> {
        let mut bytes = self.rest.bytes().enumerate();
        let is_space = |byte: u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let (at, byte) = bytes.find(|(_, byte)| !is_space(*byte))?;
        self.rest = self.rest.get(at..)?;
        Some(byte)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn digits_and_order_are_kept() {
        let json = parse(br#" {"z": 12345678901234.560, "a": [true, null, "\u00e9"]} "#).unwrap();
        assert_eq!(json.to_string(), r#"{"z":12345678901234.560,"a":[true,null,"é"]}"#);
    }

    #[test]
    fn invalid_json_is_rejected() {
        for text in ["", "{", "nul", "[1,]", "01", "{\"a\":1} x", "\"\\ud800\"", "<html>"] {
            assert!(parse(text.as_bytes()).is_none(), "{text}");
        }
        assert!(parse(&[0xff, 0xfe]).is_none());
        assert!(parse("[".repeat(100_000).as_bytes()).is_none());
        let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(parse(deep(100_000).as_bytes()).is_none());
        assert!(parse(deep(200).as_bytes()).is_some());
    }

    proptest! {
        #[test]
        fn never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let _ = parse(&bytes);
        }

        #[test]
        fn agrees_with_serde_json(text in r#"[\[\]{}",:0-9a-z. -]{0,24}"#) {
            let theirs: Result<serde_json::Value, _> = serde_json::from_str(&text);
            // A number beyond `f64` is valid JSON that `serde_json::Value` cannot hold.
            if let Ok(theirs) = theirs {
                let ours = parse(text.as_bytes()).map(|json| json.to_string());
                let again = ours.and_then(|text| serde_json::from_str(&text).ok());
                prop_assert_eq!(again, Some(theirs));
            }
        }
    }
}
