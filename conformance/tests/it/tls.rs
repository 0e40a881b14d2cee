//! TLS over a real socket, with and without the server's certificate authority.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd,
};
use referral_conformance::exchange::{Fault, Request, Response};
use referral_conformance::run::{HttpClientError, HttpOptions, HttpTransport, Transport};
use spec::Method;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::server::TlsStream;

/// Accepts connections until a handshake succeeds.
struct TlsListener {
    listener: TcpListener,
    acceptor: TlsAcceptor,
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = std::net::SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let (stream, address) = self.listener.accept().await.unwrap();
            if let Ok(stream) = self.acceptor.accept(stream).await {
                return (stream, address);
            }
        }
    }

    fn local_addr(&self) -> std::io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// Defect of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateDefect {
    None,
    /// Issued for another host.
    Name,
    /// Expired.
    Expired,
    /// Issued by another authority than the configured one.
    Authority,
}

/// A server with a certificate of a test authority: its port, and the authority in PEM.
pub async fn serve(app: Router) -> (u16, String) {
    serve_with(CertificateDefect::None, app).await
}

/// The same with an optional defect of the certificate.
pub async fn serve_with(defect: CertificateDefect, app: Router) -> (u16, String) {
    let (authority, other) = (authority("the library's"), authority("another"));
    let key = KeyPair::generate().unwrap();
    let name = match defect {
        CertificateDefect::Name => "library.test",
        _ => "127.0.0.1",
    };
    let mut certificate = CertificateParams::new(vec![name.to_owned()]).unwrap();
    if defect == CertificateDefect::Expired {
        certificate.not_before = date_time_ymd(2001, 1, 1);
        certificate.not_after = date_time_ymd(2002, 1, 1);
    }
    let certificate = certificate.signed_by(&key, &authority).unwrap();
    let configured = match defect {
        CertificateDefect::Authority => other,
        _ => authority,
    };

    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    tokio::spawn(async move { axum::serve(TlsListener { listener, acceptor }, app).await });
    (port, configured.pem())
}

fn authority(name: &str) -> CertifiedIssuer<'static, KeyPair> {
    let mut authority = CertificateParams::default();
    authority.distinguished_name.push(DnType::CommonName, name);
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap()
}

async fn fetch(port: u16, authority: Option<&str>) -> Result<Response, Fault> {
    fetch_within(Duration::from_secs(5), port, authority).await
}

async fn fetch_within(
    timeout: Duration,
    port: u16,
    authority: Option<&str>,
) -> Result<Response, Fault> {
    let transport = HttpTransport::new(HttpOptions {
        base_url: format!("https://127.0.0.1:{port}").parse().unwrap(),
        timeout,
        authority: authority.map(|pem| pem.as_bytes().to_vec()),
        headers: Vec::new(),
    });
    let request = Request {
        method: Method::Get,
        target: "/books".to_owned(),
        headers: vec![("Library-Card".to_owned(), "card-main".to_owned())],
        body: None,
    };
    transport.unwrap().send(&request).await
}

fn error_text(outcome: Result<Response, Fault>) -> String {
    match outcome {
        Err(Fault::Tls(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn server_of_a_given_authority_is_trusted() {
    let (port, authority) = serve(Router::new().fallback(|| async { "books" })).await;
    let answer = fetch(port, Some(&authority)).await.unwrap();
    assert_eq!((answer.status, &*answer.body), (200, &b"books"[..]));
}

#[tokio::test]
async fn untrusted_certificate_error_names_the_flag() {
    let (port, _) = serve(Router::new()).await;
    let why = error_text(fetch(port, None).await);
    assert!(why.contains("unknown authority") && why.contains("--cacert"), "{why}");
}

#[tokio::test]
async fn server_of_another_authority_is_untrusted() {
    let (_, other) = serve(Router::new()).await;
    let (port, _) = serve(Router::new()).await;
    error_text(fetch(port, Some(&other)).await);
}

#[tokio::test]
async fn plain_http_server_is_distinguished_from_an_unreachable_one() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move { axum::serve(listener, Router::new()).await });
    let why = error_text(fetch(port, None).await);
    assert!(why.contains("does not speak TLS"), "{why}");
}

#[tokio::test]
async fn silent_server_times_out() {
    // The system accepts the connection, and the handshake is never answered.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let outcome = fetch_within(Duration::from_millis(50), port, None).await;
    assert!(matches!(outcome, Err(Fault::Connect(_) | Fault::Timeout)), "{outcome:?}");
}

#[test]
fn file_without_certificates_is_an_error() {
    for pem in ["", "no certificate", "-----BEGIN NOTHING-----\n-----END NOTHING-----\n"] {
        let made = HttpTransport::new(HttpOptions {
            base_url: "https://127.0.0.1:1".parse().unwrap(),
            timeout: Duration::from_secs(5),
            authority: Some(pem.as_bytes().to_vec()),
            headers: Vec::new(),
        });
        assert!(matches!(made, Err(HttpClientError::NoAuthority)), "{pem:?}");
    }
}
