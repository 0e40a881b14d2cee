//! The program, started as a process.

mod accounts;
mod admin;
mod completions;
mod config;
mod first_steps;
mod help;
mod keys;
mod limits;
mod logs;
mod outputs;
pub mod process;
mod spans;
mod stopping;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Output;

use tempfile::TempDir;

pub use process::{Service, main_key, program};

fn run(folder: &TempDir, args: &[&str]) -> Output {
    program(folder.path()).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The stdout of a command, which must succeed.
fn stdout_of(folder: &TempDir, args: &[&str]) -> String {
    let done = run(folder, args);
    assert!(done.status.success(), "{args:?}: {}", text(&done.stderr));
    text(&done.stdout).to_owned()
}

/// Seeds the demo data and returns a key of its main account.
fn seed_demo(folder: &TempDir) -> String {
    main_key(&stdout_of(folder, &["seed", "demo"])).to_owned()
}

/// The stderr of a command, which must fail and print nothing on stdout.
fn refused(folder: &TempDir, args: &[&str]) -> String {
    let done = run(folder, args);
    let all = (done.status.code(), text(&done.stdout));
    assert_eq!(all, (Some(1), ""), "{args:?}");
    text(&done.stderr).trim_end().to_owned()
}

#[test]
fn serve_prints_its_address_and_drains_on_sigterm() {
    for signal in ["-TERM", "-INT"] {
        let folder = TempDir::new().unwrap();
        let mut service = Service::start(&folder);
        assert!(service.address.starts_with("127.0.0.1:") && !service.address.ends_with(":0"));
        let answer = service.get("/nothing/here");
        assert!(answer.contains("application/json") && answer.contains("{\"error\":"), "{answer}");

        let (rest, _) = service.stop(signal);
        assert_eq!(rest, "", "one line only");
        assert!(folder.path().join("referral.db").exists());
    }
}

#[test]
fn idle_connection_does_not_delay_shutdown() {
    let folder = TempDir::new().unwrap();
    let mut service = Service::start(&folder);
    let mut idle = TcpStream::connect(&service.address).unwrap();
    write!(idle, "GET / HTTP/1.1\r\nHost: here\r\n\r\n").unwrap();
    assert!(idle.read(&mut [0; 1024]).unwrap() > 0);
    let (_, log) = service.stop("-TERM");
    assert!(log.contains("stopped") && !log.contains("cut off"), "{log}");
}

#[test]
fn seeded_data_is_served_to_generated_keys() {
    let folder = TempDir::new().unwrap();
    // The service is started first, as in a certification run.
    let service = Service::start(&folder);
    let seeded = run(&folder, &["seed", "demo", "--target-out", "local.yaml"]);
    assert!(seeded.status.success(), "{}", text(&seeded.stderr));
    for (label, status, part) in [
        ("main", "200 OK", "pub_00000000a001"),
        ("other_account", "200 OK", "pub_00000000b001"),
        ("userless", "401 Unauthorized", "User not found!"),
    ] {
        let file = folder.path().join(format!("local.{label}.key"));
        let key = std::fs::read_to_string(file).unwrap();
        let headers = format!("Connection: close\r\nx-api-key: {}\r\n", key.trim_end());
        let answer = service.get_with("/v3/publications", &headers);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{label}: {answer}");
        assert!(answer.contains(part), "{label}: {answer}");
    }
}

#[test]
fn seed_shows_each_key_once() {
    let folder = TempDir::new().unwrap();
    let done = run(&folder, &["seed", "demo"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let words: Vec<_> =
        text(&done.stdout).lines().map(|line| line.split_once(" rk_").unwrap().0).collect();
    assert_eq!(words, ["main", "userless", "other_account", "small", "brand_new", "abandoned"]);
    insta::assert_snapshot!(text(&done.stderr), @"inserted 5 accounts with 129 subscribers");

    let again = run(&folder, &["seed", "demo"]);
    assert_eq!((again.status.code(), text(&again.stdout)), (Some(1), ""));
    insta::assert_snapshot!(text(&again.stderr), @"error: the database already holds the account `main` of this seed; choose another database with --database, or remove the old one");
}

#[test]
fn seed_writes_a_target_and_no_key_to_the_terminal() {
    let folder = TempDir::new().unwrap();
    let args = ["seed", "demo", "--target-out", "local.yaml", "--base-url", "http://127.0.0.1:9"];
    let done = run(&folder, &args);
    assert!(done.status.success(), "{}", text(&done.stderr));
    assert_eq!(text(&done.stdout), "");
    assert!(!text(&done.stderr).contains("rk_"));
    let target = std::fs::read_to_string(folder.path().join("local.yaml")).unwrap();
    assert!(target.starts_with("# yaml-language-server: $schema=target.schema.json\n"), "{target}");
    assert!(target.contains("\ntarget: 1\nbase_url: \"http://127.0.0.1:9\"\nkeys:\n"), "{target}");
    assert!(!target.contains("rk_"));
    let key = std::fs::read_to_string(folder.path().join("local.main.key")).unwrap();
    assert!(key.starts_with("rk_"));
}

#[test]
fn a_target_is_overwritten_only_with_force() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("local.small.key"), "kept").unwrap();
    let seed = ["seed", "demo", "--target-out", "local.yaml"];
    let failed = run(&folder, &seed);
    assert_eq!(failed.status.code(), Some(1));
    insta::assert_snapshot!(text(&failed.stderr), @"error: local.small.key already exists; use --force to overwrite it");
    assert!(!folder.path().join("local.yaml").exists());
    // Nothing was inserted.
    assert!(run(&folder, &[&seed[..], &["--force"]].concat()).status.success());
}

#[cfg(unix)]
#[test]
fn files_with_personal_data_or_keys_are_private() {
    use std::os::unix::fs::PermissionsExt;

    let folder = TempDir::new().unwrap();
    let _service = Service::start(&folder);
    assert!(run(&folder, &["seed", "demo", "--target-out", "local.yaml"]).status.success());
    for file in
        ["referral.db", "referral.db-wal", "referral.db-shm", "local.yaml", "local.main.key"]
    {
        let mode = folder.path().join(file).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
}

#[test]
fn a_target_that_cannot_be_written_leaves_the_database_empty() {
    let folder = TempDir::new().unwrap();
    let failed = run(&folder, &["seed", "demo", "--target-out", "no/such/folder/local.yaml"]);
    assert_eq!(failed.status.code(), Some(1));
    let output = text(&failed.stderr);
    assert!(
        output.contains("error: cannot write the target file")
            && output.contains("\n  caused by: "),
        "{output}"
    );
    assert!(run(&folder, &["seed", "demo"]).status.success());
}

#[test]
fn a_seed_of_ones_own_is_checked_before_anything_is_opened() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("mine.yaml"), "seed: 1\naccounts: { a: { nam: A } }\n")
        .unwrap();
    let failed = run(&folder, &["seed", "mine.yaml"]);
    assert_eq!(failed.status.code(), Some(1));
    let error = text(&failed.stderr);
    assert!(
        error.contains("mine.yaml") && error.contains("accounts.a: unknown field `nam`"),
        "{error}"
    );
    assert!(error.contains("at line 2 column"), "{error}");
    assert_eq!(run(&folder, &["seed", "nothing.yaml"]).status.code(), Some(1));
    assert!(!folder.path().join("referral.db").exists());
}

#[test]
fn wrong_usage_and_failure_have_different_exit_codes() {
    let folder = TempDir::new().unwrap();
    for args in [
        &["dance"][..],
        &["serve", "--listen", "here"],
        &["serve", "--log", "inof"],
        &["serve", "--connections", "0"],
        &["serve", "--idle-time", "30"],
        &["seed"],
        &["seed", "demo", "--base-url", "ftp://host"],
    ] {
        assert_eq!(run(&folder, args).status.code(), Some(2), "{args:?}");
    }
    let failed = run(&folder, &["serve", "--database", "mysql://user:secret@host/db"]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(!text(&failed.stderr).contains("secret"));
    for args in [&["--help"][..], &["seed", "--help"], &["--version"]] {
        assert_eq!(run(&folder, args).status.code(), Some(0), "{args:?}");
    }
}
