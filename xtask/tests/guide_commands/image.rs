//! The health check of the image of the reference server, run without a container.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use crate::reference::binary;
use crate::support::{has, root};

/// A server that is stopped when this is dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether the health check of the image succeeds, for this address of the admin listener.
fn is_healthy(admin: &str) -> bool {
    let image = fs::read_to_string(root().join("Dockerfile")).unwrap();
    let check = image.lines().find_map(|line| line.strip_prefix("HEALTHCHECK ")).unwrap();
    let (_, command) = check.split_once("CMD ").unwrap();
    let command: Vec<String> = serde_json::from_str(command).unwrap();
    let mut check = Command::new(&command[0]);
    check.args(&command[1..]).env("REFERRAL_ADMIN_LISTEN", admin).stderr(Stdio::null());
    check.status().unwrap().success()
}

#[test]
fn the_image_of_the_reference_reports_its_health() {
    if !has(&["bash"]) {
        return;
    }
    let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let (admin, folder) = (format!("127.0.0.1:{}", free()), tempfile::tempdir().unwrap());
    assert!(!is_healthy(&admin));
    let mut serve = Command::new(binary("referral-reference"));
    serve.arg("serve").env("REFERRAL_LISTEN", "127.0.0.1:0");
    serve.env("REFERRAL_ADMIN_LISTEN", &admin);
    let database = folder.path().join("referral.db");
    serve.env("REFERRAL_DATABASE", format!("sqlite://{}", database.display()));
    let child = serve.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut server = Server(child);
    let mut line = String::new();
    let stdout = server.0.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    assert!(line.starts_with("listening on "), "{line}");
    assert!(is_healthy(&admin));
}
