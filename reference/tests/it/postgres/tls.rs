//! PostgreSQL over TLS, with a certificate of a private authority.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use referral_reference::store::{Store, StoreError};

use crate::database::Database;
use crate::http::service::TestServer;
use crate::postgres::cluster::Cluster;

/// A server that requires TLS: its URL, and the files of its own authority and of another one.
struct Secure {
    _cluster: Cluster,
    port: u16,
    authority: PathBuf,
    other: PathBuf,
}

/// A free port that systems do not give to those who ask for any, so that no other test takes it before the server does.
fn free_port() -> u16 {
    let first = 10_000 + std::process::id() % 20_000;
    let mut ports = (first..32_000).filter_map(|port| u16::try_from(port).ok());
    ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap()
}

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut authority = CertificateParams::default();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap()
}

/// Writes a file that only its owner can read.
fn put(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    let owner = fs::metadata(path.parent().unwrap()).unwrap().uid();
    chown(path, Some(owner), None).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

impl Secure {
    fn start() -> Option<Secure> {
        let mut cluster = Cluster::start()?;
        cluster.stop();
        let url = cluster.url();
        let folder = Path::new(url.split_once("host=").unwrap().1);
        let data = folder.join("data");
        let (own, other) = (authority(), authority());
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
        let certificate = certificate.signed_by(&key, &own).unwrap();
        put(&data.join("server.key"), &key.serialize_pem());
        put(&data.join("server.crt"), &certificate.pem());
        put(&data.join("pg_hba.conf"), "hostssl all all 127.0.0.1/32 trust\n");
        let files = [folder.join("own.pem"), folder.join("other.pem")];
        put(&files[0], &own.pem());
        put(&files[1], &other.pem());
        let port = free_port();
        let settings = format!("ssl = on\nlisten_addresses = '127.0.0.1'\nport = {port}\n");
        put(&data.join("postgresql.auto.conf"), &settings);
        cluster.start_again();
        let [authority, other] = files;
        Some(Secure { _cluster: cluster, port, authority, other })
    }

    fn url(&self, parameters: &str) -> String {
        let port = self.port;
        format!("postgres://postgres:secret@127.0.0.1:{port}/postgres?{parameters}")
    }
}

#[tokio::test]
async fn a_server_is_reached_over_tls_and_known_by_its_authority() {
    let Some(server) = Secure::start() else {
        return;
    };
    let known = |mode: &str, authority: &Path| {
        server.url(&format!("sslmode={mode}&sslrootcert={}", authority.display()))
    };
    let url = known("verify-full", &server.authority);
    let database = Database::schema_of(&url).await;
    let query = "SELECT version FROM pg_stat_ssl WHERE ssl AND pid = pg_backend_pid()";
    let versions: Vec<(String,)> = database.look(query).await.unwrap();
    assert!(versions[0].0.starts_with("TLSv1."), "{versions:?}");
    let service = TestServer::on(database).await;
    let list = service.ask(reqwest::Method::GET, "/v2/subscribers", "").await;
    assert_eq!(list.status, 200);

    for url in [
        known("verify-full", &server.other),
        known("verify-ca", &server.other),
        server.url("sslmode=disable"),
    ] {
        let refused = Store::open(&url).await.map(drop).unwrap_err();
        assert!(matches!(refused, StoreError::Open { .. }), "{refused:?}");
        assert!(!format!("{refused} {refused:?}").contains("secret"));
    }
}
