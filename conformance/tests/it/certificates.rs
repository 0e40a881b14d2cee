//! Certificates: what `run --certificate` writes and `verify` accepts, and what it refuses.

use std::fs;
use std::path::Path;

use referral_conformance::certificate::envelope::Envelope;
use referral_conformance::certificate::keys::{PublicKey, SigningKey};
use referral_conformance::certificate::statement::Statement;
use referral_conformance::certificate::transcript::{self, PlannedRun};
use referral_conformance::certificate::verify::{compare, judge_again};
use referral_conformance::report::Content;
use referral_conformance::run::Transport;
use referral_conformance::session::{FinishedRun, Session};
use serde_json::Value;

use crate::committed_files::assert_valid;
use crate::library::{Broken, Library};
use crate::program::{Folder, assert_refused, code, output_text, stderr, stdout};
use crate::server::{serve_library, serve_responses};
use crate::session::{Access, Setup, answered, changing, library, run_with};

/// A function that changes a statement.
type Change = Box<dyn FnOnce(&mut Value)>;

const ALL: &str = "add_book.errors.*,get_book,list_books";

/// A folder with keys, and with a certificate of a run against a library.
fn certified(broken: Broken, flags: &[&str]) -> Folder {
    let (folder, server) = (Folder::new(), serve_library(Library::new(broken)));
    assert_eq!(code(&folder.call(&["keygen", "--out", "signing.key"])), 0);
    certify(&folder, &server.base_url(), "run.json", flags);
    folder
}

fn certify(folder: &Folder, base_url: &str, name: &str, flags: &[&str]) {
    let files = ["--certificate", name, "--signing-key", "signing.key", "--alone"];
    let output = folder.run(base_url, &[&files, flags].concat());
    assert!(folder.join(name).exists(), "{}", output_text(&output));
}

/// Changes the statement of a certificate, and signs it again.
fn resign(folder: &Folder, name: &str, change: impl FnOnce(&mut Value)) {
    let envelope = Envelope::read(&folder.read("run.json")).unwrap();
    let mut statement: Value = serde_json::from_slice(&envelope.statement().unwrap()).unwrap();
    change(&mut statement);
    let key = SigningKey::read(&folder.read("signing.key")).unwrap();
    let changed = Envelope::sign(statement.to_string().as_bytes(), &key);
    folder.write(name, serde_json::to_string(&changed).unwrap());
    let transcript = folder.read("run.json.transcript.ndjson");
    folder.write(&format!("{name}.transcript.ndjson"), transcript);
}

fn run_of(statement: &mut Value) -> &mut Value {
    &mut statement["predicate"]["urn:contract-conformance:run:v1"]
}

#[test]
fn certificate_of_a_run_is_verified() {
    for (broken, only, exit) in [
        (Broken::Nothing, "add_book.errors.*", 0),
        (Broken::Message, ALL, 1),
        (Broken::Nothing, ALL, 3),
    ] {
        let folder = certified(broken, &["--only", only]);
        let output = folder.call(&["verify", "run.json", "--key", "signing.key.pub"]);
        assert_eq!(code(&output), exit, "{}", output_text(&output));
        let envelope: Value = serde_json::from_str(&folder.read("run.json")).unwrap();
        let payload = Envelope::read(&envelope.to_string()).unwrap().statement().unwrap();
        assert_valid("certificate", &serde_json::from_slice(&payload).unwrap());
        let unsigned = folder.call(&["verify", "run.json"]);
        assert_eq!(code(&unsigned), if exit == 1 { 1 } else { 3 });
        assert!(stdout(&unsigned).contains("the signature was not checked"));
        if exit == 0 {
            let statement: Value = serde_json::from_slice(&payload).unwrap();
            let run = &statement["predicate"]["urn:contract-conformance:run:v1"];
            let id = PublicKey::read(&folder.read("signing.key.pub")).unwrap().id();
            let said = stdout(&output)
                .replace(run["baseUrl"].as_str().unwrap(), "BASE")
                .replace(run["startedAt"].as_str().unwrap(), "START");
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ").replace(&id, "KEY");
            insta::assert_snapshot!(said);
        }
    }
}

