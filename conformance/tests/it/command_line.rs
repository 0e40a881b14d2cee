//! The program on the command line: arguments, exit codes, output and written files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request as Incoming;
use axum::response::Response as Outgoing;
use referral_conformance::exchange::{Request, Response};
use spec::Method;

use crate::library::{Broken, Library};

/// The program with the contract of the library, and its scenarios.
pub fn program(folder: &Path) -> Command {
    program_with(folder, Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/scenarios"))
}

/// The program with the contract of the library, and the scenarios of a folder.
pub fn program_with(folder: &Path, scenarios: impl AsRef<Path>) -> Command {
    let mut command = program_without_scenarios(folder);
    command.arg("--scenarios").arg(scenarios.as_ref());
    command
}

pub fn program_without_scenarios(folder: &Path) -> Command {
    let contract = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/tests/library/contract");
    let mut command = Command::new(env!("CARGO_BIN_EXE_referral-conformance"));
    command.arg("--contract").arg(contract);
    command.env_clear().env("HOME", folder).current_dir(folder);
    command
}

pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Standard output, then standard error.
pub fn output_text(output: &Output) -> String {
    stdout(output) + &stderr(output)
}

#[test]
fn input_errors_are_reported_before_any_request() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, words) in [
        (vec!["run"], "`--base-url URL`, or `--target FILE`"),
        (vec!["run", "--base-url", "http://127.0.0.1:1"], "LIBRARY_API_KEY"),
        (vec!["run", "--base-url", "https://library.test"], "--level"),
        (vec!["run", "--base-url", "ftp://library.test"], "scheme"),
        (vec!["run", "--target", "nowhere.yaml"], "nowhere.yaml"),
        (vec!["explain", "add_book.acepted"], "did you mean `add_book.accepted`?"),
        (vec!["explain", "boks"], "did you mean `books`?"),
    ] {
        let output = program(folder.path()).args(&arguments).output().unwrap();
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
    let mut plain = program(folder.path());
    plain.args(["run", "--base-url", "http://library.test", "--level", "read"]);
    let output = plain.env("LIBRARY_API_KEY", "card-main").output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--allow-plain-http"));
}

#[test]
fn unanswered_run_is_reported_first() {
    // With the embedded contract, the program first requests lists to discover fixtures.
    for (contract, variable) in [("library", "LIBRARY_API_KEY"), ("own", "REFERRAL_API_KEY")] {
        let folder = tempfile::tempdir().unwrap();
        let mut run = match contract {
            "library" => program(folder.path()),
            _ => Command::new(env!("CARGO_BIN_EXE_referral-conformance")),
        };
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

#[tokio::test(flavor = "multi_thread")]
async fn report_for_people_is_on_standard_output_unless_another_report_is() {
    let folder = tempfile::tempdir().unwrap();
    let base_url = format!("http://127.0.0.1:{}", serve().await);
    let run = |arguments: &[&str]| {
        let mut run = program(folder.path());
        run.args([
            "run",
            "--only",
            "add_book.errors.*",
            "--state-dir",
            "state",
            "--base-url",
            &base_url,
        ]);
        run.args(arguments).env("LIBRARY_API_KEY", "card-main").output().unwrap()
    };
    let plain = run(&[]);
    assert!(stdout(&plain).contains("(exit 0)"), "{}", output_text(&plain));
    assert!(!stderr(&plain).contains("(exit 0)"), "{}", output_text(&plain));
    let json = run(&["--report", "json=-"]);
    serde_json::from_slice::<serde_json::Value>(&json.stdout).unwrap();
    assert!(stderr(&json).contains("(exit 0)"), "{}", output_text(&json));
}

#[test]
fn target_file_errors_have_source_excerpts() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("target.yaml"), "target: 1\nlevle: own\n").unwrap();
    let mut run = program(folder.path());
    let output = run.args(["run", "--target", "target.yaml"]).output();
    let output = output.unwrap();
    assert_eq!(code(&output), 2);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.starts_with("error[unknown-key]: "), "{stderr}");
}

