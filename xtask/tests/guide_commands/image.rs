//! The health check of the image of the reference server, run without a container.

use std::fs;
use std::io::{BufRead, BufReader};
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
    let folder = tempfile::tempdir().unwrap();
    let mut serve = Command::new(binary("referral-reference"));
    serve.arg("serve").env("REFERRAL_LISTEN", "127.0.0.1:0");
    serve.env("REFERRAL_ADMIN_LISTEN", "127.0.0.1:0");
    let database = folder.path().join("referral.db");
    serve.env("REFERRAL_DATABASE", format!("sqlite://{}", database.display()));
    let child = serve.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut server = Server(child);
    let log = BufReader::new(server.0.stderr.take().unwrap());
    let mut lines = log.lines().map(Result::unwrap);
    let admin = lines.find(|line| line.contains("admin is listening")).unwrap();
    let (_, admin) = admin.split_once("http://").unwrap();
    let end = admin.find(|rest: char| !rest.is_ascii_digit() && !".:".contains(rest));
    let admin = &admin[..end.unwrap_or(admin.len())];
    assert!(is_healthy(admin));
    server.0.kill().unwrap();
    server.0.wait().unwrap();
    assert!(!is_healthy(admin));
}