#[test]
fn changed_certificates_are_refused() {
    let folder = certified(Broken::Message, &["--only", ALL]);
    let name = "changed.json";
    let verify = ["verify", name, "--key", "signing.key.pub"];
    let refused = |words: &str| assert_refused(&mut folder.command(&verify), words);
    let cases: Vec<(&str, Change)> = vec![
        (
            "says that 0 clauses are violated, and lists",
            Box::new(|it| run_of(it)["summary"]["violated"] = 0.into()),
        ),
        (
            "is held in the certificate, and violated in the transcript",
            Box::new(|it| {
                let run = run_of(it);
                let clauses = run["clauses"].as_array_mut().unwrap();
                let mut changed = 0;
                for clause in clauses.iter_mut().filter(|it| it["verdict"] == "violated") {
                    clause["verdict"] = "held".into();
                    changed += 1;
                }
                let held = run["summary"]["held"].as_u64().unwrap() + changed;
                run["summary"]["held"] = held.into();
                run["summary"]["violated"] = 0.into();
                let clauses = run["clauses"].as_array().unwrap().clone();
                let held = clauses.iter().filter(|it| it["verdict"] == "held");
                let held: Vec<_> = held.map(|it| it["id"].clone()).collect();
                it["predicate"]["passedTests"] = held.into();
                it["predicate"]["failedTests"] = Value::Array(Vec::new());
            }),
        ),
        (
            "has lists of tests that do not follow from its clauses",
            Box::new(|it| it["predicate"]["failedTests"] = Value::Array(Vec::new())),
        ),
        (
            "which does not follow from its exit code 1",
            Box::new(|it| it["predicate"]["result"] = "PASSED".into()),
        ),
        (
            "its exit code is 3, and the transcript shows 1",
            Box::new(|it| {
                run_of(it)["exitCode"] = 3.into();
                it["predicate"]["result"] = "WARNED".into();
            }),
        ),
        (
            "has another digest for contract than this program",
            Box::new(|it| it["predicate"]["configuration"][0]["digest"]["sha256"] = "0".into()),
        ),
        ("has an unknown version", Box::new(|it| run_of(it)["version"] = 2.into())),
        (
            "has the unknown `predicateType`",
            Box::new(|it| it["predicateType"] = "https://in-toto.io/attestation/link/v0.3".into()),
        ),
        ("has the transcript of another run", Box::new(|it| run_of(it)["seed"] = 1.into())),
        (
            "has waivers that do not have their digest",
            Box::new(|it| {
                run_of(it)["waivers"]["get_book.accepted"] =
                    serde_json::json!({ "reason": "r", "owner": "o", "until": "2999-01-01" });
            }),
        ),
    ];
    for (words, change) in cases {
        resign(&folder, name, change);
        refused(words);
    }
    // The same change without the key.
    let whole = folder.read("run.json");
    resign(&folder, name, |it| run_of(it)["summary"]["violated"] = 0.into());
    let mut changed: Value = serde_json::from_str(&folder.read(name)).unwrap();
    let signatures: Value = serde_json::from_str(&whole).unwrap();
    changed["signatures"] = signatures["signatures"].clone();
    folder.write(name, changed.to_string());
    refused("was changed after it was signed");
    folder.write(name, &whole[..whole.len() / 2]);
    refused("is truncated");
    folder.write(name, "{}");
    refused("is no certificate");
    let other = signatures["payload"].as_str().unwrap().to_owned();
    let unknown =
        serde_json::json!({ "payloadType": "text/plain", "payload": other, "signatures": [] });
    folder.write(name, unknown.to_string());
    refused("unknown type `text/plain`");
}

#[test]
fn other_transcripts_are_refused() {
    let folder = certified(Broken::Nothing, &["--only", "add_book.errors.*"]);
    let path = "run.json.transcript.ndjson";
    let whole = folder.read(path);
    let verify = ["verify", "run.json", "--key", "signing.key.pub"];
    let refused = |words: &str| assert_refused(&mut folder.command(&verify), words);
    folder.write(path, whole.replacen("ISBN", "Isbn", 1));
    refused("has a transcript that was changed");
    let end = whole.trim_end().rfind('\n').unwrap();
    folder.write(path, &whole[..end + 1]);
    refused("has a transcript that was changed");
    folder.write(path, &whole[..end + 9]);
    refused("which cannot be read in line");
    folder.write(path, whole.replacen("\"transcript\":1", "\"transcript\":2", 1));
    refused("which has an unknown version");
    folder.write(path, "");
    refused("which is empty");
    fs::remove_file(folder.join(path)).unwrap();
    refused("has no transcript: cannot read `run.json.transcript.ndjson`");
    folder.write("kept.ndjson", &whole);
    let elsewhere = [&verify[..], &["--transcript", "kept.ndjson"]].concat();
    assert_eq!(code(&folder.call(&elsewhere)), 0);

    let server = serve_library(Library::new(Broken::Nothing));
    certify(&folder, &server.base_url(), "other.json", &["--only", "add_book.errors.*"]);
    folder.write(path, folder.read("other.json.transcript.ndjson"));
    refused("has the transcript of another run: of http://127.0.0.1:");
}

