//! A disk that takes no more writes, simulated by a limit on the size of files.

use std::path::Path;
use std::process::Command;

use reqwest::{Client, Response};
use tempfile::TempDir;

use crate::cli::process::get;
use crate::cli::{Service, main_key, program};
use crate::database::Database;
use crate::http::service::KEY;

/// The program with the signal for too large files ignored.
fn start(folder: &Path, url: &str) -> Service {
    let reference = program(folder);
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]);
    command.arg(reference.get_program()).current_dir(folder);
    command.env("REFERRAL_DATABASE", url).env("REFERRAL_ADMIN_LISTEN", "127.0.0.1:0");
    Service::of(command)
}

/// Status and body of an answer; an error must have the envelope.
async fn seen(answer: Response) -> (u16, String) {
    let status = answer.status().as_u16();
    let name = answer.headers()["x-request-id"].to_str().unwrap();
    assert!(name.starts_with("req_"));
    let text = answer.text().await.unwrap();
    assert!(status < 300 || text.starts_with("{\"error\":\""), "{text}");
    (status, text)
}

#[tokio::test]
async fn failing_disk_is_named_and_recovers() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let folder = TempDir::new().unwrap();
    let database = Database::file();
    let mut seed = program(folder.path());
    seed.env("REFERRAL_DATABASE", database.url());
    let seeded = seed.args(["seed", "demo"]).output().unwrap();
    let output = String::from_utf8(seeded.stdout).unwrap();
    let key = main_key(&output);

    let mut service = start(folder.path(), &database.url());
    let admin = service.admin();
    let ready = || get(&admin, "/readyz", "Connection: close\r\n");
    let client = Client::builder().no_proxy().build().unwrap();
    let url = format!("http://{}/v2/subscribers", service.address);
    let create = |email: &str| {
        let body = format!(r#"{{"email":"{email}"}}"#);
        client.post(&url).header(KEY, key).body(body).send()
    };
    let made = seen(create("before@example.com").await.unwrap()).await;
    assert_eq!(made.0, 201, "{made:?}");

    service.limit_files("0");
    for _ in 0..100 {
        let refused = seen(create("during@example.com").await.unwrap()).await;
        let expected = r#"{"error":"the storage is unavailable, try again later"}"#;
        assert_eq!(refused, (503, expected.to_owned()));
    }
    let list = client.get(&url).header(KEY, key).send().await.unwrap();
    assert_eq!(seen(list).await.0, 200);
    for _ in 0..2 {
        let answer = ready();
        assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
        assert!(answer.contains("the storage of the database fails"), "{answer}");
    }
    let query = "SELECT email FROM subscribers WHERE email = 'during@example.com'";
    let rows: Vec<(String,)> = database.look(query).await.unwrap();
    assert_eq!(rows, []);

    // One more page fits into the log. A request needs several.
    let url_of_file = database.url();
    let log = format!("{}-wal", url_of_file.trim_start_matches("sqlite://"));
    let length = std::fs::metadata(log).unwrap().len();
    service.limit_files(&(length + 6000).to_string());
    for _ in 0..20 {
        assert_eq!(seen(create("during@example.com").await.unwrap()).await.0, 503);
        assert!(ready().starts_with("HTTP/1.1 503"));
    }

    service.limit_files("unlimited");
    assert!(ready().starts_with("HTTP/1.1 200"));
    let made = seen(create("during@example.com").await.unwrap()).await;
    assert_eq!(made.0, 201, "{made:?}");
    let whole: Vec<(String,)> = database.look("PRAGMA integrity_check").await.unwrap();
    assert_eq!(whole, [("ok".to_owned(),)]);
    let (_, log) = service.stop("-TERM");
    let lines = log.lines().filter(|line| line.contains("the database is unavailable"));
    // The first one, and one with a count if the requests took longer than the period of the limit.
    let lines: Vec<_> = lines.collect();
    assert!((1..20).contains(&lines.len()), "{} lines", lines.len());
    assert!(lines[0].contains("disk I/O error"), "{}", lines[0]);
}
