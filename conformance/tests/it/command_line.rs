//! The program on the command line: exit codes, output and written files.

use std::fs;
use std::process::Command;
use std::sync::{Arc, Mutex};

use serde_json::Value;

use crate::library::{Broken, Library};
use crate::program::{Folder, clause, code, output_text, stderr, stdout};
use crate::server::{serve_library, serve_responses};

/// The clauses of a run with few requests.
const FEW: [&str; 2] = ["--only", "add_book.errors.*"];

pub const LOANS: &str = "fixtures:
  open_loan: [{ id: loan-open, facts: { member: ann@example.com } }]
  returned_loan: [{ id: loan-returned, facts: { member: ann@example.com } }]
";

#[test]
fn unanswered_run_is_reported_first() {
    // With the embedded contract, the program first requests lists to discover fixtures.
    let folder = Folder::new();
    let own = Command::new(env!("CARGO_BIN_EXE_referral-conformance"));
    for (mut run, variable) in [(folder.command(&[]), "LIBRARY_API_KEY"), (own, "REFERRAL_API_KEY")]
    {
        // Nothing listens on port 1.
        run.args(["run", "--base-url", "http://127.0.0.1:1", "--state-dir"])
            .arg(folder.path())
            .env(variable, "card-of-the-main-branch");
        let output = run.output().unwrap();
        assert_eq!(code(&output), 6);
        let report = stdout(&output);
        let lines: Vec<_> = report.lines().collect();
        let why = "no response from http://127.0.0.1:1: cannot connect";
        assert!(lines[0].starts_with(why), "{report}");
        let (_, last) = report.trim_end().rsplit_once("could not test: ").unwrap();
        assert!(last.starts_with(why) && last.ends_with("(exit 6)"), "{report}");
        assert!(lines.len() < 12, "clauses are listed: {report}");
    }
}

#[test]
fn report_for_people_is_on_standard_output_unless_another_report_is() {
    let (folder, server) = (Folder::new(), serve_library(Library::new(Broken::Nothing)));
    let plain = folder.run(&server.base_url(), &FEW);
    assert!(stdout(&plain).contains("(exit 0)"), "{}", output_text(&plain));
    assert!(!stderr(&plain).contains("(exit 0)"), "{}", output_text(&plain));
    let json = folder.run(&server.base_url(), &[&FEW[..], &["--report", "json=-"]].concat());
    serde_json::from_slice::<Value>(&json.stdout).unwrap();
    assert!(stderr(&json).contains("(exit 0)"), "{}", output_text(&json));
}

#[test]
fn unreachable_server_uses_no_fixture() {
    let folder = Folder::with_target("http://127.0.0.1:1", LOANS);
    for _ in 0..2 {
        let output = folder.call(&["run", "--target", "target.yaml", "--state-dir", "state"]);
        assert_eq!(code(&output), 6);
        assert!(!stderr(&output).contains("earlier runs consumed"), "{}", stderr(&output));
    }
    let noted = folder.read("state/used-fixtures.jsonl");
    assert!(noted.contains("loan-open") && noted.contains("returned"), "{noted}");
    assert!(!noted.contains("card-main"));
}

/// A program that deletes the server after the run says so.
#[test]
fn what_is_deleted_after_a_run_is_not_reported() {
    for (flags, leftovers, journal) in [
        (&[][..], true, true),
        (&["--discards", "journal"], true, false),
        (&["--discards", "server"], false, false),
    ] {
        let (folder, server) = (Folder::new(), serve_library(Library::new(Broken::Nothing)));
        let output = folder.run(&server.base_url(), &[&["--only", "loans"], flags].concat());
        let text = output_text(&output);
        assert_eq!(text.contains("not cleaned up"), leftovers, "{flags:?}: {text}");
        assert_eq!(text.contains("not cleaned up, see state/"), journal, "{flags:?}: {text}");
    }
}

