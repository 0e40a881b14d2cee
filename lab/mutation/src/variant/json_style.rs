//! Serialization of JSON: member order, whitespace, escapes, digits.

use std::fmt::Write;

use http::header::{CONTENT_TYPE, HeaderValue};

use crate::prelude::*;

/// A serialization of the same values, and the headers for it.
pub(super) type Style = fn(&mut Json, &mut Response) -> String;

/// The styles. Responses that are not JSON keep theirs.
pub(super) const STYLES: [(&str, Style); 5] = [
    ("reversed", |body, _| {
        json::each_object(body, &mut |members| members.reverse());
        body.to_string()
    }),
    ("spaced", |body, _| serialize(body, "\r\n\t", false)),
    ("escaped", |body, _| serialize(body, "", true)),
    ("long numbers", |body, _| {
        json::each(body, &mut |value| {
            if let Json::Number(digits) = value
                && digits.contains('.')
                && !digits.contains(['e', 'E'])
            {
                digits.push_str("00");
            }
        });
        body.to_string()
    }),
    ("vendor type", |body, response| {
        let vendor = HeaderValue::from_static("application/vnd.example.v1+json");
        response.headers.insert(CONTENT_TYPE, vendor);
        body.to_string()
    }),
];

/// Serializes all responses in this style.
pub(super) fn restyle(style: Style) -> impl Intercept {
    on_response(move |_, mut response| {
        if let Some(mut body) = response.body.json().cloned() {
            response.body = style(&mut body, &mut response).into_bytes().into();
        }
        response
    })
}

/// Serializes a value with `space` around punctuation, and optionally with all characters escaped.
fn serialize(json: &Json, space: &str, escape: bool) -> String {
    let join = |items: Vec<String>| items.join(&format!(",{space}"));
    match json {
        Json::Text(text) if escape => escape_text(text),
        Json::List(items) => {
            let items = items.iter().map(|item| serialize(item, space, escape)).collect();
            format!("[{space}{}{space}]", join(items))
        }
        Json::Map(members) => {
            let members = members.iter().map(|(name, value)| {
                let name = serialize(&Json::Text(name.clone()), space, escape);
                format!("{name}{space}:{space}{}", serialize(value, space, escape))
            });
            format!("{{{space}{}{space}}}", join(members.collect()))
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
