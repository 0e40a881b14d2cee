//! A server with scripted handlers, and a client.

use std::any::{Any, type_name};
use std::fmt::Debug;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::body::{Body, to_bytes};
use bytes::Bytes;
use contract_runtime::{ErrorEntry, Refused};
use http::header::{CONTENT_TYPE, HOST};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Request as HttpRequest, Response, StatusCode};
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};

use super::client::{Client, Error, Retries, ResponseFuture, Transport, TransportError, TransportErrorKind};
use super::models::{Api, FromResponse, KeyError, OperationInfo, Refusal, Request, RawResponse};
use super::server::{BoxError, Fault, KeyCheck, HandlerResult, Reply, Routes};

/// Parameters of the path, query string, body: a request as the server gets it.
type RawRequest<'a> = (&'a [(&'a str, &'a str)], &'a str, &'a str);

/// The expected request and its response.
type Expected<R> = (R, HandlerResult<<R as Request>::Success, <R as Request>::Error>);

/// The implementation of every operation.
#[derive(Default)]
pub struct Handlers {
    expected: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Handlers {
    pub fn answer<R>(&self, request: R) -> HandlerResult<R::Success, R::Error>
    where
        R: Request + Debug + PartialEq + 'static,
        R::Success: 'static,
    {
        let expected = self.expected.lock().unwrap().take().expect("a request was announced");
        let expected = expected.downcast::<Expected<R>>().expect("it is this operation's");
        assert_eq!(request, expected.0, "another request came than was sent");
        expected.1
    }
}

struct AnyCaller;

impl KeyCheck<Api> for AnyCaller {
    type Caller = ();

    async fn check(
        &self,
        _: Option<&str>,
        _: &Parts,
        _: &'static OperationInfo,
    ) -> Result<(), Fault<KeyError>> {
        Ok(())
    }
}

/// Sends each request over a connection of its own.
struct Socket(SocketAddr);

impl Socket {
    async fn exchange(&self, request: HttpRequest<Bytes>) -> Result<Response<Bytes>, BoxError> {
        let stream = TcpStream::connect(self.0).await?;
        let (mut sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        let mut request = request.map(Body::from);
        let path = request.uri().path_and_query().cloned();
        *request.uri_mut() = path.ok_or("no path")?.into();
        let host = HeaderValue::from_static("here");
        request.headers_mut().insert(HOST, host);
        let (parts, body) = sender.send_request(request).await?.into_parts();
        let body = to_bytes(Body::new(body), usize::MAX).await?;
        Ok(Response::from_parts(parts, body))
    }
}

impl Transport for Socket {
    fn send(&self, request: HttpRequest<Bytes>) -> ResponseFuture<'_> {
        Box::pin(async move {
            let broken = |error| TransportError::new(TransportErrorKind::Broken).with_source(error);
            self.exchange(request).await.map_err(broken)
        })
    }
}

/// A running server and a client of it.
pub struct Peer {
    handlers: Arc<Handlers>,
    client: Client,
}

impl Peer {
    pub async fn start() -> Self {
        let handlers = Arc::new(Handlers::default());
        let router = Routes::new(AnyCaller).whole(Arc::clone(&handlers)).into_router();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        let builder = Client::builder(format!("http://{address}")).retries(Retries::never());
        let client = builder.transport(Socket(address)).build().unwrap();
        Self { handlers, client }
    }

