//! Proxies of the environment: requests to other machines use them, those to this machine do not.

use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::Request as Incoming;
use axum::response::Response as Outgoing;
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

use crate::command_line::{code, output_text, program, read, serve, serve_app};
use crate::library::{Broken, Library};

/// A proxy that answers for every host, as a library; with the number of requests that named `library.test`.
async fn serve_proxy() -> (String, Arc<AtomicUsize>) {
    let (library, count) = (Arc::new(Library::new(Broken::Nothing)), Arc::new(AtomicUsize::new(0)));
    let counter = Arc::clone(&count);
    let app = Router::new().fallback(move |incoming: Incoming| {
        let (library, counter) = (Arc::clone(&library), Arc::clone(&counter));
        async move {
            if incoming.uri().host() == Some("library.test") {
                counter.fetch_add(1, Ordering::Relaxed);
            }
            let answer = library.answer(&read(incoming).await);
            Outgoing::builder()
                .status(answer.status)
                .body(Body::from(answer.body.to_vec()))
                .unwrap()
        }
    });
    (format!("http://127.0.0.1:{}", serve_app(app).await), count)
}

fn run(base_url: &str, variables: &[(&str, &str)]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let mut run = program(folder.path());
    run.args(["run", "--base-url", base_url, "--level", "own", "--allow-plain-http"]);
    run.args(["--only", "add_book.errors.*"]).env("LIBRARY_API_KEY", "card-main");
    run.envs(variables.iter().copied()).output().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn proxy_of_the_environment_is_used_unless_it_is_excluded() {
    for variable in ["http_proxy", "HTTP_PROXY", "ALL_PROXY"] {
        let (proxy, count) = serve_proxy().await;
        let output = run("http://library.test", &[(variable, &proxy)]);
        assert_eq!(code(&output), 0, "{variable}: {}", output_text(&output));
        assert!(count.load(Ordering::Relaxed) > 0, "{variable}");

        count.store(0, Ordering::Relaxed);
        let output =
            run("http://library.test", &[(variable, &proxy), ("NO_PROXY", "library.test")]);
        assert_eq!(code(&output), 6, "{variable}: {}", output_text(&output));
        assert_eq!(count.load(Ordering::Relaxed), 0, "{variable}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_to_this_machine_use_no_proxy() {
    let base_url = format!("http://127.0.0.1:{}", serve().await);
    let output = run(&base_url, &[("HTTP_PROXY", "http://127.0.0.1:1")]);
    assert_eq!(code(&output), 0, "{}", output_text(&output));
}

#[tokio::test(flavor = "multi_thread")]
async fn https_goes_through_a_tunnel_of_the_proxy() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let proxy = format!("http://{}", listener.local_addr().unwrap());
    let lines = Arc::new(Mutex::new(Vec::new()));
    let received = Arc::clone(&lines);
    // It refuses every tunnel by closing the connection.
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut bytes = [0; 1024];
            let count = stream.read(&mut bytes).await.unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
            received.lock().unwrap().extend(text.lines().next().map(str::to_owned));
        }
    });
    let output = run("https://library.test", &[("HTTPS_PROXY", &proxy)]);
    assert_eq!(code(&output), 6, "{}", output_text(&output));
    let lines = lines.lock().unwrap();
    assert!(lines.iter().all(|line| line.starts_with("CONNECT library.test:443 ")), "{lines:?}");
    assert!(!lines.is_empty());
}
