//! Sends a request with a valid key to the reference in memory: method, path, content type and body, a line each.
//! Every answer is JSON, and none of them is a failure of the service.

#![no_main]

use std::cell::{Cell, RefCell};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use libfuzzer_sys::fuzz_target;
use referral_reference::domain::timestamp::Timestamp;
use referral_reference::operations::{Service, router};
use referral_reference::seed;
use referral_reference::store::Store;
use tokio::runtime::Runtime;
use tower::ServiceExt;

/// Requests to one service. Creations would fill the memory otherwise.
const REQUESTS: usize = 20_000;

thread_local! {
    static RUNTIME: Runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    static SERVICE: RefCell<Option<(Router, String)>> = const { RefCell::new(None) };
    static SENT: Cell<usize> = const { Cell::new(0) };
}

/// A service with the demo data, and a key of its main account.
async fn start() -> (Router, String) {
    let demo = seed::read(seed::DEMO).expect("a valid seed");
    let store = Store::open("sqlite::memory:").await.unwrap();
    let mut write = store.begin_write().await.unwrap();
    let now = Timestamp::parse("2025-01-01T00:00:00Z").unwrap();
    let keys = seed::insert(&demo, &mut write, now).await.unwrap();
    write.commit().await.unwrap();
    let main = keys.iter().find(|key| key.label == "main").expect("a key");
    let key = main.key.reveal().to_owned();
    (
        router(Service::with_system_sources(store).unwrap()),
        key,
    )
}

async fn send(router: Router, request: Request<Body>) {
    let described = format!("{} {}", request.method(), request.uri());
    let response = router.oneshot(request).await.unwrap();
    let status = response.status();
    let body = to_bytes(response.into_body(), 64 << 20).await.unwrap();
    assert!(!status.is_server_error(), "{described}: {status}");
    assert!(
        body.is_empty() || serde_json::from_slice::<serde_json::Value>(&body).is_ok(),
        "{described}: {status} without JSON"
    );
}

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.splitn(4, |byte| *byte == b'\n');
    let mut part = || parts.next().unwrap_or_default();
    let (method, path, content_type, body) = (part(), part(), part(), part());
    let (Ok(path), Ok(content_type)) =
        (str::from_utf8(path), str::from_utf8(content_type)) else {
        return;
    };
    // The documents that the service shows of itself are no operations.
    if path.starts_with("/openapi") || path.starts_with("/docs") || method == b"HEAD" {
        return;
    }
    RUNTIME.with(|runtime| {
        if SENT.replace(SENT.get() + 1).is_multiple_of(REQUESTS) {
            SERVICE.set(Some(runtime.block_on(start())));
        }
        let (router, key) = SERVICE.with_borrow(|service| service.clone().expect("started"));
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "fuzz.example")
            .header("x-api-key", key);
        if !content_type.is_empty() {
            request = request.header("content-type", content_type);
        }
        if let Ok(request) = request.body(Body::from(body.to_vec())) {
            runtime.block_on(send(router, request));
        }
    });
});
