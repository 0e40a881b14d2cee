//! Responses with another HTTP/1.1 framing.
//!
//! HTTP libraries hide the framing, so this listens on a socket in front of the server.

use std::io;

use referral_conformance::target::BaseUrl;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::socket::{self, SocketServer};

/// Starts a server that reframes responses. Fails when the base URL is not plain HTTP or no port is
/// free.
pub async fn start_reframing_server(upstream: &BaseUrl) -> anyhow::Result<SocketServer> {
    socket::serve(upstream, handle).await
}

async fn handle(mut caller: TcpStream, upstream: String) -> io::Result<()> {
    let (head, body) = socket::read_request(&mut caller).await?;
    let mut server = socket::forward(&upstream, &head, &body).await?;
    let (head, mut body) = socket::read_head(&mut server).await?;
    server.read_to_end(&mut body).await?;
    let response = reframe(&head, &body).ok_or(io::ErrorKind::InvalidData)?;
    // Small writes, so that the caller has to read several times.
    for part in response.chunks(97) {
        caller.write_all(part).await?;
    }
    caller.shutdown().await
}

/// Number of chunks with an extension. HTTP libraries limit the total.
const CHUNK_EXTENSIONS: usize = 100;

/// Size of the chunks with an extension, and of the others: with small ones only, a long list takes seconds.
const CHUNK_SIZES: (usize, usize) = (3, 1021);

/// The response after an interim response, without a reason phrase, with upper-case header names, whitespace around
/// values, small chunks, chunk extensions and a trailer; `None` if it has no status or is already chunked.
fn reframe(head: &str, body: &[u8]) -> Option<Vec<u8>> {
    let status = head.split("\r\n").next()?.split(' ').nth(1)?;
    let mut out = b"HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".to_vec();
    out.extend(format!("HTTP/1.1 {status} \r\n").bytes());
    for (name, value) in socket::headers(head) {
        match name.to_ascii_uppercase().as_str() {
            "CONTENT-LENGTH" | "CONNECTION" => {}
            "TRANSFER-ENCODING" => return None,
            name => out.extend(format!("{name}:\t {}  \r\n", value.trim()).bytes()),
        }
    }
    if status == "204" || status == "304" {
        out.extend(b"Connection: close\r\n\r\n");
        return Some(out);
    }
    out.extend(b"Connection: close\r\nTransfer-Encoding: Chunked\r\nTrailer: X-Sum\r\n\r\n");
    let (small, large) = CHUNK_SIZES;
    let (start, rest) = body.split_at(body.len().min(small * CHUNK_EXTENSIONS));
    let extended = start.chunks(small).map(|chunk| (chunk, ";x=\"y\""));
    for (chunk, extension) in extended.chain(rest.chunks(large).map(|chunk| (chunk, ""))) {
        out.extend(format!("0{:X}{extension}\r\n", chunk.len()).bytes());
        out.extend(chunk);
        out.extend(b"\r\n");
    }
    out.extend(b"000\r\nX-Sum: 1\r\n\r\n");
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn response_is_reframed() {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 4";
        let text = String::from_utf8(reframe(head, b"abcd").unwrap()).unwrap();
        assert_eq!(
            text,
            "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 \r\nCONTENT-TYPE:\t text/plain  \r\n\
             Connection: close\r\nTransfer-Encoding: Chunked\r\nTrailer: X-Sum\r\n\r\n\
             03;x=\"y\"\r\nabc\r\n01;x=\"y\"\r\nd\r\n000\r\nX-Sum: 1\r\n\r\n"
        );
        assert_eq!(reframe("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked", b""), None);
        let none = reframe("HTTP/1.1 204 No Content", b"").unwrap();
        assert!(none.ends_with(b"HTTP/1.1 204 \r\nConnection: close\r\n\r\n"));
    }
}
