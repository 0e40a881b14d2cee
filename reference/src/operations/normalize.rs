//! Rewrites requests before they are routed: removes empty strings and clamps page numbers.
//!
//! A member of a body and a query parameter with an empty string count as absent, as `null` does. A middleware makes
//! this one rule for all operations. It also records whether a body asks for `status: unsubscribed`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::{Body, HttpBody as _};
use axum::extract::{Request, State};
use axum::http::Uri;
use axum::middleware::Next;
use axum::response::Response;
use futures_util::{TryStreamExt as _, stream};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::operations::paging;

/// An extension of each request: whether its body has `status: unsubscribed`, once the body was read.
/// `create_subscriber` documents no such member, so that its generated request lacks it.
#[derive(Debug, Clone, Default)]
pub(super) struct RequestsUnsubscribed(Arc<AtomicBool>);

impl RequestsUnsubscribed {
    pub(super) fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Passes the rewritten request on.
pub(super) async fn normalize_request(
    State(limit): State<usize>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Some(uri) = normalize_uri(request.uri()) {
        *request.uri_mut() = uri;
    }
    if !request.body().is_end_stream() {
        let unsubscribed = RequestsUnsubscribed::default();
        request.extensions_mut().insert(unsubscribed.clone());
        request = request.map(|body| rewritten(body, limit, unsubscribed));
    }
    next.run(request).await
}

/// The rewritten body. It is read when an operation reads it, after the check of the key.
fn rewritten(body: Body, limit: usize, unsubscribed: RequestsUnsubscribed) -> Body {
    Body::from_stream(stream::once(async move {
        let (mut data, mut buffer) = (body.into_data_stream(), Vec::new());
        while let Some(chunk) = data.try_next().await? {
            buffer.extend_from_slice(&chunk);
            if buffer.len() > limit {
                // The limit of bodies refuses it.
                return Ok(buffer);
            }
        }
        let (body, is_unsubscribed) = normalize_body(buffer);
        unsubscribed.0.store(is_unsubscribed, Ordering::Relaxed);
        Ok::<_, axum::Error>(body)
    }))
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

/// The body without members that are empty strings, and whether it has `status: unsubscribed`. A body that is not an
/// object is left for the operation to refuse.
fn normalize_body(body: Vec<u8>) -> (Vec<u8>, bool) {
    let contains = |text: &[u8]| body.windows(text.len()).any(|part| part == text);
    // Most bodies contain neither and need no parsing.
    if !contains(br#""""#) && !contains(br#""status""#) {
        return (body, false);
    }
    let Ok(Members(members)) = serde_json::from_slice(&body) else {
        return (body, false);
    };
    let status = members.iter().find(|(name, _)| name == "status");
    let is_unsubscribed = status.is_some_and(|(_, value)| value.get() == r#""unsubscribed""#);
    let kept: Vec<_> = members
        .iter()
        .filter(|(_, value)| value.get() != r#""""#)
        .map(|(name, value)| format!("{}:{value}", serde_json::Value::from(name.as_str())))
        .collect();
    (format!("{{{}}}", kept.join(",")).into_bytes(), is_unsubscribed)
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
        let (normalized, is_unsubscribed) = normalize_body(sent.to_owned().into());
        (String::from_utf8(normalized).unwrap(), is_unsubscribed)
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