#[test]
fn generated_emails_use_the_domain_of_the_target() {
    let library = Library::new(Broken::Nothing);
    let bodies_seen = Arc::new(Mutex::new(String::new()));
    let bodies = Arc::clone(&bodies_seen);
    let server = serve_responses(move |request| {
        bodies.lock().unwrap().extend(request.body.clone());
        library.answer(request)
    });
    let folder = Folder::with_target(&server.base_url(), "email_domain: readers.example\n");
    folder.call(&["run", "--target", "target.yaml", "--level", "full", "--only", "loans"]);
    let bodies_seen = bodies_seen.lock().unwrap();
    assert!(bodies_seen.contains("@readers.example"), "{bodies_seen}");
    assert!(!bodies_seen.contains("@example.com"), "{bodies_seen}");
}

#[test]
fn requested_reports_are_written_without_keys() {
    let server = serve_library(Library::new(Broken::Nothing));
    let keys = "keys: { main: { file: card } }\n";
    let folder = Folder::with_target(&server.base_url(), &format!("{keys}{LOANS}"));
    folder.write("card", "card-main\n");
    let run = || {
        let mut run = folder.command(&["run", "--target", "target.yaml", "--report", "json=-"]);
        run.args(["--state-dir", "state", "--report", "human=report.txt", "--only", "loans"]);
        run.env_remove("LIBRARY_API_KEY").output().unwrap()
    };
    let first = run();
    let report: Value = serde_json::from_slice(&first.stdout).unwrap();
    assert_eq!(report["summary"]["violated"], 0, "{}", stderr(&first));
    assert_eq!(report["exit_code"], code(&first));
    let verdict = |report| clause(report, "return_loan.transition.done")["verdict"].clone();
    assert_eq!(verdict(&report), "held");

    // Fixtures used up by the first run are not allocated again, and no violation is reported.
    let second = run();
    let report: Value = serde_json::from_slice(&second.stdout).unwrap();
    assert_eq!(report["summary"]["violated"], 0, "{}", stderr(&second));
    assert_eq!(verdict(&report), "not_exercised");
    assert!(stderr(&second).contains("earlier runs consumed 1 fixture,"));

    // Output is not a terminal: no colours, and no progress.
    assert!(!stderr(&first).contains(['\u{1b}', '\r']), "{}", stderr(&first));

    let mut written = output_text(&first) + &folder.read("report.txt");
    let state = fs::read_dir(folder.join("state")).unwrap();
    for path in state.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
        written += &fs::read_to_string(path).unwrap();
    }
    assert!(!written.contains("card-main"));
    assert!(written.contains("intended") && written.contains("completed"));
}

#[cfg(unix)]
#[test]
fn journal_is_readable_only_by_its_owner() {
    use std::os::unix::fs::PermissionsExt;

    let (folder, server) = (Folder::new(), serve_library(Library::new(Broken::Nothing)));
    let output = folder.run(&server.base_url(), &[&FEW[..], &["--seed", "9"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let journal = fs::metadata(folder.join("state/9.jsonl")).unwrap();
    assert_eq!(journal.permissions().mode() & 0o777, 0o600);
}

#[test]
fn custom_certificate_authority_is_set_by_a_flag() {
    let library = Library::new(Broken::Nothing);
    let (port, authority) = crate::tls::serve(None, move |request| library.answer(request));
    let folder = Folder::new();
    folder.write("ca.pem", authority);
    let base_url = format!("https://127.0.0.1:{port}");
    let known = folder.run(&base_url, &[&FEW[..], &["--cacert", "ca.pem"]].concat());
    assert_eq!(code(&known), 0, "{}", stderr(&known));
    let unknown = folder.run(&base_url, &FEW);
    assert_eq!(code(&unknown), 6);
    for words in ["unknown authority", "give your own one with `--cacert`"] {
        assert!(stdout(&unknown).contains(words), "{}", output_text(&unknown));
    }
}
