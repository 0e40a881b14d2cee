//! The admin listener.

use tempfile::TempDir;

use crate::cli::Service;
use crate::cli::process::get;

const CLOSE: &str = "Connection: close\r\n";

#[test]
fn admin_is_off_by_default_and_never_on_the_service_port() {
    let folder = TempDir::new().unwrap();
    let mut service = Service::start(&folder);
    for path in ["/healthz", "/readyz"] {
        assert!(service.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
    let (_, log) = service.stop("-TERM");
    assert!(!log.contains("admin is listening"), "{log}");
}

#[test]
fn admin_answers_health_and_readiness_and_nothing_of_the_service() {
    let folder = TempDir::new().unwrap();
    let mut service = Service::with(&folder, &["--admin-listen", "127.0.0.1:0"]);
    let admin = service.admin();
    assert_ne!(admin, service.address);
    for (path, status, body) in [
        ("/healthz", 200, r#"{"status":"alive"}"#),
        ("/readyz", 200, r#"{"status":"ready"}"#),
        ("/v2/subscribers", 404, r#"{"error":"only /healthz, /readyz and /metrics are here"}"#),
    ] {
        let answer = get(&admin, path, CLOSE);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
        assert!(answer.contains("application/json") && answer.contains("no-store"), "{answer}");
        assert!(answer.ends_with(&format!("\r\n\r\n{body}")), "{answer}");
    }
}

#[test]
fn invalid_http_gets_a_bare_400() {
    let folder = TempDir::new().unwrap();
    let mut service = Service::with(&folder, &["--admin-listen", "127.0.0.1:0"]);
    let answer = get(&service.admin(), "/healthz?\u{1}", CLOSE);
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(answer.contains("\r\ncontent-length: 0\r\n"), "{answer}");
}

#[cfg(unix)]
#[test]
fn without_database_the_service_is_alive_and_not_ready() {
    use crate::cli::program;
    use crate::postgres::cluster::Cluster;

    let Some(mut cluster) = Cluster::start() else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let mut command = program(folder.path());
    command.env("REFERRAL_DATABASE", cluster.url());
    command.env("REFERRAL_ADMIN_LISTEN", "127.0.0.1:0");
    let mut service = Service::of(command);
    let admin = service.admin();
    let ready = || get(&admin, "/readyz", CLOSE);
    assert!(ready().starts_with("HTTP/1.1 200"));
    cluster.stop();
    for _ in 0..2 {
        let answer = ready();
        assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
        assert!(answer.contains(r#"{"reason":"the database does not answer"#), "{answer}");
        assert!(get(&admin, "/healthz", CLOSE).starts_with("HTTP/1.1 200"));
    }
    cluster.start_again();
    // The first query on a broken connection fails.
    assert!((0..32).any(|_| ready().starts_with("HTTP/1.1 200")));
}