    fn announce<R>(&self, request_parts: RawRequest<'_>, outcome: HandlerResult<R::Success, R::Error>) -> R
    where
        R: Request<Api = Api> + Clone + Send + 'static,
        R::Success: Send + 'static,
    {
        let (path, query, body) = request_parts;
        let request = R::from_http(path, Some(query), body.as_bytes());
        let request = request.unwrap_or_else(|error| panic!("{}: {error}", type_name::<R>()));
        let expected: Expected<R> = (request.clone(), outcome);
        *self.handlers.expected.lock().unwrap() = Some(Box::new(expected));
        request
    }

    /// Asserts that the client receives the success of the handler.
    pub async fn succeeds<R>(&self, request_parts: RawRequest<'_>, status: u16, body: &'static str)
    where
        R: Request<Api = Api> + Clone + Debug + PartialEq + Send + 'static,
        R::Success: FromResponse + Clone + Debug + PartialEq + Send + 'static,
    {
        self.succeeds_with::<R>(request_parts, status, &[], body).await;
    }

    /// The same for a success with headers.
    pub async fn succeeds_with<R>(
        &self,
        request_parts: RawRequest<'_>,
        status: u16,
        named: &[(&'static str, &'static str)],
        body: &'static str,
    )
    where
        R: Request<Api = Api> + Clone + Debug + PartialEq + Send + 'static,
        R::Success: FromResponse + Clone + Debug + PartialEq + Send + 'static,
    {
        let status = StatusCode::from_u16(status).unwrap();
        let raw = |headers: &HeaderMap, body: Bytes| {
            let mut raw = RawResponse::new(status, body);
            let content_type = headers.get(CONTENT_TYPE).cloned();
            raw.headers.extend(content_type.map(|value| (CONTENT_TYPE, value)));
            for (name, _) in named {
                let value = headers.get(*name).cloned();
                raw.headers.extend(value.map(|value| (HeaderName::from_bytes(name.as_bytes()).unwrap(), value)));
            }
            raw
        };
        let mut sent = HeaderMap::new();
        for (name, value) in named {
            sent.insert(HeaderName::from_bytes(name.as_bytes()).unwrap(), HeaderValue::from_static(value));
        }
        let success = raw(&sent, Bytes::from_static(body.as_bytes()));
        let mut success = R::Success::from_http(&success).expect("it is a success");
        if let Some(undocumented) = (&mut success as &mut dyn Any).downcast_mut::<RawResponse>() {
            let json = HeaderValue::from_static("application/json");
            undocumented.headers.insert(CONTENT_TYPE, json);
        }
        let request = self.announce::<R>(request_parts, Ok(Reply::with_status(status, success.clone())));
        let got = self.client.send(&request).await;
        let got = got.unwrap_or_else(|error| panic!("{}: {error:?}", R::INFO.id));
        assert_eq!(got.status(), status, "{}", R::INFO.id);
        let read = raw(got.headers(), got.raw().body.clone());
        let read = R::Success::from_http(&read).expect("it is a success still");
        assert_eq!(read, success, "{}", R::INFO.id);
    }

    /// Asserts that the client receives the refusal of the handler.
    pub async fn refuses<R>(
        &self,
        request_parts: RawRequest<'_>,
        (status, message, code, named): (Option<u16>, Option<&str>, Option<&str>, &str),
    )
    where
        R: Request<Api = Api> + Clone + Debug + PartialEq + Send + 'static,
        R::Success: Send + 'static,
        R::Error: Debug + PartialEq,
    {
        let status = StatusCode::from_u16(status.unwrap_or(400)).unwrap();
        let (field, is_empty) = (Some(named), message.is_none());
        let entries = [ErrorEntry::new("another", "else"), ErrorEntry::new(named, code.unwrap_or("any"))];
        let refused = Refused { status, message, code, field, entries: &entries, is_empty };
        let error = R::Error::recognize(&refused).expect("the refusal is documented");
        assert_eq!(error.message(), message.unwrap_or_default());
        assert_eq!(error.has_body(), message.is_some());
        let request = self.announce::<R>(request_parts, Err(error.clone().into()));
        match self.client.send(&request).await {
            Err(received @ Error::Refused { .. }) => {
                assert_eq!(received.refusal(), Some(&error));
                assert_eq!(received.status(), Some(status));
                if error.more().is_empty() {
                    assert_eq!(received.code().as_deref(), error.code());
                } else {
                    let [other, own] = entries;
                    assert_eq!(received.entries(), [own, other]);
                }
            }
            other => panic!("{error:?} was expected, not {:?}", other.map(|_| "a success")),
        }
    }
}
