//! Assertions about every type, input and refusal of a contract.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use client::models::{Api, ErrorKind, KeyError, Refusal, Request};
use client::{Client, Error, Retries, ResponseFuture, Transport};
use http::Response;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

/// JSON with numbers as text; members that are `null` are omitted.
#[derive(Debug, PartialEq)]
enum Tree {
    Leaf(String),
    Text(String),
    List(Vec<Tree>),
    Object(BTreeMap<String, Tree>),
}

fn tree(json: &str) -> Tree {
    let inner = |json: Box<RawValue>| tree(json.get());
    let parsed = "JSON";
    match json.as_bytes().first() {
        Some(b'{') => {
            let members: BTreeMap<String, Box<RawValue>> =
                serde_json::from_str(json).expect(parsed);
            let members = members.into_iter().filter(|(_, json)| json.get() != "null");
            Tree::Object(members.map(|(name, json)| (name, inner(json))).collect())
        }
        Some(b'[') => {
            let items: Vec<Box<RawValue>> = serde_json::from_str(json).expect(parsed);
            Tree::List(items.into_iter().map(inner).collect())
        }
        Some(b'"') => Tree::Text(serde_json::from_str(json).expect(parsed)),
        _ => Tree::Leaf(json.to_owned()),
    }
}

/// Asserts that a value round-trips with all members, digits and undescribed values.
pub fn value<T: Serialize + DeserializeOwned + PartialEq + Debug>(samples: &str) {
    assert!(samples.lines().count() > 10);
    for sample in samples.lines() {
        let read: T =
            serde_json::from_str(sample).unwrap_or_else(|error| panic!("{sample}: {error}"));
        let written = serde_json::to_string(&read).unwrap();
        assert_eq!(tree(&written), tree(sample), "{read:?}");
        assert_eq!(
            serde_json::from_str::<T>(&written).unwrap(),
            read,
            "{sample}"
        );
    }
}

/// Asserts that a request arrives unchanged, and that each documented refusal round-trips through its variant.
pub fn operation<R>(samples: &str, refusals: &[(bool, &str, Option<u16>, &str)])
where
    R: Request<Api = Api, Error: Into<ErrorKind>> + PartialEq + Debug,
{
    let mut last = None;
    for sample in samples.lines() {
        let request = request_from::<R>(sample);
        let sent = request
            .to_http()
            .unwrap_or_else(|error| panic!("{sample}: {error}"));
        assert_eq!(sent.method(), R::INFO.method);
        assert_eq!(received::<R>(&sent), request, "{sample}");
        last = Some(request);
    }
    let request = last.expect("some samples");
    for (of_key, id, status, message) in refusals {
        let status = status.unwrap_or(418);
        let text = refused(message);
        let client = client(status, text.clone());
        let (found, message_shown, kind) = match now(client.send(&request)) {
            Err(Error::Key { error, raw }) if *of_key => {
                assert_eq!(raw.body, text);
                (error.id(), error.message(), ErrorKind::from(error))
            }
            Err(Error::Refused { error, raw }) if !of_key => {
                assert_eq!(raw.body, text);
                let known = error.status().map(|status| status.as_u16());
                assert!(known.is_none_or(|known| known == status), "{id}");
                (error.id(), error.message(), error.into())
            }
            other => panic!("{id} came as {:?}", other.map(|answer| answer.status())),
        };
        assert_eq!((found, message_shown.as_str()), (*id, *message));
        assert_eq!((kind.id(), kind.message().as_str()), (*id, *message));
    }
    unknown::<R>(&request);
}

/// Asserts that an undocumented message matches no documented refusal.
fn unknown<R: Request<Api = Api>>(request: &R) {
    let message = "This message is not documented";
    assert!(R::Error::parse(message).is_none() && KeyError::parse(message).is_none());
    let bodies = [
        refused(message),
        "<html>".to_owned(),
        String::new(),
        "[1".to_owned(),
        "{}".to_owned(),
    ];
    for body in bodies {
        match now(client(500, body.clone()).send(request)) {
            Err(Error::Undocumented(raw)) => assert_eq!(raw.body, body),
            other => panic!("{body} came as {:?}", other.map(|answer| answer.status())),
        }
    }
}

/// The body of a refusal.
fn refused(message: &str) -> String {
    let body = client::models::ErrorBody::new(message);
    serde_json::to_string(&body).expect("an error body")
}

/// A request from decoded texts, as in a server.
fn request_from<R: Request<Api = Api>>(sample: &str) -> R {
    let parts: BTreeMap<&str, &RawValue> = serde_json::from_str(sample).expect("a sample");
    let texts = |part: &str| -> BTreeMap<String, String> {
        serde_json::from_str(parts[part].get()).expect("texts")
    };
    let (path, query) = (texts("path"), texts("query"));
    let path: Vec<_> = path
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let query = query
        .iter()
        .map(|(name, text)| format!("{}={}", encode(name), encode(text)));
    let query = query.collect::<Vec<_>>().join("&");
    let body = parts["body"].get().as_bytes();
    R::from_http(&path, Some(&query), body).unwrap_or_else(|error| panic!("{sample}: {error}"))
}

/// The request as read by the server.
fn received<R: Request<Api = Api>>(sent: &http::Request<Bytes>) -> R {
    let templates = R::INFO.path.split('/');
    let path: Vec<_> = templates
        .zip(sent.uri().path().split('/'))
        .filter_map(|(template, segment)| {
            let name = template.strip_prefix('{')?.strip_suffix('}')?;
            let text = percent_decode_str(segment).decode_utf8().expect("text");
            Some((name, text.into_owned()))
        })
        .collect();
    assert_eq!(
        sent.uri().path().split('/').count(),
        R::INFO.path.split('/').count()
    );
    let path: Vec<_> = path
        .iter()
        .map(|(name, text)| (*name, text.as_str()))
        .collect();
    R::from_http(&path, sent.uri().query(), sent.body()).expect("a request")
}

/// A transport with one answer for every request.
struct Canned(u16, String);

impl Transport for Canned {
    fn send(&self, request: http::Request<Bytes>) -> ResponseFuture<'_> {
        assert!(request.uri().path().starts_with("/base/"));
        let answer = Response::builder()
            .status(self.0)
            .body(Bytes::from(self.1.clone()));
        Box::pin(async { Ok(answer.expect("an answer")) })
    }
}

fn client(status: u16, body: String) -> Client {
    let builder = Client::builder("http://host/base/")
        .timeout(None)
        .deadline(None)
        .retries(Retries::never());
    builder
        .transport(Canned(status, body))
        .build()
        .expect("a client")
}

/// Polls a call once: without time limits and retries it depends only on its transport, and needs no runtime.
fn now<F: Future>(call: F) -> F::Output {
    match pin!(call).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("there was nothing to wait for"),
    }
}
