//! A full disk, simulated by a limit on the size of files.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use reqwest::{Client, Response};
use tempfile::TempDir;

use crate::cli::program;
use crate::database::Database;
use crate::http::service::KEY;

/// The program with the signal for too large files ignored.
struct Limited {
    process: Child,
    address: String,
}

impl Limited {
    fn start(folder: &Path, url: &str) -> Limited {
        let reference = program(folder);
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]);
        command.arg(reference.get_program());
        command.args(["serve", "--listen", "127.0.0.1:0"]);
        command.env("REFERRAL_DATABASE", url).current_dir(folder);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        let stdout = process.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on http://");
        let address = address.unwrap().to_owned();
        Limited { process, address }
    }

    /// Limits the size of files.
    fn limit(&self, bytes: &str) {
        let mut prlimit = Command::new("prlimit");
        prlimit.arg(format!("--pid={}", self.process.id()));
        let done = prlimit.arg(format!("--fsize={bytes}:unlimited")).status();
        assert!(done.unwrap().success());
    }
}

impl Drop for Limited {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
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
async fn full_disk_is_503_and_recovers() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let folder = TempDir::new().unwrap();
    let database = Database::file();
    let mut seed = program(folder.path());
    seed.env("REFERRAL_DATABASE", database.url());
    let seeded = seed.args(["seed", "demo"]).output().unwrap();
    let output = String::from_utf8(seeded.stdout).unwrap();
    let key = output.split_whitespace().find(|label| label.starts_with("rk_"));
    let key = key.unwrap();

    let service = Limited::start(folder.path(), &database.url());
    let client = Client::builder().no_proxy().build().unwrap();
    let url = format!("http://{}/v2/subscribers", service.address);
    let create = |email: &str| {
        let body = format!(r#"{{"email":"{email}"}}"#);
        client.post(&url).header(KEY, key).body(body).send()
    };
    let made = seen(create("before@example.com").await.unwrap()).await;
    assert_eq!(made.0, 201, "{made:?}");

    service.limit("0");
    for _ in 0..3 {
        let refused = seen(create("during@example.com").await.unwrap()).await;
        assert_eq!(refused.0, 503, "{refused:?}");
        let list = client.get(&url).header(KEY, key).send().await.unwrap();
        assert_eq!(seen(list).await.0, 200);
    }
    let query = "SELECT email FROM subscribers WHERE email = 'during@example.com'";
    let rows: Vec<(String,)> = database.look(query).await.unwrap();
    assert_eq!(rows, []);

    service.limit("unlimited");
    let made = seen(create("during@example.com").await.unwrap()).await;
    assert_eq!(made.0, 201, "{made:?}");
    let whole: Vec<(String,)> = database.look("PRAGMA integrity_check").await.unwrap();
    assert_eq!(whole, [("ok".to_owned(),)]);
}