#[test]
fn unreachable_server_uses_no_fixture() {
    let folder = tempfile::tempdir().unwrap();
    let target = "target: 1\nbase_url: http://127.0.0.1:1\nfixtures:\n  open_loan: [{ id: loan-open, facts: { member: ann@example.com } }]\n  returned_loan: [{ id: loan-returned, facts: { member: ann@example.com } }]\n";
    fs::write(folder.path().join("target.yaml"), target).unwrap();
    for _ in 0..2 {
        let mut run = program(folder.path());
        run.args(["run", "--target", "target.yaml", "--state-dir", "state"]);
        let output = run.env("LIBRARY_API_KEY", "card-main").output().unwrap();
        assert_eq!(code(&output), 6);
        assert!(!stderr(&output).contains("earlier runs consumed"), "{}", stderr(&output));
    }
    let noted = fs::read_to_string(folder.path().join("state/used-fixtures.jsonl")).unwrap();
    assert!(noted.contains("loan-open") && noted.contains("returned"), "{noted}");
    assert!(!noted.contains("card-main"));
}

/// A program that deletes the server after the run says so.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_deleted_after_a_run_is_not_reported() {
    for (flags, leftovers, journal) in [
        (&[][..], true, true),
        (&["--discards", "journal"], true, false),
        (&["--discards", "server"], false, false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let base_url = format!("http://127.0.0.1:{}", serve().await);
        let output = crate::faults::command(folder.path(), &base_url).args(flags).output();
        let text = stderr(&output.unwrap());
        assert_eq!(text.contains("not cleaned up"), leftovers, "{flags:?}: {text}");
        assert_eq!(text.contains("not cleaned up, see state/"), journal, "{flags:?}: {text}");
    }
}

/// The library as a router.
pub fn app() -> Router {
    app_of(Arc::new(Library::new(Broken::Nothing)))
}

pub fn app_of(library: Arc<Library>) -> Router {
    app_answering(move |request| library.answer(request))
}

fn app_answering(response: impl Fn(&Request) -> Response + Send + Sync + 'static) -> Router {
    let response = Arc::new(response);
    Router::new().fallback(move |incoming: Incoming| {
        let response = Arc::clone(&response);
        async move { outgoing(&response(&read(incoming).await)) }
    })
}

pub fn outgoing(response: &Response) -> Outgoing {
    let builder = Outgoing::builder().status(response.status);
    builder.body(Body::from(response.body.to_vec())).unwrap()
}

/// The base URL of a server that is a function.
pub async fn serve_responses(
    response: impl Fn(&Request) -> Response + Send + Sync + 'static,
) -> String {
    format!("http://127.0.0.1:{}", serve_app(app_answering(response)).await)
}

pub async fn serve() -> u16 {
    serve_app(app()).await
}

pub async fn serve_library(library: Arc<Library>) -> u16 {
    serve_app(app_of(library)).await
}

pub async fn serve_app(app: Router) -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move { axum::serve(listener, app).await });
    port
}

