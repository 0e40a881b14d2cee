//! Raw requests, and properties of every answer.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::http::operations::{Call, MEMBERSHIP};
use crate::http::service::{KEY, TestServer};

/// A request as it is sent.
#[derive(Debug, Clone)]
pub struct Raw {
    pub method: String,
    pub path: String,
    pub headers: Vec<String>,
    pub body: Vec<u8>,
    /// Whether `Content-Length` is sent; otherwise another header frames the body.
    pub length: bool,
    /// Whether the client closes the connection before the answer.
    pub cut: bool,
}

impl Raw {
    /// The valid call, but without a membership to delete.
    pub fn of(call: &Call) -> Raw {
        Raw {
            method: call.method.to_string(),
            path: call.path.replace(MEMBERSHIP, "membership_000000000000"),
            headers: vec!["Content-Type: application/json".to_owned()],
            body: call.body.as_bytes().to_vec(),
            length: true,
            cut: false,
        }
    }

    pub fn path(mut self, path: impl Into<String>) -> Raw {
        self.path = path.into();
        self
    }

    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Raw {
        self.body = body.into();
        self
    }

    /// Sets the content type.
    pub fn of_type(mut self, content_type: &str) -> Raw {
        self.headers = vec![format!("Content-Type: {content_type}")];
        self
    }

    pub fn header(mut self, header: impl Into<String>) -> Raw {
        self.headers.push(header.into());
        self
    }

    /// Sets the only header that frames the body.
    pub fn framed(mut self, header: &str) -> Raw {
        self.length = false;
        self.header(header)
    }

    /// Sends the request incompletely.
    pub fn cut(mut self) -> Raw {
        self.cut = true;
        self
    }

    fn bytes(&self, key: &str) -> Vec<u8> {
        let (method, path) = (&self.method, &self.path);
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: here\r\n{KEY}: {key}\r\n");
        for header in &self.headers {
            head.push_str(&format!("{header}\r\n"));
        }
        if self.length {
            head.push_str(&format!("Content-Length: {}\r\n", self.body.len()));
        }
        head.push_str("Connection: close\r\n\r\n");
        [head.as_bytes(), &self.body].concat()
    }

    /// The beginning of the request, for messages.
    pub fn summary(&self) -> String {
        let bytes = self.bytes("KEY");
        String::from_utf8_lossy(&bytes[..bytes.len().min(600)]).into_owned()
    }
}

/// An answer as received.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

/// Sends a request as the main account and reads the answer.
pub async fn send(service: &TestServer, raw: &Raw) -> Answer {
    let address: SocketAddr = service.base_url["http://".len()..].parse().unwrap();
    let bytes = raw.bytes(service.context.key("main"));
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The service may answer before the end of the request.
    let _ = stream.write_all(&bytes).await;
    if raw.cut {
        let _ = stream.shutdown().await;
    }
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8(answer).unwrap();
    let parts = answer.split_once("\r\n\r\n");
    let (head, body) = parts.unwrap_or_else(|| panic!("{answer:?} to {}", raw.summary()));
    Answer {
        status: head["HTTP/1.1 ".len()..][..3].parse().unwrap(),
        head: head.to_ascii_lowercase(),
        body: body.to_owned(),
    }
}

/// Sends a request and checks the answer: never 5xx, with a request id, JSON, and for an error the envelope with one
/// member.
pub async fn answered(service: &TestServer, raw: &Raw) -> Answer {
    let answer = send(service, raw).await;
    let context = || format!("{answer:?}\nto {}", raw.summary());
    assert!(answer.status < 500, "{}", context());
    assert!(answer.head.contains("\r\nx-request-id: req_"), "{}", context());
    if raw.method == "HEAD" || raw.method == "OPTIONS" && answer.status == 204 {
        return answer;
    }
    assert!(answer.head.contains("\r\ncontent-type: application/json\r\n"), "{}", context());
    let body: Value =
        serde_json::from_str(&answer.body).unwrap_or_else(|_| panic!("{}", context()));
    if answer.status >= 300 {
        let members = body.as_object().unwrap_or_else(|| panic!("{}", context()));
        assert_eq!(members.len(), 1, "{}", context());
        let message = members["error"].as_str().unwrap_or_default();
        assert!(!message.is_empty(), "{}", context());
    }
    answer
}
