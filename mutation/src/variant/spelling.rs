//! How JSON is written: members in another order, white space, escapes, digits.

use std::fmt::Write;

use http::header::{CONTENT_TYPE, HeaderValue};
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::json;

/// A way to write the same values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// The last member of an object first.
    Reversed,
    /// A value a line, carriage returns and all.
    Spaced,
    /// Every character that is no letter or digit escaped.
    Escaped,
    /// A number with a fraction has zeros at its end.
    LongNumbers,
    /// Another media type whose bodies are JSON.
    VendorType,
}

impl Style {
    pub(super) const ALL: [(&'static str, Self); 5] = [
        ("reversed", Self::Reversed),
        ("spaced", Self::Spaced),
        ("escaped", Self::Escaped),
        ("long numbers", Self::LongNumbers),
        ("vendor type", Self::VendorType),
    ];
}

impl Intercept for Style {
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
            Self::Spaced => write(&body, "\r\n\t", false),
            Self::Escaped => write(&body, "", true),
            _ => body.to_string(),
        };
        Response {
            body: text.into_bytes(),
            ..response
        }
    }
}

/// The value with `space` after each mark, and texts escaped as far as can be.
fn write(json: &Json, space: &str, escape: bool) -> String {
    let each = |items: Vec<String>| items.join(&format!(",{space}"));
    match json {
        Json::Text(text) if escape => escaped(text),
        Json::List(items) => {
            let items = items
                .iter()
                .map(|item| write(item, space, escape))
                .collect();
            format!("[{space}{}{space}]", each(items))
        }
        Json::Map(members) => {
            let members = members.iter().map(|(name, value)| {
                let name = if escape {
                    escaped(name)
                } else {
                    Json::Text(name.clone()).to_string()
                };
                format!("{name}{space}:{space}{}", write(value, space, escape))
            });
            format!("{{{space}{}{space}}}", each(members.collect()))
        }
        other => other.to_string(),
    }
}

fn escaped(text: &str) -> String {
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

    fn spelled(style: Style) -> String {
        let sent = request("GET", "/books/b1", None);
        let answer = FakeServer::new().response(&style, &sent, response(200, BODY));
        String::from_utf8(answer.body).unwrap()
    }

    #[test]
    fn json_style_keeps_values() {
        for style in [Style::Spaced, Style::Escaped, Style::VendorType] {
            let spelled = Json::parse(spelled(style).as_bytes());
            assert_eq!(spelled, Json::parse(BODY.as_bytes()), "{style:?}");
        }
        assert!(spelled(Style::Escaped).contains(r"ann\u0040x\u002eexample\u0020\ud83d\udeb2"));
    }

    #[test]
    fn member_order_and_number_format_keep_values() {
        let reversed = r#"{"marks":[1,true,null],"loan":{"fine":1.5,"member":"ann@x.example 🚲"}}"#;
        assert_eq!(spelled(Style::Reversed), reversed);
        assert!(spelled(Style::LongNumbers).contains("1.500"));
    }
}
