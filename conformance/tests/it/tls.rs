//! TLS over a real socket, with and without the server's certificate authority.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd,
};
use referral_conformance::exchange::{Fault, Response};
use referral_conformance::run::{HttpOptions, HttpTransport, Transport};
use spec::Method;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::server::TlsStream;

use crate::session::card_request;

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

async fn fetch(timeout: Duration, port: u16) -> Result<Response, Fault> {
    let transport = HttpTransport::new(HttpOptions {
        base_url: format!("https://127.0.0.1:{port}").parse().unwrap(),
        timeout,
        authority: None,
        headers: Vec::new(),
    });
    transport.unwrap().send(&card_request(Method::Get, "/books", None)).await
}

#[tokio::test]
async fn untrusted_certificate_error_names_the_flag() {
    let (port, _) = serve(Router::new()).await;
    let Err(Fault::Tls(why)) = fetch(Duration::from_secs(5), port).await else { panic!() };
    assert!(why.contains("unknown authority") && why.contains("--cacert"), "{why}");
}

#[tokio::test]
async fn silent_server_times_out() {
    // The system accepts the connection, and the handshake is never answered.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let outcome = fetch(Duration::from_millis(50), port).await;
    assert!(matches!(outcome, Err(Fault::Connect(_) | Fault::Timeout)), "{outcome:?}");
}
