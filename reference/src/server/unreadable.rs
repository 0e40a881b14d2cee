//! What hyper refuses by itself, because it cannot be read as a request: a path or headers that are too long, a
//! length that is none.
//!
//! It answers with a bare status and closes, and asks nobody. So that callers get words there as everywhere else, the
//! bare answer is known by its form where it is written, and another is written in its place.

use axum::http::{Response, StatusCode};

/// How hyper says that nothing follows.
const NO_BODY: &str = "content-length: 0\r\n";

/// The status, if these bytes are an answer that hyper gives by itself: a refusal without a body and without a type.
/// An answer of the routes has both.
pub(super) fn refused(bytes: &[u8]) -> Option<StatusCode> {
    let status = bytes.strip_prefix(b"HTTP/1.1 ")?.get(..3)?;
    let status = StatusCode::from_bytes(status).ok()?;
    if !status.is_client_error() {
        return None;
    }
    let head = std::str::from_utf8(bytes).ok()?;
    let is_bare =
        head.ends_with("\r\n\r\n") && head.contains(NO_BODY) && !head.contains("\r\ncontent-type:");
    is_bare.then_some(status)
}

/// The bare answer with the headers and the body of another one.
pub(super) fn with_words(bare: &[u8], words: &Response<Vec<u8>>) -> Vec<u8> {
    let body = words.body();
    let length = format!("content-length: {}\r\n", body.len());
    let head = String::from_utf8_lossy(bare).replacen(NO_BODY, &length, 1);
    let head = head.strip_suffix("\r\n").unwrap_or(&head);
    let mut whole = head.as_bytes().to_vec();
    for (name, value) in words.headers() {
        whole.extend_from_slice(name.as_str().as_bytes());
        whole.extend_from_slice(b": ");
        whole.extend_from_slice(value.as_bytes());
        whole.extend_from_slice(b"\r\n");
    }
    whole.extend_from_slice(b"\r\n");
    whole.extend_from_slice(body);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &[u8] =
        b"HTTP/1.1 414 URI Too Long\r\nconnection: close\r\ncontent-length: 0\r\ndate: now\r\n\r\n";

    #[test]
    fn a_bare_refusal_gets_words() {
        assert_eq!(refused(BARE), Some(StatusCode::URI_TOO_LONG));
        let words = Response::builder().header("content-type", "text/plain");
        let whole = with_words(BARE, &words.body(b"too long".to_vec()).unwrap());
        assert_eq!(
            String::from_utf8(whole).unwrap(),
            "HTTP/1.1 414 URI Too Long\r\nconnection: close\r\ncontent-length: 8\r\ndate: now\r\n\
             content-type: text/plain\r\n\r\ntoo long"
        );
    }

    #[test]
    fn an_answer_of_the_routes_is_left_alone() {
        for bytes in [
            "HTTP/1.1 404 Not Found\r\ncontent-type: application/json\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\n{}",
            "HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 4",
            "{\"error\": \"HTTP/1.1 400 Bad Request\"}",
            "",
        ] {
            assert_eq!(refused(bytes.as_bytes()), None, "{bytes}");
        }
    }
}
