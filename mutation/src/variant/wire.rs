//! The same answers, written to the wire in another way that HTTP/1.1 allows.
//!
//! Libraries do not show how an answer was written, so this stands between caller and server on a socket of
//! its own. It takes one request for each connection.

use std::io;

use referral_conformance::target::BaseUrl;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::mutant::socket::{closing, content_length, read_head};

/// A way to a server over which answers are written otherwise; it stops when it is dropped.
#[derive(Debug)]
pub struct Wire {
    /// Where it is.
    pub base_url: BaseUrl,
    task: JoinHandle<()>,
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Listens on a free port in front of a server that speaks plain HTTP.
///
/// # Errors
/// When there is no such server, or no port, in words.
pub async fn before(server: &BaseUrl) -> Result<Wire, String> {
    let server = server.to_string();
    let place = server.strip_prefix("http://");
    let place = place.ok_or("only plain http can be looked into")?;
    let (upstream, path) = match place.split_once('/') {
        Some((upstream, path)) => (upstream.to_owned(), format!("/{path}")),
        None => (place.to_owned(), String::new()),
    };
    let listener = TcpListener::bind(("127.0.0.1", 0)).await;
    let listener = listener.map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let base_url = format!("http://{address}{path}").parse::<BaseUrl>();
    let task = tokio::spawn(async move {
        while let Ok((caller, _)) = listener.accept().await {
            let upstream = upstream.clone();
            // A connection that breaks is the caller's to notice.
            tokio::spawn(async move { pass(caller, &upstream).await });
        }
    });
    Ok(Wire {
        base_url: base_url.map_err(|error| error.to_string())?,
        task,
    })
}

async fn pass(mut caller: TcpStream, upstream: &str) -> io::Result<()> {
    let (head, mut body) = read_head(&mut caller).await?;
    while body.len() < content_length(&head) {
        if caller.read_buf(&mut body).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    let mut server = TcpStream::connect(upstream).await?;
    server.write_all(closing(&head).as_bytes()).await?;
    server.write_all(&body).await?;
    let (head, mut body) = read_head(&mut server).await?;
    server.read_to_end(&mut body).await?;
    let answer = rewritten(&head, &body).ok_or(io::ErrorKind::InvalidData)?;
    // In pieces, so that nothing is there at once.
    for piece in answer.chunks(97) {
        caller.write_all(piece).await?;
    }
    caller.shutdown().await
}

/// So many chunks have an extension.
const EXTENSIONS: usize = 100;

/// The answer after an interim one, without a reason, names of headers in capitals with space after them, the
/// body in chunks of three bytes, with extensions and a trailer; `None` if it is no answer whose length is known.
fn rewritten(head: &str, body: &[u8]) -> Option<Vec<u8>> {
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?;
    let mut out = b"HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".to_vec();
    out.extend(format!("HTTP/1.1 {status} \r\n").bytes());
    for line in lines {
        let (name, value) = line.split_once(':')?;
        match name.to_ascii_lowercase().as_str() {
            "content-length" | "connection" => {}
            "transfer-encoding" => return None,
            _ => out
                .extend(format!("{}:\t {}  \r\n", name.to_ascii_uppercase(), value.trim()).bytes()),
        }
    }
    if status == "204" || status == "304" {
        out.extend(b"Connection: close\r\n\r\n");
        return Some(out);
    }
    out.extend(b"Connection: close\r\nTransfer-Encoding: Chunked\r\nTrailer: X-Sum\r\n\r\n");
    for (at, chunk) in body.chunks(3).enumerate() {
        // Readers guard against extensions without end.
        let extension = if at < EXTENSIONS { ";x=\"y\"" } else { "" };
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
        let text = String::from_utf8(rewritten(head, b"abcd").unwrap()).unwrap();
        assert_eq!(
            text,
            "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 \r\nCONTENT-TYPE:\t text/plain  \r\n\
             Connection: close\r\nTransfer-Encoding: Chunked\r\nTrailer: X-Sum\r\n\r\n\
             03;x=\"y\"\r\nabc\r\n01;x=\"y\"\r\nd\r\n000\r\nX-Sum: 1\r\n\r\n"
        );
        assert_eq!(
            rewritten("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked", b""),
            None
        );
        let none = rewritten("HTTP/1.1 204 No Content", b"").unwrap();
        assert!(none.ends_with(b"HTTP/1.1 204 \r\nConnection: close\r\n\r\n"));
    }
}
