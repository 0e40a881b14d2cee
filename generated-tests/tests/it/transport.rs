//! The default transport uses the proxies of the environment, unlike those of these tests. TLS is by rustls: only
//! certificates of a known authority are accepted.

use std::process::Command;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use referral_client::{Client, Error, Retries, TransportErrorKind};
use reqwest::Certificate;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use crate::server::{Server, direct, direct_with, json, read};

/// A server that answers `{}` over TLS: its address, and its certificate authority in PEM.
async fn serve() -> (String, String) {
    let mut authority = CertificateParams::default();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
    let certificate = certificate.signed_by(&key, &authority).unwrap();
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    tokio::spawn(answer(listener, TlsAcceptor::from(Arc::new(config))));
    (url, authority.pem())
}

async fn answer(listener: TcpListener, acceptor: TlsAcceptor) {
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        // A client without the authority aborts the handshake.
        let Ok(mut stream) = acceptor.accept(stream).await else {
            continue;
        };
        let mut head = [0; 4096];
        assert!(stream.read(&mut head).await.unwrap() > 0);
        let response = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
        stream.write_all(response).await.unwrap();
        stream.shutdown().await.unwrap();
    }
}

#[tokio::test]
async fn certificate_of_a_configured_authority_is_accepted() {
    let (url, authority) = serve().await;
    let authority = Certificate::from_pem(authority.as_bytes()).unwrap();
    let transport = direct_with(|builder| builder.tls_certs_merge([authority]));
    let client = Client::builder(url).transport(transport).build().unwrap();
    let answer = client.get_subscriber(read()).await.unwrap();
    assert_eq!(answer.text(), Some("{}"));
}

#[tokio::test]
async fn certificate_of_an_unknown_authority_is_refused() {
    let (url, _) = serve().await;
    let builder = Client::builder(url).transport(direct());
    let client = builder.retries(Retries::never()).build().unwrap();
    match client.get_subscriber(read()).await {
        Err(Error::Transport(error)) => assert_eq!(error.kind(), TransportErrorKind::NotConnected),
        other => panic!("no response was expected, got {other:?}"),
    }
}

/// An unresolvable host name: only a proxy can answer for it.
const NOWHERE: &str = "http://nowhere.invalid";

/// Runs a test by name in a process with this proxy in its environment.
fn run_behind(proxy: &str, test: &str) -> bool {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--quiet"]);
    for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    {
        command.env_remove(name);
    }
    for name in ["no_proxy", "NO_PROXY", "REQUEST_METHOD"] {
        command.env_remove(name);
    }
    let output = command.env("http_proxy", proxy).output().unwrap();
    output.status.success()
}

#[test]
fn the_default_transport_goes_through_the_proxy_of_the_environment() {
    let proxy = Server::start_on_thread(vec![json(200, r#"{"by":"proxy"}"#)]);
    assert!(run_behind(&proxy.url, "transport::sends_to_an_unresolvable_host"));
    let seen = proxy.requests();
    assert!(seen[0].starts_with("GET http://nowhere.invalid/v2/subscribers/"), "{seen:?}");
}

#[test]
fn test_clients_bypass_the_proxy() {
    let proxy = Server::start_on_thread(vec![json(500, "{}")]);
    assert!(run_behind(&proxy.url, "transport::sends_to_its_own_server"));
    assert_eq!(proxy.requests(), [""; 0]);
}

#[tokio::test]
#[ignore = "run by another test, with an environment of its own"]
async fn sends_to_an_unresolvable_host() {
    let client = Client::builder(NOWHERE).retries(Retries::never()).build().unwrap();
    let answer = client.get_subscriber(read()).await.unwrap();
    assert_eq!(answer.text(), Some(r#"{"by":"proxy"}"#));
}

#[tokio::test]
#[ignore = "run by another test, with an environment of its own"]
async fn sends_to_its_own_server() {
    let server = Server::start(vec![json(200, "{}")]).await;
    server.client().get_subscriber(read()).await.unwrap();
}
