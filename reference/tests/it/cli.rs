//! The program as its users start it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

pub fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referral-reference"));
    command.current_dir(folder).env_remove("REFERRAL_DATABASE");
    command
}

fn run(folder: &TempDir, args: &[&str]) -> Output {
    program(folder.path()).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// A service that is ended with the test, however the test ends.
pub struct Service {
    process: Child,
    pub address: String,
}

impl Service {
    fn start(folder: &TempDir) -> Service {
        Service::of(program(folder.path()))
    }

    /// The program, told nothing yet about what it shall do.
    pub fn of(mut command: Command) -> Service {
        command
            .args(["serve", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped());
        let mut process = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .trim_end()
            .strip_prefix("listening on http://")
            .unwrap()
            .to_owned();
        Service { process, address }
    }

    /// Ends it by a signal, in order; what it had left to say on stdout and stderr.
    fn stop(&mut self, signal: &str) -> (String, String) {
        let pid = self.process.id().to_string();
        let told = Command::new("kill").args([signal, &pid]).status().unwrap();
        assert!(told.success());
        assert_eq!(self.process.wait().unwrap().code(), Some(0), "{signal}");
        let (mut out, mut log) = (String::new(), String::new());
        let process = &mut self.process;
        process
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut out)
            .unwrap();
        process
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut log)
            .unwrap();
        (out, log)
    }

    fn get(&self, path: &str) -> String {
        self.get_with(path, "Connection: close\r\n")
    }

    fn get_with(&self, path: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: here\r\n{headers}\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn serve_says_where_and_stops_in_order() {
    for signal in ["-TERM", "-INT"] {
        let folder = TempDir::new().unwrap();
        let mut service = Service::start(&folder);
        assert!(service.address.starts_with("127.0.0.1:") && !service.address.ends_with(":0"));
        let answer = service.get("/nothing/here");
        assert!(
            answer.contains("application/json") && answer.contains("{\"error\":"),
            "{answer}"
        );

        let (rest, _) = service.stop(signal);
        assert_eq!(rest, "", "one line only");
        assert!(folder.path().join("referral.db").exists());
    }
}

#[test]
fn a_connection_that_waits_does_not_hold_the_end_back() {
    let folder = TempDir::new().unwrap();
    let mut service = Service::start(&folder);
    let mut idle = TcpStream::connect(&service.address).unwrap();
    write!(idle, "GET / HTTP/1.1\r\nHost: here\r\n\r\n").unwrap();
    assert!(idle.read(&mut [0; 1024]).unwrap() > 0);
    let (_, log) = service.stop("-TERM");
    assert!(
        log.contains("stopping") && !log.contains("cut off"),
        "{log}"
    );
}

#[test]
fn what_was_seeded_is_served_to_whoever_has_the_key() {
    let folder = TempDir::new().unwrap();
    // The service is there first, as in a certification run.
    let service = Service::start(&folder);
    let seeded = run(&folder, &["seed", "demo", "--target-out", "local.yaml"]);
    assert!(seeded.status.success(), "{}", text(&seeded.stderr));
    for (word, status, part) in [
        ("main", "200 OK", "pub_00000000a001"),
        ("other_account", "200 OK", "pub_00000000b001"),
        ("userless", "401 Unauthorized", "User not found!"),
    ] {
        let file = folder.path().join(format!("local.{word}.key"));
        let key = std::fs::read_to_string(file).unwrap();
        let headers = format!("Connection: close\r\nx-api-key: {}\r\n", key.trim_end());
        let answer = service.get_with("/v3/publications", &headers);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{word}: {answer}"
        );
        assert!(answer.contains(part), "{word}: {answer}");
    }
}

#[test]
fn seed_shows_each_key_once() {
    let folder = TempDir::new().unwrap();
    let done = run(&folder, &["seed", "demo"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let words: Vec<_> = text(&done.stdout)
        .lines()
        .map(|it| it.split_once(" rk_").unwrap().0)
        .collect();
    assert_eq!(words, ["main", "userless", "other_account"]);
    insta::assert_snapshot!(text(&done.stderr), @"planted 2 accounts with 42 subscribers");

    let again = run(&folder, &["seed", "demo"]);
    assert_eq!((again.status.code(), text(&again.stdout)), (Some(1), ""));
    insta::assert_snapshot!(text(&again.stderr), @"error: the database already holds the account `main` of this seed; choose another database with --database, or remove the old one");
}

#[test]
fn seed_writes_a_target_and_no_key_to_the_terminal() {
    let folder = TempDir::new().unwrap();
    let args = [
        "seed",
        "demo",
        "--target-out",
        "local.yaml",
        "--base-url",
        "http://127.0.0.1:9",
    ];
    let done = run(&folder, &args);
    assert!(done.status.success(), "{}", text(&done.stderr));
    assert_eq!(text(&done.stdout), "");
    assert!(!text(&done.stderr).contains("rk_"));
    let target = std::fs::read_to_string(folder.path().join("local.yaml")).unwrap();
    assert!(
        target.starts_with("target: 1\nbase_url: \"http://127.0.0.1:9\"\nkeys:\n"),
        "{target}"
    );
    assert!(!target.contains("rk_"));
    let key = std::fs::read_to_string(folder.path().join("local.main.key")).unwrap();
    assert!(key.starts_with("rk_"));
}

#[test]
fn a_target_that_cannot_be_written_leaves_the_database_empty() {
    let folder = TempDir::new().unwrap();
    let failed = run(
        &folder,
        &["seed", "demo", "--target-out", "no/such/folder/local.yaml"],
    );
    assert_eq!(failed.status.code(), Some(1));
    let shown = text(&failed.stderr);
    assert!(
        shown.contains("error: cannot write the target file") && shown.contains("\n  caused by: "),
        "{shown}"
    );
    assert!(run(&folder, &["seed", "demo"]).status.success());
}

#[test]
fn a_seed_of_ones_own_is_checked_before_anything_is_opened() {
    let folder = TempDir::new().unwrap();
    std::fs::write(
        folder.path().join("mine.yaml"),
        "seed: 1\naccounts: { a: { nam: A } }\n",
    )
    .unwrap();
    let failed = run(&folder, &["seed", "mine.yaml"]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(
        text(&failed.stderr).contains("mine.yaml:2"),
        "{}",
        text(&failed.stderr)
    );
    assert_eq!(
        run(&folder, &["seed", "nothing.yaml"]).status.code(),
        Some(1)
    );
    assert!(!folder.path().join("referral.db").exists());
}

#[test]
fn keys_are_issued_listed_and_revoked() {
    let folder = TempDir::new().unwrap();
    assert!(run(&folder, &["seed", "demo"]).status.success());
    let listed = || {
        text(&run(&folder, &["key", "list"]).stdout)
            .lines()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let before = listed();
    assert_eq!(before.len(), 3);
    let held = before.iter().find(|it| !it.contains("(gone)")).unwrap();
    let fields: Vec<_> = held.split(' ').collect();

    let issued = run(
        &folder,
        &["key", "issue", "--account", fields[1], "--user", fields[2]],
    );
    assert!(issued.status.success() && text(&issued.stdout).starts_with("rk_"));
    let after = listed();
    let new = after
        .iter()
        .find(|it| !before.contains(it))
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert!(run(&folder, &["key", "revoke", new]).status.success());
    assert_eq!(listed(), before);
    assert_eq!(run(&folder, &["key", "revoke", new]).status.code(), Some(1));
    let strange = run(
        &folder,
        &[
            "key",
            "issue",
            "--account",
            fields[1],
            "--user",
            "user_of_nobody",
        ],
    );
    assert_eq!(
        (strange.status.code(), text(&strange.stdout)),
        (Some(1), "")
    );
}

#[test]
fn wrong_usage_is_told_apart_from_failure() {
    let folder = TempDir::new().unwrap();
    for args in [
        &["dance"][..],
        &["serve", "--listen", "here"],
        &["seed"],
        &["seed", "demo", "--base-url", "ftp://host"],
    ] {
        assert_eq!(run(&folder, args).status.code(), Some(2), "{args:?}");
    }
    let failed = run(
        &folder,
        &["serve", "--database", "mysql://user:secret@host/db"],
    );
    assert_eq!(failed.status.code(), Some(1));
    assert!(!text(&failed.stderr).contains("secret"));
    for args in [&["--help"][..], &["seed", "--help"], &["--version"]] {
        assert_eq!(run(&folder, args).status.code(), Some(0), "{args:?}");
    }
}
