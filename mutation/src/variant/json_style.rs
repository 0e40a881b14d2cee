//! Serialization of JSON: member order, whitespace, escapes, digits.

use std::fmt::Write;

use http::header::{CONTENT_TYPE, HeaderValue};
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::json;

/// A serialization of the same values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JsonStyle {
    /// Members in reverse order.
    Reversed,
    /// A line per value, ending in CRLF.
    Spaced,
    /// All characters except letters and digits escaped.
    Escaped,
    /// Fractions with trailing zeros.
    LongNumbers,
    /// A vendor media type.
    VendorType,
}

impl JsonStyle {
    pub(super) const ALL: [(&'static str, Self); 5] = [
        ("reversed", Self::Reversed),
        ("spaced", Self::Spaced),
        ("escaped", Self::Escaped),
        ("long numbers", Self::LongNumbers),
        ("vendor type", Self::VendorType),
    ];
}

impl Intercept for JsonStyle {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let mut response = upstream.main;
        let Some(mut body) = Json::parse(&response.body) else {
            return response;
        };
        match self {
            Self::Reversed => json::each_object(&mut body, &mut |members| members.reverse()),
            Self::LongNumbers => json::each(&mut body, &mut |value| {
                if let Json::Number(digits) = value
                    && digits.contains('.')
                    && !digits.contains(['e', 'E'])
                {
                    digits.push_str("00");
                }
            }),
            Self::VendorType => {
                let vendor = HeaderValue::from_static("application/vnd.example.v1+json");
                response.headers.insert(CONTENT_TYPE, vendor);
            }
            Self::Spaced | Self::Escaped => {}
        }
        let text = match self {
            Self::Spaced => serialize(&body, "\r\n\t", false),
            Self::Escaped => serialize(&body, "", true),
            _ => body.to_string(),
        };
        Response { body: text.into_bytes(), ..response }
    }
}

/// Serializes a value with `space` around punctuation, and optionally with all characters escaped.
fn serialize(json: &Json, space: &str, escape: bool) -> String {
    let each = |items: Vec<String>| items.join(&format!(",{space}"));
    match json {
        Json::Text(text) if escape => escape_text(text),
        Json::List(items) => {
            let items = items.iter().map(|item| serialize(item, space, escape)).collect();
            format!("[{space}{}{space}]", each(items))
        }
        Json::Map(members) => {
            let members = members.iter().map(|(name, value)| {
                let name =
                    if escape { escape_text(name) } else { Json::Text(name.clone()).to_string() };
                format!("{name}{space}:{space}{}", serialize(value, space, escape))
            });
            format!("{{{space}{}{space}}}", each(members.collect()))
        }
        other => other.to_string(),
    }
}

fn escape_text(text: &str) -> String {
    let mut out = String::from("\"");
    for unit in text.encode_utf16() {
        match char::from_u32(u32::from(unit)).filter(char::is_ascii_alphanumeric) {
            Some(plain) => out.push(plain),
            None => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    const BODY: &str = r#"{"loan":{"member":"ann@x.example 🚲","fine":1.5},"marks":[1,true,null]}"#;

    fn serialized(style: JsonStyle) -> String {
        let sent = request("GET", "/books/b1", None);
        let answer = FakeServer::new().response(&style, &sent, response(200, BODY));
        String::from_utf8(answer.body).unwrap()
    }

    #[test]
    fn json_style_keeps_values() {
        for style in [JsonStyle::Spaced, JsonStyle::Escaped, JsonStyle::VendorType] {
            let serialized = Json::parse(serialized(style).as_bytes());
            assert_eq!(serialized, Json::parse(BODY.as_bytes()), "{style:?}");
        }
        assert!(
            serialized(JsonStyle::Escaped).contains(r"ann\u0040x\u002eexample\u0020\ud83d\udeb2")
        );
    }

    #[test]
    fn member_order_and_number_format_keep_values() {
        let reversed = r#"{"marks":[1,true,null],"loan":{"fine":1.5,"member":"ann@x.example 🚲"}}"#;
        assert_eq!(serialized(JsonStyle::Reversed), reversed);
        assert!(serialized(JsonStyle::LongNumbers).contains("1.500"));
    }
}
