//! Report files: path errors are found before any request, and write errors do not hide verdicts.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::Request;
use axum::middleware::map_request;

use crate::command_line::{app_of, code, program, serve_app, stderr};
use crate::library::{Broken, Library};

/// A library that counts requests.
async fn serve(broken: Broken) -> (String, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let count = move |request: Request| {
        counted.fetch_add(1, Ordering::SeqCst);
        std::future::ready(request)
    };
    let app = app_of(Arc::new(Library::new(broken))).layer(map_request(count));
    (format!("http://127.0.0.1:{}", serve_app(app).await), asked)
}

fn run(folder: &Path, base_url: &str, more: &[&str]) -> Output {
    let mut run = program(folder);
    run.args(["run", "--base-url", base_url, "--only", "add_book.errors.*"]);
    run.env("LIBRARY_API_KEY", "card-main").args(more);
    run.output().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn unwritable_report_path_sends_nothing() {
    let (base_url, asked) = serve(Broken::Nothing).await;
    let folder = tempfile::tempdir().unwrap();
    for (reports, words) in [
        (["json=nowhere/x.json", "junit=x.xml"], "cannot write the report `nowhere/x.json`"),
        (["human=x.txt", "json=."], "cannot write the report `.`"),
        (["json=-", "junit=-"], "two reports cannot both be written to `-`"),
        (["json=a", "junit=a"], "two reports cannot both be written to `a`"),
        (["json=a", "junit=./a"], "two reports cannot both be written to `./a`"),
    ] {
        let [one, other] = reports;
        let output = run(folder.path(), &base_url, &["--report", one, "--report", other]);
        assert_eq!(code(&output), 2, "{reports:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn usage_error_leaves_report_files_unchanged() {
    let (base_url, _) = serve(Broken::Nothing).await;
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old.json"), folder.path().join("new.json"));
    fs::write(&old, "of yesterday").unwrap();
    fs::write(folder.path().join("state"), "no folder").unwrap();
    let reports = ["--report", "json=old.json", "--report", "human=new.json"];
    let state = ["--state-dir", "state"];
    let output = run(folder.path(), &base_url, &[reports.as_slice(), &state].concat());
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&old).unwrap(), "of yesterday");
    assert!(!new.exists());

    let output = run(folder.path(), &base_url, &reports);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(fs::read_to_string(&old).unwrap().starts_with('{'));
    assert!(new.exists());
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn write_error_at_the_end_comes_before_violations_in_the_exit_code() {
    for broken in [Broken::Nothing, Broken::Message] {
        let (base_url, _) = serve(broken).await;
        let folder = tempfile::tempdir().unwrap();
        let full = ["--report", "json=/dev/full", "--report", "human=whole.txt"];
        let output = run(folder.path(), &base_url, &full);
        assert_eq!(code(&output), 5, "{}", stderr(&output));
        assert!(stderr(&output).contains("cannot write the report `/dev/full`"));
        assert!(folder.path().join("whole.txt").exists(), "the others are written");
    }
}

#[test]
fn report_does_not_replace_what_the_run_reads() {
    let folder = tempfile::tempdir().unwrap();
    let target = "target: 1\nbase_url: http://127.0.0.1:1\nkeys: { main: { file: card } }\n";
    fs::write(folder.path().join("target.yaml"), target).unwrap();
    fs::write(folder.path().join("card"), "card-main").unwrap();
    for name in ["run", "explore"] {
        for path in ["./target.yaml", "./card"] {
            let mut command = program(folder.path());
            command.args([name, "--target", "target.yaml", "--report", &format!("json={path}")]);
            let output = command.output().unwrap();
            assert_eq!(code(&output), 2, "{}", stderr(&output));
            let words = format!("a report cannot be written to `{path}`");
            assert!(stderr(&output).contains(&words), "{}", stderr(&output));
        }
    }
    assert_eq!(fs::read_to_string(folder.path().join("target.yaml")).unwrap(), target);
    assert_eq!(fs::read_to_string(folder.path().join("card")).unwrap(), "card-main");
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn full_standard_output_is_an_error() {
    let (base_url, _) = serve(Broken::Nothing).await;
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["run", "--only", "add_book.errors.*", "--report", "json=r.json"][..],
        &["explore", "--steps", "3"],
    ] {
        let mut command = program(folder.path());
        command.args(arguments).args(["--base-url", &base_url]);
        command.env("LIBRARY_API_KEY", "card-main");
        command.stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
        let output = command.output().unwrap();
        assert_eq!(code(&output), 5, "{arguments:?}: {}", stderr(&output));
        let words = "error: cannot write the report to standard output: ";
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
    let report = fs::read_to_string(folder.path().join("r.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["exit_code"], 5);
}
