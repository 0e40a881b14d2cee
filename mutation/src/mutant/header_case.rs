//! Header case: the key header is recognized only in some letter cases.
//!
//! HTTP libraries normalize header names, so this listens on a socket in front of the server. It handles one request
//! per connection.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use referral_conformance::target::BaseUrl;
use spec::{Condition, Contract};
use tokio::io::{AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::{InterceptionPoint, Mutation};
use crate::{answer, response, socket};

pub(super) fn mutations() -> Vec<Mutation> {
    let accepts_only = |name, statement, spellings| Mutation {
        name,
        statement,
        point: InterceptionPoint::HeaderName(spellings),
        all_operations: false,
    };
    vec![
        accepts_only(
            "documented_case_only",
            "the key header is recognized only as spelled in the document",
            Spellings::Documented,
        ),
        accepts_only(
            "not_in_upper_case",
            "the key header is not recognized in upper case",
            Spellings::NotUpperCase,
        ),
        accepts_only(
            "not_in_mixed_case",
            "the key header is not recognized in mixed case",
            Spellings::NotMixedCase,
        ),
    ]
}

/// The recognized spellings of a header name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spellings {
    /// Only the documented one.
    Documented,
    /// All except upper case.
    NotUpperCase,
    /// The documented one, lower case and upper case.
    NotMixedCase,
}

impl Spellings {
    fn include(self, name: &str, documented: &str) -> bool {
        let is_lower = name == documented.to_ascii_lowercase();
        let is_upper = name == documented.to_ascii_uppercase();
        match self {
            Self::Documented => name == documented,
            Self::NotUpperCase => !is_upper,
            Self::NotMixedCase => name == documented || is_lower || is_upper,
        }
    }
}

/// A server that recognizes only some spellings of the key header; it stops when dropped.
#[derive(Debug)]
pub struct HeaderCaseServer {
    /// Its base URL.
    pub base_url: String,
    refused: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl HeaderCaseServer {
    /// Number of refused requests.
    #[must_use]
    pub fn refused(&self) -> usize {
        self.refused.load(Ordering::Relaxed)
    }
}

impl Drop for HeaderCaseServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Listens on a free port in front of a server that speaks plain HTTP.
///
/// # Errors
/// When the base URL is not plain HTTP or no port is free, as a message.
pub async fn start_header_case_server(
    contract: &Contract,
    upstream: &BaseUrl,
    spellings: Spellings,
) -> Result<HeaderCaseServer, String> {
    let (upstream, path) = socket::split_base_url(upstream)?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let refused = Arc::new(AtomicUsize::new(0));
    let handler = Arc::new(Handler {
        header: contract.service.auth.header.clone(),
        spellings,
        refusal: missing_key_response(contract),
        upstream,
        refused: Arc::clone(&refused),
    });
    let task = tokio::spawn(async move {
        while let Ok((caller, _)) = listener.accept().await {
            let handler = Arc::clone(&handler);
            // The caller reports a broken connection.
            tokio::spawn(async move { handler.handle(caller).await });
        }
    });
    Ok(HeaderCaseServer { base_url: format!("http://{address}{path}"), refused, task })
}

/// The response to a request without a key, as bytes.
fn missing_key_response(contract: &Contract) -> Vec<u8> {
    let case = answer::find_case(contract, None, |when| *when == Condition::KeyAbsent);
    let (status, message) = match case {
        Some(case) => (case.status.value().copied().unwrap_or(401), case.message.to_string()),
        None => (401, "no key".to_owned()),
    };
    let body = response::error(contract, status, message).body;
    let head = format!(
        "HTTP/1.1 {status} Refused\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n",
        body.len()
    );
    [head.into_bytes(), body].concat()
}

struct Handler {
    header: String,
    spellings: Spellings,
    refusal: Vec<u8>,
    upstream: String,
    refused: Arc<AtomicUsize>,
}

impl Handler {
    async fn handle(&self, mut caller: TcpStream) -> io::Result<()> {
        let (head, body) = socket::read_request(&mut caller).await?;
        if self.has_unrecognized_key(&head) {
            self.refused.fetch_add(1, Ordering::Relaxed);
            caller.write_all(&self.refusal).await?;
            return caller.shutdown().await;
        }
        let mut server = TcpStream::connect(&self.upstream).await?;
        let head = socket::with_connection_close(&head);
        server.write_all(head.as_bytes()).await?;
        server.write_all(&body).await?;
        copy(&mut server, &mut caller).await?;
        caller.shutdown().await
    }

    fn has_unrecognized_key(&self, head: &str) -> bool {
        socket::headers(head).any(|(name, _)| {
            name.eq_ignore_ascii_case(&self.header) && !self.spellings.include(name, &self.header)
        })
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;
    use crate::testing::contract;

    /// A server that returns the head of one request.
    async fn start_echo_server() -> BaseUrl {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            let (mut caller, _) = listener.accept().await.unwrap();
            let (head, _) = socket::read_head(&mut caller).await.unwrap();
            caller.write_all(head.as_bytes()).await.unwrap();
        });
        format!("http://{address}").parse().unwrap()
    }

    async fn send(server: &HeaderCaseServer, request: &str) -> String {
        let address = server.base_url.strip_prefix("http://").unwrap();
        let mut caller = TcpStream::connect(address).await.unwrap();
        caller.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        caller.read_to_string(&mut answer).await.unwrap();
        answer
    }

    #[tokio::test]
    async fn header_spelling_decides() {
        let upstream = start_echo_server().await;
        let server =
            start_header_case_server(&contract(), &upstream, Spellings::Documented).await.unwrap();
        let lower = "GET /books HTTP/1.1\r\nhost: x\r\nlibrary-card: card-1\r\n\r\n";
        let refused = send(&server, lower).await;
        assert!(refused.starts_with("HTTP/1.1 401 "), "{refused}");
        assert!(refused.ends_with(r#"{"message":"A library card is required"}"#), "{refused}");
        assert_eq!(server.refused(), 1);
        let documented =
            "GET /books HTTP/1.1\r\nConnection: keep-alive\r\nLibrary-Card: card-1\r\n\r\n";
        let forwarded = send(&server, documented).await;
        assert_eq!(forwarded, "GET /books HTTP/1.1\r\nLibrary-Card: card-1\r\nconnection: close");
        assert_eq!(server.refused(), 1);
    }
}
