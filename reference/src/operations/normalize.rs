//! Rewrites requests before they are routed: removes empty strings and clamps page numbers.
//!
//! A member of a body and a query parameter with an empty string count as absent, as `null` does. A middleware makes
//! this one rule for all operations. It also records whether a body asks for `status: unsubscribed`.

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

use crate::operations::paging;

tokio::task_local! {
    static REQUESTS_UNSUBSCRIBED: Arc<AtomicBool>;
}

/// Whether the body of the current request has `status: unsubscribed`. `create_subscriber` documents no such member,
/// so that its generated request lacks it.
pub(super) fn requests_unsubscribed() -> bool {
    REQUESTS_UNSUBSCRIBED
        .try_with(|unsubscribed| unsubscribed.load(Ordering::Relaxed))
        .unwrap_or_default()
}

/// Passes the rewritten request on. At most `limit` bytes of a body are buffered; a longer one is passed on unchanged,
/// for the body limit to refuse.
pub(super) async fn normalize_request(
    State(limit): State<usize>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    if let Some(uri) = normalize_uri(&parts.uri) {
        parts.uri = uri;
    }
    let unsubscribed = Arc::new(AtomicBool::new(false));
    let body = if body.is_end_stream() {
        body
    } else {
        Body::new(NormalizedBody {
            inner: body,
            buffer: Some(Vec::new()),
            limit,
            unsubscribed: Arc::clone(&unsubscribed),
        })
    };
    let response = next.run(Request::from_parts(parts, body));
    REQUESTS_UNSUBSCRIBED.scope(unsubscribed, response).await
}

/// The URI without empty parameters and with clamped page numbers; `None` where nothing changes.
fn normalize_uri(uri: &Uri) -> Option<Uri> {
    let query = uri.query()?;
    let normalize = |pair| match str::split_once(pair, '=') {
        None | Some((_, "")) => None,
        Some((name @ ("page" | "per_page"), number)) => {
            Some(format!("{name}={}", paging::clamp(number)))
        }
        Some(_) => Some(pair.to_owned()),
    };
    let pairs: Vec<_> = query.split('&').filter_map(normalize).collect();
    let normalized = pairs.join("&");
    let path = uri.path();
    match normalized.as_str() {
        same if same == query => None,
        "" => path.parse().ok(),
        normalized => format!("{path}?{normalized}").parse().ok(),
    }
}

/// A body that is buffered to its end, rewritten, and then passed on.
struct NormalizedBody {
    inner: Body,
    /// The bytes read so far; `None` once they were passed on.
    buffer: Option<Vec<u8>>,
    limit: usize,
    unsubscribed: Arc<AtomicBool>,
}

impl HttpBody for NormalizedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        loop {
            let frame = ready!(Pin::new(&mut self.inner).poll_frame(context));
            let Some(mut buffer) = self.buffer.take() else {
                return Poll::Ready(frame);
            };
            match frame {
                None => {
                    let body = normalize_body(buffer, &self.unsubscribed);
                    return Poll::Ready(Some(Ok(Frame::data(body.into()))));
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                Some(Ok(frame)) => buffer.extend(frame.into_data().unwrap_or_default()),
            }
            if buffer.len() > self.limit {
                return Poll::Ready(Some(Ok(Frame::data(buffer.into()))));
            }
            self.buffer = Some(buffer);
        }
    }
}

/// The body without members that are empty strings. A body that is not an object is left for the operation to refuse.
fn normalize_body(body: Vec<u8>, unsubscribed: &AtomicBool) -> Vec<u8> {
    let contains = |text: &[u8]| body.windows(text.len()).any(|part| part == text);
    // Most bodies contain neither and need no parsing.
    if !contains(br#""""#) && !contains(br#""status""#) {
        return body;
    }
    let Ok(Members(members)) = serde_json::from_slice(&body) else {
        return body;
    };
    let status = members.iter().find(|(name, _)| name == "status");
    let is_unsubscribed = status.is_some_and(|(_, value)| value.get() == r#""unsubscribed""#);
    unsubscribed.store(is_unsubscribed, Ordering::Relaxed);
    let kept: Vec<_> = members
        .iter()
        .filter(|(_, value)| value.get() != r#""""#)
        .map(|(name, value)| format!("{}:{value}", serde_json::Value::from(name.as_str())))
        .collect();
    format!("{{{}}}", kept.join(",")).into_bytes()
}

/// The members of an object with their raw values, including duplicates.
struct Members<'b>(Vec<(String, &'b RawValue)>);

impl<'de: 'b, 'b> Deserialize<'de> for Members<'b> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct MembersVisitor;
        impl<'de> Visitor<'de> for MembersVisitor {
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
        from.deserialize_map(MembersVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(sent: &str) -> (String, bool) {
        let unsubscribed = AtomicBool::new(false);
        let normalized = normalize_body(sent.as_bytes().to_vec(), &unsubscribed);
        (String::from_utf8(normalized).unwrap(), unsubscribed.into_inner())
    }

    #[test]
    fn empty_members_are_removed() {
        for (sent, normalized) in [
            (r#"{"a": "", "b": 1.50}"#, r#"{"b":1.50}"#),
            (r#"{"a": "", "b": "", "b": "x"}"#, r#"{"b":"x"}"#),
            (r#"{"a": " ", "b": [""], "c": null}"#, r#"{"a":" ","b":[""],"c":null}"#),
            (r#"{"a\"": "", "b\"": 1}"#, r#"{"b\"":1}"#),
            (r#"{ "a": 1 }"#, r#"{ "a": 1 }"#),
            (r#"[""]"#, r#"[""]"#),
            (r#"{"a": "","#, r#"{"a": "","#),
        ] {
            assert_eq!(body(sent), (normalized.to_owned(), false), "{sent}");
        }
    }

    #[test]
    fn a_requested_unsubscription_is_detected() {
        for (sent, unsubscribed) in [
            (r#"{"status":"unsubscribed"}"#, true),
            (r#"{"a":"","status" : "unsubscribed"}"#, true),
            (r#"{"status":"confirmed"}"#, false),
            (r#"{"a":{"status":"unsubscribed"}}"#, false),
        ] {
            assert_eq!(body(sent).1, unsubscribed, "{sent}");
        }
    }

    #[test]
    fn empty_parameters_are_removed_and_pages_are_clamped() {
        for (sent, normalized) in [
            ("/x?type=&page=2", Some("/x?page=2")),
            ("/x?type", Some("/x")),
            ("/x?page=-3&cpa=-3", Some("/x?page=0&cpa=-3")),
            ("/x?per_page=99999999999999999999", Some("/x?per_page=18446744073709551615")),
            ("/x?page=1.5", None),
            ("/x", None),
        ] {
            let uri = normalize_uri(&sent.parse().unwrap());
            assert_eq!(uri.map(|uri| uri.to_string()).as_deref(), normalized, "{sent}");
        }
    }
}
