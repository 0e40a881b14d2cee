//! Outputs that cannot be written: a full disk, and a pipe that the reader has closed.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::cli::{main_key, program, run, stdout_of, text};

/// A device on which every write fails, as on a full disk.
#[cfg(target_os = "linux")]
fn full() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

/// A pipe that is never read.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

fn command(folder: &TempDir, args: &[&str]) -> Command {
    let mut command = program(folder.path());
    command.args(args);
    command
}

fn unread(folder: &TempDir, args: &[&str], stderr: Stdio) -> Output {
    command(folder, args).stderr(stderr).output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn exit_codes_do_not_depend_on_stderr() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("wrong.yaml"), "listn: 1\n").unwrap();
    for (stderr, name) in [(full as fn() -> Stdio, "full"), (closed, "closed")] {
        let database = format!("--database=sqlite://{name}.db");
        for (args, code) in [
            (&["config", "--config", "wrong.yaml"][..], 1),
            (&["seed", "wrong.yaml"], 1),
            (&["seed", "demo", &database], 0),
            (&["seed", "demo", &database], 1),
            (&["account", "list", &database], 0),
            (&["account", "show", "unknown", &database], 1),
            (&["account", "rename", "Unknown", "B", &database], 1),
            (&["account", "add", "A", "--owner", "B", "--email", "b@example.com", &database], 0),
            (&["account", "rename", "A", "C", &database], 0),
            (&["key", "issue", "--account", "C", &database], 0),
            (&["account", "remove", "C", &database], 1),
            (&["account", "remove", "C", "--yes", &database], 0),
            (&["key", "revoke", "nothing", &database], 1),
            (&["serve", "--database", "mysql://host"], 1),
            (&["serve", "--listen", "here"], 2),
            (&["dance"], 2),
        ] {
            assert_eq!(unread(&folder, args, stderr()).status.code(), Some(code), "{args:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn service_runs_on_when_its_log_cannot_be_written() {
    for stderr in [full as fn() -> Stdio, closed] {
        let folder = TempDir::new().unwrap();
        let seeded = stdout_of(&folder, &["seed", "demo"]);
        let mut serve = command(&folder, &["serve", "--listen", "127.0.0.1:0", "--log", "trace"]);
        let mut process = serve.stdout(Stdio::piped()).stderr(stderr()).spawn().unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(process.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on http://").unwrap();
        let headers = format!("Connection: close\r\nx-api-key: {}\r\n", main_key(&seeded));
        for _ in 0..3 {
            let answer = super::process::get(address, "/v3/account", &headers);
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        }
        let pid = process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        assert_eq!(process.wait().unwrap().code(), Some(0));
        stdout.read_to_string(&mut line).unwrap();
    }
}

#[test]
fn reader_of_a_list_may_stop_reading() {
    let folder = TempDir::new().unwrap();
    stdout_of(&folder, &["seed", "demo"]);
    for args in [
        &["config"][..],
        &["account", "list"],
        &["key", "list", "--format", "json"],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
    ] {
        let done = command(&folder, args).stdout(closed()).output().unwrap();
        assert_eq!((done.status.code(), text(&done.stderr)), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn stdout_that_cannot_be_written_is_reported() {
    let folder = TempDir::new().unwrap();
    stdout_of(&folder, &["seed", "demo"]);
    for args in [
        &["config"][..],
        &["account", "list"],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
    ] {
        let done = command(&folder, args).stdout(full()).output().unwrap();
        let expected = "error: cannot write to stdout\n  caused by: No space left on device";
        assert!(text(&done.stderr).starts_with(expected), "{args:?}: {}", text(&done.stderr));
        assert_eq!(done.status.code(), Some(1), "{args:?}");
    }
    for stdout in [full as fn() -> Stdio, closed] {
        for (args, expected) in [
            (
                &["key", "issue", "--account", "Ferry Notes"][..],
                "error: cannot print the key to stdout; none was issued\n",
            ),
            (&["serve", "--listen", "127.0.0.1:0"], "error: cannot print the address to stdout\n"),
        ] {
            let done = command(&folder, args).stdout(stdout()).output().unwrap();
            assert!(text(&done.stderr).contains(expected), "{args:?}: {}", text(&done.stderr));
            assert_eq!(done.status.code(), Some(1), "{args:?}");
        }
    }
    let other = TempDir::new().unwrap();
    let done = command(&other, &["seed", "demo"]).stdout(full()).output().unwrap();
    assert!(text(&done.stderr).contains("nothing was inserted"), "{}", text(&done.stderr));
    assert!(run(&other, &["seed", "demo"]).status.success());
}