pub async fn read(incoming: Incoming) -> Request {
    let (parts, body) = incoming.into_parts();
    let method = Method::ALL.into_iter().find(|method| method.as_str() == parts.method.as_str());
    let body = to_bytes(body, 1 << 20).await.unwrap();
    let card = parts.headers.get("library-card").map(|card| card.to_str().unwrap().to_owned());
    Request {
        method: method.unwrap(),
        target: parts.uri.path_and_query().unwrap().to_string(),
        headers: card.map(|card| ("Library-Card".to_owned(), card)).into_iter().collect(),
        body: Some(String::from_utf8(body.to_vec()).unwrap()).filter(|body| !body.is_empty()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn generated_emails_use_the_domain_of_the_target() {
    let (library, bodies_seen) =
        (Library::new(Broken::Nothing), Arc::new(Mutex::new(String::new())));
    let bodies = Arc::clone(&bodies_seen);
    let base_url = serve_responses(move |request| {
        bodies.lock().unwrap().extend(request.body.clone());
        library.answer(request)
    })
    .await;
    let folder = tempfile::tempdir().unwrap();
    let target = format!("target: 1\nbase_url: {base_url}\nemail_domain: readers.example\n");
    fs::write(folder.path().join("target.yaml"), target).unwrap();
    let mut run = program(folder.path());
    run.args(["run", "--target", "target.yaml", "--level", "full"]);
    run.env("LIBRARY_API_KEY", "card-main").output().unwrap();
    let bodies_seen = bodies_seen.lock().unwrap();
    assert!(bodies_seen.contains("@readers.example"), "{bodies_seen}");
    assert!(!bodies_seen.contains("@example.com"), "{bodies_seen}");
}

#[tokio::test(flavor = "multi_thread")]
async fn requested_reports_are_written_without_keys() {
    let port = serve().await;
    let folder = tempfile::tempdir().unwrap();
    let target = format!(
        "target: 1\nbase_url: http://127.0.0.1:{port}\nkeys: {{ main: {{ file: card }} }}\n\
         fixtures:\n  open_loan: [{{ id: loan-open, facts: {{ member: ann@example.com }} }}]\n  \
         returned_loan: [{{ id: loan-returned, facts: {{ member: ann@example.com }} }}]\n"
    );
    fs::write(folder.path().join("target.yaml"), target).unwrap();
    fs::write(folder.path().join("card"), "card-main\n").unwrap();
    let run = |path: &Path| {
        let mut run = program(path);
        run.args(["run", "--target", "target.yaml", "--report", "json=-", "--state-dir", "state"]);
        run.args(["--report", "human=report.txt"]);
        run.output().unwrap()
    };
    let first = run(folder.path());
    let report: serde_json::Value = serde_json::from_slice(&first.stdout).unwrap();
    assert_eq!(report["summary"]["violated"], 0, "{}", stderr(&first));
    assert_eq!(report["exit_code"], code(&first));
    let verdict = |report: &serde_json::Value, id: &str| {
        let clauses = report["clauses"].as_array().unwrap().clone();
        clauses.into_iter().find(|clause| clause["id"] == id).unwrap()["verdict"].clone()
    };
    assert_eq!(verdict(&report, "return_loan.transition.done"), "held");

    // Fixtures used up by the first run are not allocated again, and no violation is reported.
    let second = run(folder.path());
    let report: serde_json::Value = serde_json::from_slice(&second.stdout).unwrap();
    assert_eq!(report["summary"]["violated"], 0, "{}", stderr(&second));
    assert_eq!(verdict(&report, "return_loan.transition.done"), "not_exercised");
    assert!(stderr(&second).contains("earlier runs consumed 1 fixture,"));

    // Output is not a terminal: no colours, and no progress.
    assert!(!stderr(&first).contains(['\u{1b}', '\r']), "{}", stderr(&first));

    let mut written = stderr(&first) + &String::from_utf8_lossy(&first.stdout);
    let state = fs::read_dir(folder.path().join("state")).unwrap();
    let report = folder.path().join("report.txt");
    let state = state.map(|entry| entry.unwrap().path());
    for path in state.filter(|path| path.is_file()).chain([report]) {
        written += &fs::read_to_string(path).unwrap();
    }
    assert!(!written.contains("card-main"));
    assert!(written.contains("intended") && written.contains("completed"));
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn journal_is_readable_only_by_its_owner() {
    use std::os::unix::fs::PermissionsExt;

    let port = serve().await;
    let folder = tempfile::tempdir().unwrap();
    let mut run = program(folder.path());
    run.args(["run", "--base-url", &format!("http://127.0.0.1:{port}"), "--seed", "9"]);
    run.args(["--state-dir", "state", "--only", "add_book.errors.*"]);
    let output = run.env("LIBRARY_API_KEY", "card-main").output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let journal = fs::metadata(folder.path().join("state/9.jsonl")).unwrap();
    assert_eq!(journal.permissions().mode() & 0o777, 0o600);
}

#[tokio::test(flavor = "multi_thread")]
async fn custom_certificate_authority_is_set_by_a_flag() {
    let (port, authority) = crate::tls::serve(app()).await;
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ca.pem"), authority).unwrap();
    let run = |more: &[&str]| {
        let base_url = format!("https://127.0.0.1:{port}");
        let mut run = program(folder.path());
        run.args(["run", "--base-url", &base_url, "--only", "add_book.errors.*"]).args(more);
        run.env("LIBRARY_API_KEY", "card-main").output().unwrap()
    };
    let known = run(&["--cacert", "ca.pem"]);
    assert_eq!(code(&known), 0, "{}", stderr(&known));
    let unknown = run(&[]);
    assert_eq!(code(&unknown), 6);
    let words = "give your own one with `--cacert`";
    assert!(stdout(&unknown).contains(words), "{}", output_text(&unknown));
}

#[test]
fn password_in_a_base_url_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    for base_url in ["https://me:secret@library.test", "https://me:secret@library.test:99999"] {
        for name in ["run", "plan", "discover", "sweep"] {
            let mut command = program(folder.path());
            command.args([name, "--base-url", base_url]).env("LIBRARY_API_KEY", "card-main");
            let output = command.output().unwrap();
            let stderr = stderr(&output);
            assert_eq!(code(&output), 2, "{stderr}");
            assert!(stderr.contains("--base-url") && !stderr.contains("secret"), "{stderr}");
        }
    }
}