/// Someone with the key can change a transcript and update its digest and signature. The verdicts then differ from
/// those of the transcript.
#[test]
fn transcript_is_judged_again() {
    let folder = certified(Broken::Message, &["--only", ALL]);
    resign(&folder, "changed.json", |_| {});
    let path = "changed.json.transcript.ndjson";
    let text = folder.read(path).replace("needs an Isbn", "needs an ISBN");
    folder.write(path, &text);
    let key = SigningKey::read(&folder.read("signing.key")).unwrap();
    let envelope = Envelope::read(&folder.read("changed.json")).unwrap();
    let mut statement: Value = serde_json::from_slice(&envelope.statement().unwrap()).unwrap();
    let parts = statement["predicate"]["configuration"].as_array_mut().unwrap();
    let part = parts.iter_mut().find(|part| part["name"] == "transcript").unwrap();
    let digest = <sha2::Sha256 as sha2::Digest>::digest(&text);
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    part["digest"]["sha256"] = digest.into();
    let signed = Envelope::sign(statement.to_string().as_bytes(), &key);
    folder.write("changed.json", serde_json::to_string(&signed).unwrap());
    let verify = ["verify", "changed.json", "--key", "signing.key.pub"];
    let words = "`add_book.errors.isbn_missing.message` is violated in the certificate, and held in the transcript";
    assert_refused(&mut folder.command(&verify), words);
}

#[test]
fn keys_ages_and_contracts_are_checked() {
    let folder = certified(Broken::Nothing, &["--only", "add_book.errors.*"]);
    assert_eq!(code(&folder.call(&["keygen", "--out", "other.key"])), 0);
    let verify = |flags: &[&str]| folder.command(&[&["verify", "run.json"], flags].concat());
    assert_refused(&mut verify(&["--key", "other.key.pub"]), "was signed with another key");
    assert_refused(&mut verify(&["--key", "signing.key"]), "has no `PUBLIC KEY` in PEM");
    assert_refused(&mut verify(&["--key", "nowhere"]), "cannot read `--key nowhere`");
    assert_refused(&mut verify(&["--max-age", "1ms"]), "has expired: the run started at");
    assert_refused(&mut verify(&["--max-age", "soon"]), "`2w`, `30d` or `12h`");
    assert_eq!(
        code(&verify(&["--key", "signing.key.pub", "--max-age", "1d"]).output().unwrap()),
        0
    );
    // The derived scenarios differ from those of the folder.
    let mut other = crate::program::program_without_scenarios(folder.path());
    assert_refused(
        other.args(["verify", "run.json"]),
        "has another digest for scenarios than this program",
    );
}

#[test]
fn folder_of_certificates_is_a_table() {
    let folder = certified(Broken::Nothing, &["--only", "add_book.errors.*"]);
    let server = serve_library(Library::new(Broken::Message));
    certify(&folder, &server.base_url(), "failed", &["--only", "add_book.errors.*"]);
    let all = ["verify", "--all", ".", "--key", "signing.key.pub"];
    let output = folder.call(&all);
    assert_eq!(code(&output), 1, "{}", output_text(&output));
    let table = stdout(&output);
    let rows: Vec<Vec<&str>> =
        table.lines().map(|line| line.split_whitespace().take(2).collect()).collect();
    // A long row is continued.
    let rows: Vec<_> = rows.into_iter().filter(|row| row.len() == 2).collect();
    assert_eq!(rows, [["failed", "failed"], ["run.json", "passed"]], "{table}");
    folder.write("torn.json", "{");
    let output = folder.call(&all);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("torn.json  refused"), "{}", stdout(&output));
    assert!(stderr(&output).contains("`./torn.json` is truncated"), "{}", stderr(&output));
    assert_eq!(stdout(&folder.call(&[&all[..], &["--quiet"]].concat())).lines().count(), 1);
    folder.write("empty/x.txt", "");
    assert_refused(&mut folder.command(&["verify", "--all", "empty"]), "no certificate in `empty`");
}

