//! Heads of HTTP/1.1 requests on a socket, for intercepts that depend on exact bytes.

use std::io;

use referral_conformance::target::BaseUrl;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

/// Largest head that is read, in bytes.
const MAX_HEAD: usize = 64 * 1024;

/// The authority and the path prefix of a base URL.
///
/// # Errors
/// When the URL is not plain HTTP, as a message.
pub(crate) fn split_base_url(base_url: &BaseUrl) -> Result<(String, String), String> {
    let base_url = base_url.to_string();
    let location = base_url.strip_prefix("http://").ok_or("only plain HTTP is supported")?;
    Ok(match location.split_once('/') {
        Some((authority, path)) => (authority.to_owned(), format!("/{path}")),
        None => (location.to_owned(), String::new()),
    })
}

/// The head of a request, and the part of the body that was read with it.
pub(crate) async fn read_head(caller: &mut TcpStream) -> io::Result<(String, Vec<u8>)> {
    const END: &[u8] = b"\r\n\r\n";
    let mut bytes = Vec::new();
    loop {
        if let Some(at) = bytes.windows(END.len()).position(|window| window == END) {
            let body = bytes.split_off(at + END.len());
            bytes.truncate(at);
            let head = String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData)?;
            return Ok((head, body));
        }
        if bytes.len() > MAX_HEAD || caller.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}

/// The head and the complete body of a request.
pub(crate) async fn read_request(caller: &mut TcpStream) -> io::Result<(String, Vec<u8>)> {
    let (head, mut body) = read_head(caller).await?;
    let length = content_length(&head);
    while body.len() < length {
        if caller.read_buf(&mut body).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok((head, body))
}

/// Names and values of the headers.
pub(crate) fn headers(head: &str) -> impl Iterator<Item = (&str, &str)> {
    head.split("\r\n").skip(1).filter_map(|line| line.split_once(':'))
}

/// The length of the body; 0 if the head does not state it.
pub(crate) fn content_length(head: &str) -> usize {
    headers(head)
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .and_then(|(_, value)| value.trim().parse().ok())
        .unwrap_or(0)
}

/// The head with `connection: close`, so that the end of the response is the end of the connection.
pub(crate) fn with_connection_close(head: &str) -> String {
    let kept = head.split("\r\n").filter(|line| {
        let name = line.split(':').next().unwrap_or_default();
        !name.eq_ignore_ascii_case("connection")
    });
    format!("{}\r\nconnection: close\r\n\r\n", kept.collect::<Vec<_>>().join("\r\n"))
}
