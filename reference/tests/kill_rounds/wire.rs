//! Requests over one connection without retries.

use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Write};
use std::net::TcpStream;

/// A keep-alive connection.
pub struct Wire {
    stream: BufReader<TcpStream>,
    key: String,
}

impl Wire {
    /// Connects to the address, with this key.
    pub fn to(address: &str, key: &str) -> Result<Wire> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Wire { stream: BufReader::new(stream), key: key.to_owned() })
    }

    /// Status and body of the complete answer.
    pub fn ask(&mut self, method: &str, path: &str, body: &str) -> Result<(u16, String)> {
        let (key, length) = (&self.key, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: here\r\nX-Api-Key: {key}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let line = self.line()?;
        let status = line.get(9..12).and_then(|code| code.parse().ok());
        let status = status.ok_or_else(cut)?;
        let mut length = 0;
        loop {
            let line = self.line()?.to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(number) = line.strip_prefix("content-length:") {
                length = number.trim().parse().map_err(|_| cut())?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        match line.strip_suffix("\r\n") {
            Some(line) => Ok(line.to_owned()),
            None => Err(cut()),
        }
    }
}

fn cut() -> Error {
    ErrorKind::UnexpectedEof.into()
}
