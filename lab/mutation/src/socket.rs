//! Servers on a socket in front of another server, for changes that depend on exact bytes. They handle one request per
//! connection.

use std::io;

use anyhow::Context;
use referral_conformance::target::BaseUrl;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Largest head that is read, in bytes.
const MAX_HEAD: usize = 64 * 1024;

/// A server on a free port; it stops when dropped.
#[derive(Debug)]
pub struct SocketServer {
    /// Its base URL.
    pub base_url: BaseUrl,
    task: JoinHandle<()>,
}

impl Drop for SocketServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Handles connections with a function that also gets the address of the server behind. Fails when
/// the URL is not plain HTTP or no port is free.
pub(crate) async fn serve<F>(
    upstream: &BaseUrl,
    handle: impl Fn(TcpStream, String) -> F + Send + 'static,
) -> anyhow::Result<SocketServer>
where
    F: Future<Output = io::Result<()>> + Send + 'static,
{
    let upstream = upstream.to_string();
    let location = upstream.strip_prefix("http://").context("only plain HTTP is supported")?;
    let (authority, path) = location.split_at(location.find('/').unwrap_or(location.len()));
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let base_url = format!("http://{}{path}", listener.local_addr()?).parse()?;
    let authority = authority.to_owned();
    let task = tokio::spawn(async move {
        while let Ok((caller, _)) = listener.accept().await {
            // The caller reports a broken connection.
            tokio::spawn(handle(caller, authority.clone()));
        }
    });
    Ok(SocketServer { base_url, task })
}

/// Sends a request to a server, with `connection: close`, so that the end of the response is the end of the connection.
pub(crate) async fn forward(upstream: &str, head: &str, body: &[u8]) -> io::Result<TcpStream> {
    let kept = head.split("\r\n").filter(|line| {
        let name = line.split(':').next().unwrap_or_default();
        !name.eq_ignore_ascii_case("connection")
    });
    let head = kept.chain(["connection: close", "", ""]).collect::<Vec<_>>().join("\r\n");
    let mut server = TcpStream::connect(upstream).await?;
    server.write_all(head.as_bytes()).await?;
    server.write_all(body).await?;
    Ok(server)
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
    let length = headers(&head)
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .and_then(|(_, value)| value.trim().parse().ok())
        .unwrap_or(0);
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
