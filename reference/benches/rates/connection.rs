//! A keep-alive connection to a server.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Result;

/// How many connections send requests at once.
pub const CONNECTIONS: usize = 32;

/// An open connection.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub async fn open(address: &str) -> Result<Connection> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let buffer = Vec::with_capacity(64 * 1024);
        Ok(Connection { stream, buffer })
    }

    /// Sends a request and returns the body of its answer, whose status must be 2xx.
    pub async fn ask(&mut self, request: &str) -> Result<Vec<u8>> {
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err("the server closed the connection".into());
            }
            let Some(head) = self.buffer.windows(4).position(|window| window == b"\r\n\r\n") else {
                continue;
            };
            let (head, body) = self.buffer.split_at(head + 4);
            let head = std::str::from_utf8(head)?;
            if !head.starts_with("HTTP/1.1 2") {
                return Err(format!("{head}{}", String::from_utf8_lossy(body)).into());
            }
            let mut lines = head.lines();
            let length = lines.find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.ok_or("no length")?.parse()? {
                return Ok(body.to_vec());
            }
        }
    }
}