#[test]
fn badge_says_whether_the_certificate_is_good() {
    let folder = certified(Broken::Nothing, &["--only", "add_book.errors.*"]);
    let verify = ["verify", "run.json", "--key", "signing.key.pub", "--badge", "badge.svg"];
    assert_eq!(code(&folder.call(&verify)), 0);
    assert!(
        folder.read("badge.svg").contains(">passed with warnings, "),
        "{}",
        folder.read("badge.svg")
    );
    folder.write("run.json.transcript.ndjson", "");
    assert_eq!(code(&folder.call(&verify)), 2);
    assert!(folder.read("badge.svg").contains(">certificate refused<"));
    let unsigned = ["verify", "run.json", "--badge", "badge.svg"];
    assert_refused(&mut folder.command(&unsigned), "--key");
    let over = [&verify[..5], &["run.json"]].concat();
    assert_refused(&mut folder.command(&over), "a badge cannot be written to `run.json`");
}

#[cfg(unix)]
#[test]
fn private_key_is_readable_only_by_its_owner() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    assert_eq!(code(&folder.call(&["keygen", "--out", "signing.key"])), 0);
    let mode = |name: &str| folder.join(name).metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("signing.key"), 0o600);
    let (private, public) = (folder.read("signing.key"), folder.read("signing.key.pub"));
    let again = &mut folder.command(&["keygen", "--out", "signing.key"]);
    assert_refused(again, "`signing.key` already exists and was not changed");
    folder.write("half.pub", "");
    assert_refused(&mut folder.command(&["keygen", "--out", "half"]), "`half.pub` already exists");
    assert!(!folder.join("half").exists());
    assert_eq!(private, folder.read("signing.key"));
    assert_eq!(PublicKey::read(&public).unwrap(), SigningKey::read(&private).unwrap().public());
}

#[test]
fn certificate_files_are_checked_before_anything_is_sent() {
    let folder = certified(Broken::Nothing, &["--only", "add_book.errors.*"]);
    let server = serve_library(Library::new(Broken::Nothing));
    let base_url = server.base_url();
    let run = |flags: &[&str]| folder.command(&[&["run", "--base-url", &base_url], flags].concat());
    let key = ["--signing-key", "signing.key"];
    assert_refused(&mut run(&["--certificate", "new.json"]), "--signing-key");
    assert_refused(&mut run(&key), "--certificate");
    let old = [&["--certificate", "run.json"], &key[..]].concat();
    assert_refused(&mut run(&old), "already exists and was not changed");
    let public = ["--certificate", "new.json", "--signing-key", "signing.key.pub"];
    assert_refused(&mut run(&public), "has no `PRIVATE KEY` in PEM");
    let over = ["--certificate", "new.json", "--report", "json=signing.key"];
    assert_refused(&mut run(&[&over[..], &key].concat()), "a report cannot be written to");
    assert_eq!(server.request_count(), 0);
    assert!(!folder.join("new.json").exists());
}

#[test]
fn run_that_shows_nothing_has_no_certificate() {
    let folder = Folder::new();
    assert_eq!(code(&folder.call(&["keygen", "--out", "signing.key"])), 0);
    let server = serve_responses(|_| answered(404, "<html>"));
    let flags = ["--certificate", "run.json", "--signing-key", "signing.key"];
    let output = folder.run(&server.base_url(), &flags);
    assert_eq!(code(&output), 6, "{}", output_text(&output));
    assert!(stderr(&output).contains("note: no certificate was written: could not test"));
    assert!(!Path::new(&folder.join("run.json")).exists());
    assert!(!Path::new(&folder.join("run.json.transcript.ndjson")).exists());
}

