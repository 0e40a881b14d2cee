//! Deployments below a path, behind a gateway or a proxy, with custom certificates, and over plain HTTP with a flag.

use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;

use axum::Router;

use crate::library::{Broken, Library};
use crate::tls::{Flaw, serve_with};

use super::server::{Asked, Server, answer, close, honest, serve, write};
use super::{Ran, command, end};

/// The library, and the heads of its requests.
fn library(
    opens: impl Fn(&Asked) -> bool + Send + Sync + 'static,
) -> (Server, Arc<Mutex<Vec<String>>>) {
    let library = Library::new(Broken::Nothing);
    let heads = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&heads);
    let server = serve(move |asked, stream| {
        seen.lock().unwrap().push(asked.head.clone());
        if opens(asked) {
            write(stream, &honest(&library, asked))
        } else {
            write(stream, &answer(403, "", b"<html>Who are you?</html>"))
        }
    });
    (server, heads)
}

fn is_away(ran: &Ran, why: &str) {
    assert!(ran.said.starts_with("no answer from http"), "{}", ran.said);
    ran.says(why);
}

fn few(base_url: &str, more: impl FnOnce(&mut Command)) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path(), base_url);
    command.args(["--only", "add_book.errors.*", "--timeout", "10s"]);
    more(&mut command);
    end(command)
}

#[test]
fn base_url_with_a_path() {
    for base in ["/staging/api", "/staging/api/"] {
        let library = Library::new(Broken::Nothing);
        let server = serve(move |asked, stream| {
            let Some((method, rest)) = asked.head.split_once(" /staging/api/") else {
                return write(stream, &answer(404, "", b"<html>Nothing here</html>"));
            };
            let asked = Asked {
                head: format!("{method} /{rest}"),
                body: asked.body.clone(),
                number: asked.number,
            };
            write(stream, &honest(&library, &asked));
        });
        let ran = few(&format!("http://127.0.0.1:{}{base}", server.port), |_| ());
        assert_eq!(ran.code, 0, "{}", ran.said);
    }
}

#[test]
fn server_behind_an_authenticating_gateway() {
    let (server, _) = library(|asked| asked.header("X-Gate") == Some("open sesame"));
    let base_url = format!("http://127.0.0.1:{}", server.port);
    let shut = few(&base_url, |_| ());
    assert_eq!((shut.code, shut.count("held")), (6, 0), "{}", shut.said);
    let open = few(&base_url, |run| {
        run.args(["--header", "X-Gate=env:GATE"])
            .env("GATE", "open sesame");
    });
    assert_eq!(open.code, 0, "{}", open.said);
}

/// The rerun command contains the same flags.
#[test]
fn connection_flags_are_part_of_the_rerun_command() {
    let library = Library::new(Broken::Message);
    let server = serve(move |asked, stream| write(stream, &honest(&library, asked)));
    let broken = few(&format!("http://127.0.0.1:{}", server.port), |run| {
        run.args(["--header", "X-Gate=env:GATE", "--allow-plain-http"])
            .env("GATE", "open sesame");
    });
    assert_eq!(broken.code, 1, "{}", broken.said);
    broken.says("--header X-Gate=env:GATE --allow-plain-http --fresh-fixtures --level full --only");
}

#[test]
fn gateway_credentials_are_accepted_only_from_a_variable() {
    for (given, words) in [
        (
            "X-Gate=open sesame",
            "values come from environment variables",
        ),
        (
            "X-Gate=env:NOWHERE",
            "there is no environment variable `NOWHERE`",
        ),
        ("X Gate=env:GATE", "`X Gate` is not a valid header"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut run = command(folder.path(), "http://127.0.0.1:1");
        run.args(["--header", given]).env("GATE", "open sesame");
        let output = run.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn through_a_proxy() {
    // Only the proxy can resolve the host.
    let (proxy, heads) = library(|_| true);
    let through = format!("http://127.0.0.1:{}", proxy.port);
    let ran = few("http://library.test", |run| {
        run.arg("--allow-plain-http")
            .env("HTTP_PROXY", &through)
            .env("http_proxy", &through);
    });
    assert!(!ran.said.contains("no answer from"), "{}", ran.said);
    let heads = heads.lock().unwrap();
    assert!(
        heads[0].starts_with("POST http://library.test/books HTTP/1.1\r\n"),
        "{heads:?}"
    );
}

#[test]
fn proxy_exclusion() {
    let (proxy, _) = library(|_| true);
    let through = format!("http://127.0.0.1:{}", proxy.port);
    let ran = few("http://library.test", |run| {
        run.arg("--allow-plain-http")
            .env("http_proxy", &through)
            .env("NO_PROXY", "library.test");
    });
    is_away(&ran, "cannot connect");
    // Loopback addresses bypass the proxy.
    let (server, _) = library(|_| true);
    let ran = few(&format!("http://127.0.0.1:{}", server.port), |run| {
        run.env("http_proxy", &through).env("ALL_PROXY", &through);
    });
    assert_eq!(ran.code, 0, "{}", ran.said);
    assert_eq!(proxy.asked(), 0);
}

#[test]
fn tunnelling_proxy_sees_no_key() {
    let heads = Arc::new(Mutex::new(String::new()));
    let seen = Arc::clone(&heads);
    let proxy = serve(move |asked, stream| {
        seen.lock().unwrap().push_str(&asked.head);
        write(stream, &answer(403, "", b""));
        close(stream);
    });
    let through = format!("http://127.0.0.1:{}", proxy.port);
    let ran = few("https://library.test", |run| {
        run.env("https_proxy", &through);
    });
    is_away(&ran, "cannot connect");
    let heads = heads.lock().unwrap();
    assert!(
        heads.starts_with("CONNECT library.test:443 HTTP/1.1\r\n"),
        "{heads}"
    );
    assert!(
        !heads.contains("card-main") && !heads.contains("/books"),
        "{heads}"
    );
}

#[test]
fn server_without_tls() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 1024]);
            write(
                &mut stream,
                &answer(400, "", b"plain HTTP was spoken to a port of TLS"),
            );
        }
    });
    let ran = few(&format!("https://127.0.0.1:{port}"), |_| ());
    is_away(&ran, "the other side does not speak TLS");
    assert_eq!(ran.code, 6, "nothing can have arrived: {}", ran.said);
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_certificates() {
    for (flaw, why) in [
        (Flaw::Name, "certificate not valid for name"),
        (Flaw::Expired, "certificate expired"),
        (Flaw::Authority, "give your own one with `--cacert`"),
    ] {
        let (port, authority) = serve_with(flaw, Router::new()).await;
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ca.pem"), authority).unwrap();
        let mut run = command(folder.path(), &format!("https://127.0.0.1:{port}"));
        run.args(["--cacert", "ca.pem"]);
        let ran = end(run);
        is_away(&ran, "cannot connect securely");
        ran.says(why);
        assert_eq!(ran.code, 6, "nothing can have arrived: {}", ran.said);
    }
}
