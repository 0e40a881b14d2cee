//! TLS over a real socket, with and without the server's certificate authority.

use std::io::{BufReader, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd,
};
use referral_conformance::exchange::{Fault, Request, Response};
use referral_conformance::run::{HttpOptions, HttpTransport, Transport};
use rustls::crypto::ring::default_provider;
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use spec::Method;

use crate::server::{ReceivedRequest, http_response, request};
use crate::session::card_request;

/// Defect of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateDefect {
    /// Issued for another host.
    Name,
    Expired,
    /// Issued by another authority than the configured one.
    Authority,
}

/// A server with a certificate of a test authority: its port, and the authority in PEM.
pub fn serve(
    defect: Option<CertificateDefect>,
    response: impl Fn(&Request) -> Response + Send + Sync + 'static,
) -> (u16, String) {
    let (authority, other) = (authority("the library's"), authority("another"));
    let key = KeyPair::generate().unwrap();
    let name = match defect {
        Some(CertificateDefect::Name) => "library.test",
        _ => "127.0.0.1",
    };
    let mut certificate = CertificateParams::new(vec![name.to_owned()]).unwrap();
    if defect == Some(CertificateDefect::Expired) {
        certificate.not_before = date_time_ymd(2001, 1, 1);
        certificate.not_after = date_time_ymd(2002, 1, 1);
    }
    let certificate = certificate.signed_by(&key, &authority).unwrap();
    let configured = match defect {
        Some(CertificateDefect::Authority) => other,
        _ => authority,
    };

    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .unwrap();
    let (config, response) = (Arc::new(config), Arc::new(response));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            let response = Arc::clone(&response);
            thread::spawn(move || {
                let mut stream = BufReader::new(StreamOwned::new(connection, stream));
                // A failed handshake ends the connection.
                while let Some((head, body)) = request(&mut stream) {
                    let received = ReceivedRequest { head, body, number: 1 };
                    let response = response(&received.request());
                    let bytes = http_response(response.status, "", &response.body);
                    let _ = stream.get_mut().write_all(&bytes);
                }
            });
        }
    });
    (port, configured.pem())
}

fn authority(name: &str) -> CertifiedIssuer<'static, KeyPair> {
    let mut authority = CertificateParams::default();
    authority.distinguished_name.push(DnType::CommonName, name);
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap()
}

#[tokio::test]
async fn silent_server_times_out() {
    // The system accepts the connection, and the handshake is never answered.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let transport = HttpTransport::new(HttpOptions {
        base_url: format!("https://127.0.0.1:{port}").parse().unwrap(),
        timeout: Duration::from_millis(50),
        authority: None,
        headers: Vec::new(),
    });
    let outcome = transport.unwrap().send(&card_request(Method::Get, "/books", None)).await;
    assert!(matches!(outcome, Err(Fault::Connect(_) | Fault::Timeout)), "{outcome:?}");
}
