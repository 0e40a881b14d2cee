//! What a request means by empty texts, page numbers out of range and a status that a creation asks for.
//!
//! A member of a body and a parameter of a query that hold an empty text count as left out, as `null` does. Requests are
//! rewritten before they are routed, so that this is one rule for all operations.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::Uri;
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::Frame;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::http::pages;

tokio::task_local! {
    static ASKS_UNSUBSCRIBED: Arc<AtomicBool>;
}

/// Whether the body of the request at hand has `status: unsubscribed`, known once the body was read. The operation that
/// creates subscribers documents no such member.
pub(super) fn asks_unsubscribed() -> bool {
    let asks = ASKS_UNSUBSCRIBED.try_with(|it| it.load(Ordering::Relaxed));
    asks.unwrap_or_default()
}

/// Hands on what a request means. Of a body no more than `limit` bytes are kept; a longer one goes on as it came, and is
/// refused by who reads it.
pub(super) async fn read(State(limit): State<usize>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    if let Some(uri) = meant_uri(&parts.uri) {
        parts.uri = uri;
    }
    let asks = Arc::new(AtomicBool::new(false));
    let body = match body.is_end_stream() {
        true => body,
        false => Body::new(Meant {
            inner: body,
            kept: Some(Vec::new()),
            limit,
            asks: Arc::clone(&asks),
        }),
    };
    let answered = next.run(Request::from_parts(parts, body));
    ASKS_UNSUBSCRIBED.scope(asks, answered).await
}

/// The address without what counts as left out; `None` where nothing changes.
fn meant_uri(uri: &Uri) -> Option<Uri> {
    let query = uri.query()?;
    let meant = |pair| match str::split_once(pair, '=') {
        None | Some((_, "")) => None,
        Some((name @ ("page" | "per_page"), number)) => {
            Some(format!("{name}={}", pages::in_range(number)))
        }
        Some(_) => Some(pair.to_owned()),
    };
    let pairs: Vec<_> = query.split('&').filter_map(meant).collect();
    let meant = pairs.join("&");
    let path = uri.path();
    match meant.as_str() {
        same if same == query => None,
        "" => path.parse().ok(),
        meant => format!("{path}?{meant}").parse().ok(),
    }
}

/// A body that is read to its end before it goes on.
struct Meant {
    inner: Body,
    /// What was read; `None` once it went on.
    kept: Option<Vec<u8>>,
    limit: usize,
    asks: Arc<AtomicBool>,
}

impl HttpBody for Meant {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        loop {
            let frame = ready!(Pin::new(&mut self.inner).poll_frame(context));
            let Some(mut kept) = self.kept.take() else {
                return Poll::Ready(frame);
            };
            match frame {
                None => {
                    let body = meant_body(kept, &self.asks);
                    return Poll::Ready(Some(Ok(Frame::data(body.into()))));
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                Some(Ok(frame)) => kept.extend(frame.into_data().unwrap_or_default()),
            }
            if kept.len() > self.limit {
                return Poll::Ready(Some(Ok(Frame::data(kept.into()))));
            }
            self.kept = Some(kept);
        }
    }
}

/// The body without members that count as left out. What is no object is left for others to refuse.
fn meant_body(body: Vec<u8>, asks: &AtomicBool) -> Vec<u8> {
    let says = |text: &[u8]| body.windows(text.len()).any(|part| part == text);
    // Most bodies say neither.
    if !says(br#""""#) && !says(br#""status""#) {
        return body;
    }
    let Ok(Members(members)) = serde_json::from_slice(&body) else {
        return body;
    };
    let status = members.iter().find(|(name, _)| name == "status");
    let unsubscribed = status.is_some_and(|(_, value)| value.get() == r#""unsubscribed""#);
    asks.store(unsubscribed, Ordering::Relaxed);
    let kept = members.iter().filter(|(_, value)| value.get() != r#""""#);
    let kept: Vec<_> = kept
        .map(|(name, value)| format!("{}:{value}", serde_json::Value::from(name.as_str())))
        .collect();
    format!("{{{}}}", kept.join(",")).into_bytes()
}

/// The members of an object as they are written, also where a name is there twice.
struct Members<'b>(Vec<(String, &'b RawValue)>);

impl<'de: 'b, 'b> Deserialize<'de> for Members<'b> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(All)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(sent: &str) -> (String, bool) {
        let asks = AtomicBool::new(false);
        let meant = meant_body(sent.as_bytes().to_vec(), &asks);
        (String::from_utf8(meant).unwrap(), asks.into_inner())
    }

    #[test]
    fn members_with_an_empty_text_are_left_out() {
        for (sent, meant) in [
            (r#"{"a": "", "b": 1.50}"#, r#"{"b":1.50}"#),
            (r#"{"a": "", "b": "", "b": "x"}"#, r#"{"b":"x"}"#),
            (
                r#"{"a": " ", "b": [""], "c": null}"#,
                r#"{"a":" ","b":[""],"c":null}"#,
            ),
            (r#"{"a\"": "", "b\"": 1}"#, r#"{"b\"":1}"#),
            (r#"{ "a": 1 }"#, r#"{ "a": 1 }"#),
            (r#"[""]"#, r#"[""]"#),
            (r#"{"a": "","#, r#"{"a": "","#),
        ] {
            assert_eq!(body(sent), (meant.to_owned(), false), "{sent}");
        }
    }

    #[test]
    fn a_status_that_is_asked_for_is_seen() {
        for (sent, asks) in [
            (r#"{"status":"unsubscribed"}"#, true),
            (r#"{"a":"","status" : "unsubscribed"}"#, true),
            (r#"{"status":"confirmed"}"#, false),
            (r#"{"a":{"status":"unsubscribed"}}"#, false),
        ] {
            assert_eq!(body(sent).1, asks, "{sent}");
        }
    }

    #[test]
    fn parameters_with_an_empty_text_are_left_out_and_pages_are_in_range() {
        for (sent, meant) in [
            ("/x?type=&page=2", Some("/x?page=2")),
            ("/x?type", Some("/x")),
            ("/x?page=-3&cpa=-3", Some("/x?page=0&cpa=-3")),
            (
                "/x?per_page=99999999999999999999",
                Some("/x?per_page=18446744073709551615"),
            ),
            ("/x?page=1.5", None),
            ("/x", None),
        ] {
            let uri = meant_uri(&sent.parse().unwrap());
            assert_eq!(uri.map(|it| it.to_string()).as_deref(), meant, "{sent}");
        }
    }
}