fn planned(session: &Session<'_>, setup: &Setup<'_>) -> PlannedRun {
    PlannedRun {
        base_url: session.info.base_url.clone(),
        started_at: session.info.started_at.clone(),
        seed: session.info.seed,
        level: session.info.level.name().to_owned(),
        depth: session.info.depth.name().to_owned(),
        only: setup.only.as_ref().map(ToString::to_string),
        keys: setup.keys.iter().map(|(kind, _)| (*kind).to_owned()).collect(),
        fixtures: transcript::fixture_lines(&setup.fixtures, &session.redactor),
        alone: setup.access.alone,
        waits: setup.access.pauses,
        parameters: std::collections::BTreeMap::default(),
    }
}

fn transcript_of(session: &Session<'_>, setup: &Setup<'_>, ended: &FinishedRun) -> String {
    transcript::write(&planned(session, setup), ended.traces(), &session.redactor).unwrap()
}

/// Runs, and judges the transcript. Returns the transcript.
fn assert_judged_alike(transport: impl Transport + 'static, setup: &Setup<'_>) -> String {
    run_with(&library(), transport, setup, |session, ended| {
        let report = Content::from(&session.report(ended).unwrap());
        let text = transcript_of(session, setup, ended);
        let (planned, traces) = transcript::read(&text).unwrap();
        let statement = Statement::new(session.suite, &report, &session.info.waivers, &text);
        statement.check().unwrap();
        let given = (&[][..], &session.info.waivers);
        let judged = judge_again(session.suite, &planned, traces, given).unwrap();
        compare(&statement, &judged).unwrap_or_else(|why| panic!("{why}"));
        text
    })
}

#[test]
fn transcripts_of_defective_servers_are_judged_alike() {
    for broken in [
        Broken::Nothing,
        Broken::ErrorBody,
        Broken::NotPutBack,
        Broken::Order,
        Broken::PageKey,
        Broken::NotImplemented,
        Broken::NoCard,
        Broken::TakenAtOnce,
    ] {
        assert_judged_alike(Library::new(broken), &Setup::default());
    }
}

/// Some verdicts depend on retries. Retries are judged round by round, as in the run.
#[test]
fn retries_are_judged_alike() {
    for pauses in [false, true] {
        let count = std::sync::atomic::AtomicUsize::new(0);
        let unsteady = changing(Library::new(Broken::Nothing), move |request, response| {
            let is_of_book = request.target.contains("/books");
            let number = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            if is_of_book && number.is_multiple_of(3) {
                *response = answered(404, "");
            }
        });
        let access = Access { alone: false, pauses };
        let text = assert_judged_alike(unsteady, &Setup { access, ..Setup::default() });
        assert!(text.contains("\"round\":2"));
    }
}

/// A key is replaced by its name, so that what was equal stays equal.
#[test]
fn transcript_without_keys_is_judged_alike() {
    let keys = &[("main", "card-main")][..];
    let echoing = changing(Library::new(Broken::Message), |_, response| {
        let text = String::from_utf8_lossy(&response.body).into_owned();
        let text = text.replace("\"binding\":null", "\"binding\":\"card-main\"");
        response.body = text.replace("ISBN", "card-main").into_bytes().into();
    });
    let text = assert_judged_alike(echoing, &Setup { keys, ..Setup::default() });
    assert!(text.contains("[main key]"));
    assert!(!text.contains("card-main"));
}

#[test]
fn bytes_that_are_no_text_stay_none() {
    let garbled = changing(Library::new(Broken::Nothing), |request, response| {
        if request.target.starts_with("/loans") {
            response.body = [&b"{\"loan\":\"\xff\"}"[..]].concat().into();
        }
    });
    let text = assert_judged_alike(garbled, &Setup::default());
    assert!(text.contains("invalid_utf8"));
}

#[test]
fn same_run_gives_the_same_bytes() {
    let setup = Setup::default();
    run_with(&library(), Library::new(Broken::Nothing), &setup, |session, ended| {
        let make = || {
            let report = Content::from(&session.report(ended).unwrap());
            let text = transcript_of(session, &setup, ended);
            let statement = Statement::new(session.suite, &report, &session.info.waivers, &text);
            let key = SigningKey::read(&SigningKey::generate([1; 32])).unwrap();
            let envelope = Envelope::sign(&serde_json::to_vec(&statement).unwrap(), &key);
            (text, serde_json::to_string(&envelope).unwrap())
        };
        assert!(make() == make());
    });
}
