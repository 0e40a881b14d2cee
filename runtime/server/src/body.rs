//! Reading the body of a request as JSON text; its meaning is read later.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, StatusCode};

use crate::{Reason, Refusal};

/// The body of a request with these headers, unless its `Content-Type` is not JSON. A missing header is accepted. A `Content-Length`
/// above the limit is refused before the body is read, so that a client that waits for `100 Continue` sends nothing.
pub(crate) async fn read_json(
    headers: &HeaderMap,
    request: Request,
    any_type: bool,
    limit: usize,
) -> Result<Bytes, Refusal> {
    let length = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if length.and_then(|length| length.parse().ok()).is_some_and(|length: usize| length > limit) {
        let cause = "the announced length exceeds the limit";
        return Err(bad_body(StatusCode::PAYLOAD_TOO_LARGE, cause.to_owned()));
    }
    let content_type = headers.get(CONTENT_TYPE);
    let other_type = !any_type && !content_type.is_none_or(is_json);
    let body = Bytes::from_request(request, &()).await;
    let body = body.map_err(|error| bad_body(error.status(), error.body_text()))?;
    // An empty body has no type to refuse.
    if other_type && !body.is_empty() {
        let message = "the content type of the body is not application/json";
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(Refusal::new(status, Reason::MediaType, message));
    }
    Ok(body)
}

/// `application/json` or a type that ends in `+json`, with any parameters.
fn is_json(value: &HeaderValue) -> bool {
    let essence = value.to_str().unwrap_or_default().split(';').next();
    let essence = essence.unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json"
        || (essence.starts_with("application/") && essence.ends_with("+json"))
}

fn bad_body(status: StatusCode, text: String) -> Refusal {
    let (reason, message) = match status {
        StatusCode::PAYLOAD_TOO_LARGE => (Reason::TooLarge, "the body is larger than allowed"),
        _ => (Reason::Input, "the body could not be read to its end"),
    };
    Refusal::new(status, reason, message).with_cause(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_media_types_are_recognized() {
        let json = |text| is_json(&HeaderValue::from_static(text));
        assert!(json("application/json"));
        assert!(json("Application/JSON ; charset=utf-8"));
        assert!(json("application/merge-patch+json"));
        assert!(!json("text/plain"));
        assert!(!json("application/x-www-form-urlencoded"));
        assert!(!json("application/jsonp"));
        assert!(!json(""));
    }
}
