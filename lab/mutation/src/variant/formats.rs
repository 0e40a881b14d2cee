//! Forms of responses: headers, JSON, timestamps; and when they come.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http::header::{CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER};
use jiff::Timestamp;
use jiff::tz::Offset;

use crate::prelude::*;

/// Headers that replace those of the server, or are added. None of them is documented.
pub(super) type HeaderChange = (bool, &'static [(&'static str, &'static str)]);

/// Changes of the headers: whether the media type is kept, and the headers to add.
pub(super) const CHANGES: [(&str, HeaderChange); 4] = [
    ("added", (true, &ADDED)),
    ("unusual type", (false, &[("content-type", "Application/JSON ; Charset=\"UTF-8\"; v=1")])),
    ("text type", (false, &[("content-type", "text/html; charset=utf-8")])),
    ("no type", (false, &[])),
];

/// Headers that gateways and frameworks add, some of them twice.
const ADDED: [(&str, &str); 10] = [
    ("x-request-id", "7"),
    ("x-request-id", "8"),
    ("x-runtime", "0.017"),
    ("x-error", "none"),
    ("set-cookie", "session=1; HttpOnly"),
    ("set-cookie", "other=2; Path=/"),
    ("etag", "W/\"1\""),
    ("link", "<https://x.example/next>; rel=\"next\""),
    ("ratelimit-remaining", "0"),
    ("warning", "299 - \"Deprecated\""),
];

/// Changes the headers of all responses, except those that the contract describes.
pub(super) fn change_headers(
    described: &BTreeSet<String>,
    (keeps_type, added): HeaderChange,
) -> Intercept {
    let free = added.iter().filter(|(name, _)| !described.contains(*name));
    let added: Vec<_> = free.copied().collect();
    on_response(move |_, mut response| {
        if !keeps_type {
            response.headers.remove(CONTENT_TYPE);
        }
        for (name, value) in &added {
            let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
            response.headers.append(name, value);
        }
        response
    })
}

/// A serialization of the same values, and the headers for it.
pub(super) type Style = fn(&mut Json, &mut Response) -> String;

/// The style with another media type.
pub(super) const VENDOR_TYPE: &str = "vendor type";

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
    (VENDOR_TYPE, |body, response| {
        let vendor = HeaderValue::from_static("application/vnd.example.v1+json");
        response.headers.insert(CONTENT_TYPE, vendor);
        body.to_string()
    }),
];

/// Serializes all responses in this style.
pub(super) fn restyle(style: Style) -> Intercept {
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

/// A form of ISO 8601, from date and time in UTC.
pub(super) type TimestampStyle = fn(&str, &str) -> Option<String>;

/// Forms of timestamps.
pub(super) const TIMESTAMPS: [(&str, TimestampStyle); 4] = [
    ("offset", |date, time| Some(format!("{date}T{time}+00:00"))),
    ("fraction", |date, time| {
        let fraction = if time.contains('.') { "000" } else { ".000000" };
        Some(format!("{date}T{time}{fraction}Z"))
    }),
    ("basic", |date, time| Some(format!("{}T{}Z", date.replace('-', ""), time.replace(':', "")))),
    ("other offset", |date, time| {
        let instant: Timestamp = format!("{date}T{time}Z").parse().ok()?;
        Some(instant.display_with_offset(Offset::from_seconds(-12_600).ok()?).to_string())
    }),
];

/// Converts the timestamps in all responses.
pub(super) fn restyle_timestamps(style: TimestampStyle) -> Intercept {
    edit_body(move |_, body| {
        json::each_text(body, &mut |text| {
            if let Some(converted) =
                split_timestamp(text).and_then(|(date, time)| style(date, time))
            {
                *text = converted;
            }
        });
    })
}

/// Date and time of a text that is a UTC timestamp.
fn split_timestamp(text: &str) -> Option<(&str, &str)> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let digits = |text: &str, mark: char, lengths: [usize; 3]| {
        let parts: Vec<&str> = text.split(mark).collect();
        let fits = |(part, length): (&&str, usize)| {
            part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        parts.len() == 3 && parts.iter().zip(lengths).all(fits)
    };
    let whole = time.split('.').next()?;
    (digits(date, '-', [4, 2, 2]) && digits(whole, ':', [2, 2, 2])).then_some((date, time))
}

/// A prime, so that no sequence of requests repeats in step with it.
const INTERVAL: usize = 11;

/// Refuses every 11th request with 429.
pub(super) fn throttle() -> Intercept {
    let requests = AtomicUsize::new(0);
    on_request(move |cx| {
        if requests.fetch_add(1, Ordering::Relaxed) % INTERVAL != INTERVAL - 1 {
            return cx.forward();
        }
        let mut response = response::error(cx.contract, 429, "too many requests");
        response.headers.insert(RETRY_AFTER, HeaderValue::from_static("0"));
        RequestAction::Respond(response)
    })
}

/// Upper bound of the delay, in milliseconds.
const MAX_DELAY: u64 = 40;

/// Delays responses, each by another time.
pub(super) fn delay() -> Intercept {
    on_request(|cx| {
        let bytes = cx.request.target.bytes().map(u64::from);
        RequestAction::ForwardAfter(Duration::from_millis(bytes.sum::<u64>() % MAX_DELAY))
    })
}
