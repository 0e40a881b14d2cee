//! Header case: the key header is recognized only in some letter cases.
//!
//! HTTP libraries normalize header names, so this listens on a socket in front of the server.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use referral_conformance::target::BaseUrl;
use spec::{Condition, Contract, KeyPlace};
use tokio::io::{AsyncWriteExt, copy};
use tokio::net::TcpStream;

use super::{InterceptionPoint, Mutation};
use crate::response;
use crate::socket::{self, SocketServer};

/// Whether a spelling of a header name is recognized, given the documented one.
pub type Recognition = fn(&str, &str) -> bool;

const DOCUMENTED_ONLY: Recognition = |name, documented| name == documented;

pub(super) fn mutations() -> Vec<Mutation> {
    let recognizes = |name, statement, recognition| Mutation {
        name,
        statement,
        point: InterceptionPoint::HeaderName(recognition),
        all_operations: false,
    };
    vec![
        recognizes(
            "documented_case_only",
            "the key header is recognized only as spelled in the document",
            DOCUMENTED_ONLY,
        ),
        recognizes(
            "not_in_upper_case",
            "the key header is not recognized in upper case",
            |name, documented| name != documented.to_ascii_uppercase(),
        ),
        recognizes(
            "not_in_mixed_case",
            "the key header is not recognized in mixed case",
            |name, documented| {
                name == documented
                    || name == documented.to_ascii_lowercase()
                    || name == documented.to_ascii_uppercase()
            },
        ),
    ]
}

/// Starts a server that recognizes only some spellings of the key header, and counts the requests
/// that it refuses. Fails when the base URL is not plain HTTP or no port is free.
pub(crate) async fn start_header_case_server(
    contract: &Contract,
    upstream: &BaseUrl,
    recognizes: Recognition,
) -> anyhow::Result<(SocketServer, Arc<AtomicUsize>)> {
    let refused = Arc::new(AtomicUsize::new(0));
    let header = contract.service.key_place().and_then(KeyPlace::header);
    let handler = Arc::new(Handler {
        header: header.unwrap_or_default().to_owned(),
        recognizes,
        refusal: missing_key_response(contract),
        refused: Arc::clone(&refused),
    });
    let server = socket::serve(upstream, move |caller, upstream| {
        let handler = Arc::clone(&handler);
        async move { handler.handle(caller, &upstream).await }
    });
    Ok((server.await?, refused))
}

/// The response to a request without a key, as bytes.
fn missing_key_response(contract: &Contract) -> Vec<u8> {
    let mut cases = contract.service.errors.iter();
    let case = cases.find(|case| case.when.value() == Some(&Condition::KeyAbsent));
    let refusal = match case {
        Some(case) => {
            let status = case.status.value().copied().unwrap_or(401);
            let text = case.text().map(ToString::to_string).unwrap_or_default();
            response::refusal(contract, None, status, case, text)
        }
        None => response::error(contract, 401, "no key"),
    };
    let (status, body) = (refusal.status, refusal.body);
    let head = format!(
        "HTTP/1.1 {status} Refused\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), &body].concat()
}

struct Handler {
    header: String,
    recognizes: Recognition,
    refusal: Vec<u8>,
    refused: Arc<AtomicUsize>,
}

impl Handler {
    async fn handle(&self, mut caller: TcpStream, upstream: &str) -> io::Result<()> {
        let (head, body) = socket::read_request(&mut caller).await?;
        let is_unrecognized = |(name, _): (&str, &str)| {
            name.eq_ignore_ascii_case(&self.header) && !(self.recognizes)(name, &self.header)
        };
        if socket::headers(&head).any(is_unrecognized) {
            self.refused.fetch_add(1, Ordering::Relaxed);
            caller.write_all(&self.refusal).await?;
        } else {
            copy(&mut socket::forward(upstream, &head, &body).await?, &mut caller).await?;
        }
        caller.shutdown().await
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio::net::TcpListener;

    use super::*;
    use crate::tests::contract;

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

    async fn send(server: &SocketServer, request: &str) -> String {
        let base_url = server.base_url.to_string();
        let address = base_url.strip_prefix("http://").unwrap();
        let mut caller = TcpStream::connect(address).await.unwrap();
        caller.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        caller.read_to_string(&mut answer).await.unwrap();
        answer
    }

    #[tokio::test]
    async fn header_spelling_decides() {
        let upstream = start_echo_server().await;
        let (server, refusals) =
            start_header_case_server(&contract(), &upstream, DOCUMENTED_ONLY).await.unwrap();
        let lower = "GET /books HTTP/1.1\r\nhost: x\r\nlibrary-card: card-1\r\n\r\n";
        let refused = send(&server, lower).await;
        assert!(refused.starts_with("HTTP/1.1 401 "), "{refused}");
        assert!(refused.ends_with(r#"{"message":"A library card is required"}"#), "{refused}");
        assert_eq!(refusals.load(Ordering::Relaxed), 1);
        let documented =
            "GET /books HTTP/1.1\r\nConnection: keep-alive\r\nLibrary-Card: card-1\r\n\r\n";
        let forwarded = send(&server, documented).await;
        assert_eq!(forwarded, "GET /books HTTP/1.1\r\nLibrary-Card: card-1\r\nconnection: close");
        assert_eq!(refusals.load(Ordering::Relaxed), 1);
    }
}
