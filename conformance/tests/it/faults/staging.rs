//! Deployments below a path, behind a gateway or a proxy, with custom certificates, and over plain HTTP with a flag.

use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::process::Command;
use std::thread;

use crate::library::{Broken, Library};
use crate::session::answered;
use crate::tls::{self, CertificateDefect};

use super::{RunResult, command, end};
use crate::server::{
    ReceivedRequest, Server, always_and_close, http_response, library_response, serve, write,
};

/// A library behind a gateway.
fn library(opens: impl Fn(&ReceivedRequest) -> bool + Send + Sync + 'static) -> Server {
    let library = Library::new(Broken::Nothing);
    serve(move |received, stream| {
        if opens(received) {
            write(stream, &library_response(&library, received))
        } else {
            write(stream, &http_response(403, "", b"<html>Who are you?</html>"))
        }
    })
}

fn assert_unreachable(ran: &RunResult, why: &str) {
    assert!(ran.stderr.starts_with("no response from http"), "{}", ran.stderr);
    ran.assert_output_contains(why);
}

fn run_few(base_url: &str, more: impl FnOnce(&mut Command)) -> RunResult {
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
        let server = serve(move |received, stream| {
            let Some((method, rest)) = received.head.split_once(" /staging/api/") else {
                return write(stream, &http_response(404, "", b"<html>Nothing here</html>"));
            };
            let received = ReceivedRequest {
                head: format!("{method} /{rest}"),
                body: received.body.clone(),
                number: received.number,
            };
            write(stream, &library_response(&library, &received));
        });
        let ran = run_few(&format!("http://127.0.0.1:{}{base}", server.port), |_| ());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
}

#[test]
fn server_behind_an_authenticating_gateway() {
    let server = library(|received| received.header("X-Gate") == Some("open sesame"));
    let base_url = server.base_url();
    let shut = run_few(&base_url, |_| ());
    assert_eq!((shut.code, shut.count("held")), (6, 0), "{}", shut.stderr);
    let open = run_few(&base_url, |run| {
        run.args(["--header", "X-Gate=env:GATE"]).env("GATE", "open sesame");
    });
    assert_eq!(open.code, 0, "{}", open.stderr);
}

/// The rerun command contains the same flags.
#[test]
fn connection_flags_are_part_of_the_rerun_command() {
    let library = Library::new(Broken::Message);
    let server =
        serve(move |received, stream| write(stream, &library_response(&library, received)));
    let broken = run_few(&server.base_url(), |run| {
        run.args(["--header", "X-Gate=env:GATE", "--allow-plain-http"]).env("GATE", "open sesame");
    });
    assert_eq!(broken.code, 1, "{}", broken.stderr);
    broken.assert_output_contains(
        "--header X-Gate=env:GATE --allow-plain-http --fresh-fixtures --level full --only",
    );
}

#[test]
fn through_a_proxy() {
    for variable in ["http_proxy", "HTTP_PROXY", "ALL_PROXY"] {
        // Only the proxy can resolve the host.
        let proxy = library(|_| true);
        let through = proxy.base_url();
        let ran = run_few("http://library.test", |run| {
            run.arg("--allow-plain-http").env(variable, &through);
        });
        assert_eq!(ran.code, 0, "{variable}: {}", ran.stderr);
        let head = proxy.heads()[0].clone();
        assert!(head.starts_with("GET http://library.test/branch HTTP/1.1\r\n"), "{head}");

        let before = proxy.request_count();
        let ran = run_few("http://library.test", |run| {
            run.arg("--allow-plain-http").env(variable, &through).env("NO_PROXY", "library.test");
        });
        assert_unreachable(&ran, "cannot connect");
        assert_eq!((ran.code, proxy.request_count()), (6, before), "{variable}: {}", ran.stderr);
    }
}

#[test]
fn requests_to_this_machine_use_no_proxy() {
    let proxy = library(|_| true);
    let through = proxy.base_url();
    let server = library(|_| true);
    let ran = run_few(&server.base_url(), |run| {
        run.env("http_proxy", &through).env("HTTP_PROXY", &through).env("ALL_PROXY", &through);
    });
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(proxy.request_count(), 0);
}

#[test]
fn tunnelling_proxy_sees_no_key() {
    let proxy = always_and_close(http_response(403, "", b""));
    let through = proxy.base_url();
    for variable in ["https_proxy", "HTTPS_PROXY"] {
        let ran = run_few("https://library.test", |run| {
            run.env(variable, &through);
        });
        assert_unreachable(&ran, "cannot connect");
        assert_eq!(ran.code, 6, "{variable}: {}", ran.stderr);
    }
    assert!(proxy.request_count() > 1);
    let heads = proxy.heads().concat();
    assert!(heads.starts_with("CONNECT library.test:443 HTTP/1.1\r\n"), "{heads}");
    assert!(!heads.contains("card-main") && !heads.contains("/books"), "{heads}");
}

#[test]
fn server_without_tls() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 1024]);
            write(&mut stream, &http_response(400, "", b"plain HTTP was spoken to a port of TLS"));
        }
    });
    let ran = run_few(&format!("https://127.0.0.1:{port}"), |_| ());
    assert_unreachable(&ran, "the other side does not speak TLS");
    assert_eq!(ran.code, 6, "nothing can have arrived: {}", ran.stderr);
}

#[test]
fn invalid_certificates() {
    for (flaw, why) in [
        (CertificateDefect::Name, "certificate not valid for name"),
        (CertificateDefect::Expired, "certificate expired"),
        (CertificateDefect::Authority, "give your own one with `--cacert`"),
    ] {
        let (port, authority) = tls::serve(Some(flaw), |_| answered(404, ""));
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ca.pem"), authority).unwrap();
        let mut run = command(folder.path(), &format!("https://127.0.0.1:{port}"));
        run.args(["--cacert", "ca.pem"]);
        let ran = end(run);
        assert_unreachable(&ran, "cannot connect securely");
        ran.assert_output_contains(why);
        assert_eq!(ran.code, 6, "nothing can have arrived: {}", ran.stderr);
    }
}
