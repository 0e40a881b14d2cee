//! A request written to its own connection, for header names in a case that no HTTP library writes.
//!
//! Plain HTTP only: with TLS, a gateway in front of the service usually rewrites header names.

use std::time::Duration;

use reqwest::Url;
use reqwest::header::{CONTENT_LENGTH, HeaderMap, HeaderName, HeaderValue, TRANSFER_ENCODING};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::{MAX_RESPONSE_BYTES, SMALL_RESPONSE_BYTES, has_media_type, received};
use crate::exchange::{Fault, Request, Response};

/// Sends the request with its headers as written, and reads the response.
pub(super) async fn exchange(
    url: &Url,
    headers: &HeaderMap,
    request: &Request,
    longest: Duration,
    large: &Semaphore,
) -> Result<Response, Fault> {
    let (Some(host), Some(port), "http") =
        (url.host_str(), url.port_or_known_default(), url.scheme())
    else {
        let why = "names of headers go out in this case over plain HTTP only";
        return Err(Fault::Unsendable(why.to_owned()));
    };
    let text = serialize(url, headers, request);
    let sent = async {
        let address = (host.trim_matches(['[', ']']), port);
        let mut stream = TcpStream::connect(address).await;
        let stream = stream.as_mut().map_err(|error| Fault::Connect(error.to_string()))?;
        let broken = |error: std::io::Error| Fault::Broken(error.to_string());
        stream.write_all(&text).await.map_err(broken)?;
        let (mut received, mut permit) = (Vec::new(), None);
        loop {
            let ended = stream.read_buf(&mut received).await.map_err(broken)? == 0;
            if let Some(response) = parse_response(&received, ended) {
                return Ok(response);
            }
            if ended {
                return Err(Fault::Broken("no response in HTTP/1.1".to_owned()));
            }
            if permit.is_none() && received.len() > SMALL_RESPONSE_BYTES {
                permit = large.acquire().await.ok();
            }
            if received.len() > MAX_RESPONSE_BYTES {
                return Err(Fault::TooLarge(MAX_RESPONSE_BYTES));
            }
        }
    };
    timeout(longest, sent).await.unwrap_or(Err(Fault::Timeout))
}

/// The bytes of the request. `Connection: close` makes the end of the response the end of the connection.
fn serialize(url: &Url, headers: &HeaderMap, request: &Request) -> Vec<u8> {
    let mut text = Vec::new();
    let mut line = |parts: &[&[u8]]| {
        text.extend(parts.concat());
        text.extend(b"\r\n");
    };
    let path = match url.query() {
        Some(query) => format!("{}?{query}", url.path()),
        None => url.path().to_owned(),
    };
    line(&[request.method.as_str().as_bytes(), b" ", path.as_bytes(), b" HTTP/1.1"]);
    let host = url.host_str().unwrap_or_default();
    let port = url.port().map_or_else(String::new, |port| format!(":{port}"));
    line(&[b"Host: ", host.as_bytes(), port.as_bytes()]);
    line(&[b"Connection: close"]);
    for (name, value) in headers {
        line(&[name.as_str().as_bytes(), b": ", value.as_bytes()]);
    }
    for (name, value) in &request.headers {
        line(&[name.as_bytes(), b": ", value.as_bytes()]);
    }
    let body = request.body.as_deref();
    if let Some(body) = body {
        if !has_media_type(request) {
            line(&[b"Content-Type: application/json"]);
        }
        line(&[b"Content-Length: ", body.len().to_string().as_bytes()]);
    }
    line(&[]);
    text.extend(body.unwrap_or_default().as_bytes());
    text
}

/// Parses the last response in the bytes, skipping interim ones; `None` if it is incomplete. Without a length,
/// the response ends with the connection.
fn parse_response(bytes: &[u8], ended: bool) -> Option<Response> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let (head, body) = (std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 4..]);
    let mut lines = head.split("\r\n");
    let status: u16 = lines.next()?.strip_prefix("HTTP/1.")?.get(2..5)?.parse().ok()?;
    if (100..200).contains(&status) {
        return parse_response(body, ended);
    }
    let headers = lines.filter_map(|line| line.split_once(':'));
    let headers = headers.filter_map(|(name, value)| {
        let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
        Some((name, HeaderValue::from_bytes(value.trim().as_bytes()).ok()?))
    });
    let headers: HeaderMap = headers.collect();
    let header = |name: HeaderName| headers.get(name)?.to_str().ok();
    let chunked = header(TRANSFER_ENCODING).is_some_and(|it| it.contains("chunked"));
    let length = header(CONTENT_LENGTH).and_then(|it| it.parse().ok());
    let body = match (chunked, length) {
        (true, _) => decode_chunked(body)?,
        (false, Some(length)) => body.get(..length)?.to_vec(),
        (false, None) if matches!(status, 204 | 304) => Vec::new(),
        (false, None) if ended => body.to_vec(),
        (false, None) => return None,
    };
    Some(received(status, headers, body))
}

fn decode_chunked(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|window| window == b"\r\n")?;
        let size = std::str::from_utf8(&rest[..end]).ok()?.split(';').next()?;
        let size = usize::from_str_radix(size.trim(), 16).ok()?;
        rest = &rest[end + 2..];
        if size == 0 {
            return Some(body);
        }
        body.extend(rest.get(..size)?);
        rest = rest.get(size..)?.strip_prefix(b"\r\n")?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(bytes: &[u8]) -> Option<Vec<u8>> {
        parse_response(bytes, true).map(|response| response.body.to_vec())
    }

    #[test]
    fn responses_are_parsed_in_each_framing() {
        let sized = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
        let chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1;x=y\r\n}\r\n0\r\n\r\n";
        let closed = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 200 OK\r\n\r\n{}";
        for bytes in [&sized[..], &chunked[..], &closed[..]] {
            assert_eq!(body(bytes).as_deref(), Some(&b"{}"[..]));
        }
        let cut = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}";
        assert_eq!(body(cut), None);
        assert_eq!(body(b"HTTP/1.1 200 OK\r\n"), None);
        assert!(parse_response(sized, false).is_some() && parse_response(chunked, false).is_some());
        assert!(parse_response(closed, false).is_none());
    }

    #[test]
    fn header_names_keep_their_case() {
        let url = Url::parse("http://h.example:81/api/books/a%2Fb?x=1").unwrap();
        let request = Request {
            method: spec::Method::Post,
            target: String::new(),
            headers: vec![("lIBRARY-cARD".to_owned(), "k".to_owned())],
            body: Some("{}".to_owned()),
        };
        let text = String::from_utf8(serialize(&url, &HeaderMap::new(), &request)).unwrap();
        let expected = "POST /api/books/a%2Fb?x=1 HTTP/1.1\r\nHost: h.example:81\r\nConnection: close\r\n\
                        lIBRARY-cARD: k\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
        assert_eq!(text, expected);
    }
}
