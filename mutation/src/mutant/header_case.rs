//! The key is seen only if its header is spelled as in the document.
//!
//! Libraries do not show how a header was spelled, so this stands between caller and server on a
//! socket of its own and reads the bytes. It takes one request for each connection.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use referral_conformance::target::BaseUrl;
use spec::{Condition, Contract};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::{InterceptionPoint, Mutation};
use crate::{answer, response};

pub(super) fn mutations() -> Vec<Mutation> {
    let mutation = |kind, statement, spellings| Mutation {
        kind,
        statement,
        point: InterceptionPoint::HeaderName(spellings),
        all_operations: false,
    };
    vec![
        mutation(
            "demanded",
            "the key is seen only if its header is spelled as in the document",
            Spellings::Documented,
        ),
        mutation(
            "but_upper",
            "the key is not seen if its header is written in capitals",
            Spellings::AllButUpper,
        ),
        mutation(
            "but_mixed",
            "the key is seen only if its header is in one of the usual cases",
            Spellings::Usual,
        ),
    ]
}

/// The spellings of a header's name that a server takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spellings {
    /// The documented one.
    Documented,
    /// All but the one in capitals.
    AllButUpper,
    /// The documented one, and those in lower and upper case.
    Usual,
}

impl Spellings {
    fn take(self, name: &str, documented: &str) -> bool {
        let (lower, upper) = (
            documented.to_ascii_lowercase(),
            documented.to_ascii_uppercase(),
        );
        match self {
            Self::Documented => name == documented,
            Self::AllButUpper => name != upper,
            Self::Usual => name == documented || name == lower || name == upper,
        }
    }
}

/// Requests with more than this before their body are not read to the end.
const MOST_HEAD: usize = 64 * 1024;

/// A server that demands a spelling; it stops when it is dropped.
#[derive(Debug)]
pub struct Demanding {
    /// Where it is, as a base URL.
    pub base_url: String,
    refused: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Demanding {
    /// How many requests it refused.
    #[must_use]
    pub fn refused(&self) -> usize {
        self.refused.load(Ordering::Relaxed)
    }
}

impl Drop for Demanding {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Listens on a free port in front of a server that speaks plain HTTP.
///
/// # Errors
/// When there is no such server, or no port, in words.
pub async fn demand(
    contract: &Contract,
    server: &BaseUrl,
    spellings: Spellings,
) -> Result<Demanding, String> {
    let server = server.to_string();
    let place = server
        .strip_prefix("http://")
        .ok_or("only plain http can be looked into")?;
    let (upstream, path) = match place.split_once('/') {
        Some((upstream, path)) => (upstream, format!("/{path}")),
        None => (place, String::new()),
    };
    let listener = TcpListener::bind(("127.0.0.1", 0))
        .await
        .map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let refused = Arc::new(AtomicUsize::new(0));
    let gate = Arc::new(Gate {
        header: contract.service.auth.header.clone(),
        spellings,
        refusal: refusal(contract),
        upstream: upstream.to_owned(),
        refused: Arc::clone(&refused),
    });
    let task = tokio::spawn(async move {
        while let Ok((caller, _)) = listener.accept().await {
            let gate = Arc::clone(&gate);
            // A connection that breaks is the caller's to notice.
            tokio::spawn(async move { gate.pass(caller).await });
        }
    });
    Ok(Demanding {
        base_url: format!("http://{address}{path}"),
        refused,
        task,
    })
}

/// What a server says that sees no key.
fn refusal(contract: &Contract) -> Vec<u8> {
    let case = answer::case_when(contract, None, |when| *when == Condition::KeyAbsent);
    let (status, message) = match case {
        Some(case) => (
            case.status.value().copied().unwrap_or(401),
            case.message.to_string(),
        ),
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

struct Gate {
    header: String,
    spellings: Spellings,
    refusal: Vec<u8>,
    upstream: String,
    refused: Arc<AtomicUsize>,
}

impl Gate {
    async fn pass(&self, mut caller: TcpStream) -> io::Result<()> {
        let (head, mut body) = read_head(&mut caller).await?;
        let length = content_length(&head);
        while body.len() < length {
            if caller.read_buf(&mut body).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        if misspells(&head, &self.header, self.spellings) {
            self.refused.fetch_add(1, Ordering::Relaxed);
            caller.write_all(&self.refusal).await?;
            return caller.shutdown().await;
        }
        let mut server = TcpStream::connect(&self.upstream).await?;
        server.write_all(closing(&head).as_bytes()).await?;
        server.write_all(&body).await?;
        copy(&mut server, &mut caller).await?;
        caller.shutdown().await
    }
}

/// The lines before the body, and what was read of the body already.
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
        if bytes.len() > MOST_HEAD || caller.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}

fn headers(head: &str) -> impl Iterator<Item = (&str, &str)> {
    head.split("\r\n")
        .skip(1)
        .filter_map(|line| line.split_once(':'))
}

pub(crate) fn content_length(head: &str) -> usize {
    let mut lengths = headers(head).filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    lengths
        .next()
        .and_then(|(_, value)| value.trim().parse().ok())
        .unwrap_or(0)
}

/// Whether the header is there in a spelling that is not taken.
fn misspells(head: &str, header: &str, spellings: Spellings) -> bool {
    headers(head)
        .any(|(name, _)| name.eq_ignore_ascii_case(header) && !spellings.take(name, header))
}

/// The head with a wish for one answer only, so that its end is the end of the connection.
pub(crate) fn closing(head: &str) -> String {
    let kept = head.split("\r\n").filter(|line| {
        let name = line.split(':').next().unwrap_or_default();
        !name.eq_ignore_ascii_case("connection")
    });
    format!(
        "{}\r\nconnection: close\r\n\r\n",
        kept.collect::<Vec<_>>().join("\r\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::contract;

    /// A server that answers one request with what it read of it.
    async fn echo() -> BaseUrl {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            let (mut caller, _) = listener.accept().await.unwrap();
            let (head, _) = read_head(&mut caller).await.unwrap();
            caller.write_all(head.as_bytes()).await.unwrap();
        });
        format!("http://{address}").parse().unwrap()
    }

    async fn answer_to(demanding: &Demanding, request: &str) -> String {
        let address = demanding.base_url.strip_prefix("http://").unwrap();
        let mut caller = TcpStream::connect(address).await.unwrap();
        caller.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        caller.read_to_string(&mut answer).await.unwrap();
        answer
    }

    #[tokio::test]
    async fn header_spelling_decides() {
        let demanding = demand(&contract(), &echo().await, Spellings::Documented)
            .await
            .unwrap();
        let lower = "GET /books HTTP/1.1\r\nhost: x\r\nlibrary-card: card-1\r\n\r\n";
        let refused = answer_to(&demanding, lower).await;
        assert!(refused.starts_with("HTTP/1.1 401 "), "{refused}");
        assert!(
            refused.ends_with(r#"{"message":"A library card is required"}"#),
            "{refused}"
        );
        assert_eq!(demanding.refused(), 1);
        let spelled =
            "GET /books HTTP/1.1\r\nConnection: keep-alive\r\nLibrary-Card: card-1\r\n\r\n";
        let passed = answer_to(&demanding, spelled).await;
        assert_eq!(
            passed,
            "GET /books HTTP/1.1\r\nLibrary-Card: card-1\r\nconnection: close"
        );
        assert_eq!(demanding.refused(), 1);
    }
}
