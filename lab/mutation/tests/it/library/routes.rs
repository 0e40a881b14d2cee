//! Routes of the library.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use super::CARDS;
use super::store::{Outcome, Store, refused};

pub(super) async fn handle(
    State(store): State<Arc<Store>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let (status, body) = match route(&store, &method, &uri, &headers, &body) {
        Ok(response) => response,
        Err((status, message)) => (status, json!({ "message": message })),
    };
    let status = StatusCode::from_u16(status).unwrap();
    match body {
        Value::Null => status.into_response(),
        body => {
            (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
        }
    }
}

fn route(store: &Store, method: &Method, uri: &Uri, headers: &HeaderMap, body: &[u8]) -> Outcome {
    let card = headers.get("library-card");
    let card = match card.and_then(|card| card.to_str().ok()) {
        Some("card-expired") => return refused(403, "Reader not found!"),
        Some(card) if CARDS.iter().any(|(_, known)| *known == card) => card,
        Some(_) => return refused(401, "This library card is not known"),
        None => return refused(401, "A library card is required"),
    };
    let body: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
    let path = percent_decode_str(uri.path()).decode_utf8_lossy();
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    match (method.as_str(), segments.as_slice()) {
        ("POST", ["books"]) => store.add(card, &body),
        ("GET", ["books"]) => store.list(card, &query(uri)),
        ("GET", ["books", id]) => store.get(card, id),
        ("PATCH", ["books", id]) => store.update(id, &body),
        ("DELETE", ["books", id]) => store.remove(id),
        ("POST", ["books", id, "loans"]) => store.lend(id, &body),
        ("GET", ["loans"]) => store.list_loans(card, &query(uri)),
        ("PATCH", ["loans", id, "return"]) => store.give_back(id),
        ("POST", ["reservations"]) => store.reserve(&body),
        ("GET", ["branch"]) => Ok((200, json!({ "branch": { "name": card } }))),
        _ => refused(404, "no such route"),
    }
}

fn query(uri: &Uri) -> BTreeMap<String, String> {
    let pairs = uri.query().unwrap_or_default().split('&');
    let pairs = pairs.filter_map(|pair| pair.split_once('='));
    let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    pairs.map(|(name, value)| (decode(name), decode(value))).collect()
}
