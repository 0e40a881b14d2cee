//! The rerun command of a report, run in a shell, reproduces the violation.

use std::fs;
use std::process::Command;
use std::sync::Arc;

use crate::command_line::{code, output_text, program, serve_library};
use crate::library::{Broken, Library};

#[tokio::test(flavor = "multi_thread")]
async fn rerun_command_reproduces_the_run() {
    let port = serve_library(Arc::new(Library::new(Broken::MemberType))).await;
    let folder = tempfile::tempdir().unwrap();
    let target = format!(
        "target: 1\nbase_url: http://127.0.0.1:{port}\nlevel: own\nkeys: {{ main: {{ env: CARD }} }}\n"
    );
    fs::write(folder.path().join("my target.yaml"), target).unwrap();
    fs::write(folder.path().join("card"), "card-main").unwrap();
    fs::write(
        folder.path().join("answers.yaml"),
        "overlay: branch\ndescription: Nothing.\ncomplete: no\nanswers: {}\n",
    )
    .unwrap();
    let mut run = program(folder.path());
    run.args(["run", "--target", "my target.yaml", "--api-key-file", "card"]);
    run.args(["--overlay", "answers.yaml", "--state-dir", "state", "--jobs", "2"]);
    run.args(["--timeout", "20s", "--rate", "500", "--header", "X-Gate=env:GATE"]);
    let first = run.arg("--alone").env("GATE", "open").output().unwrap();
    assert_eq!(code(&first), 1, "{}", output_text(&first));

    let report = output_text(&first);
    let mut lines = report.lines();
    let again = lines.find_map(|line| line.trim_start().strip_prefix("again "));
    let again = again.unwrap().trim();
    for flag in [
        "--contract",
        "--scenarios",
        "--overlay answers.yaml",
        "--target 'my target.yaml'",
        "--api-key-file card",
        "--state-dir state",
        "--jobs 2",
        "--timeout 20s",
        "--rate 500",
        "--header X-Gate=env:GATE",
        "--alone",
        "--level own",
        "--only '",
    ] {
        assert!(again.contains(flag), "{flag}: {again}");
    }
    let program = env!("CARGO_BIN_EXE_referral-conformance");
    let line = again.replacen("referral-conformance", program, 1);
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]).env_clear().env("GATE", "open");
    let second = shell.current_dir(folder.path()).output().unwrap();
    assert_eq!(code(&second), 1, "{line}: {}", output_text(&second));
    let violated =
        |report: &str| report.lines().find(|line| line.starts_with("VIOLATED")).map(str::to_owned);
    assert_eq!(violated(&output_text(&second)), violated(&report));
}

#[tokio::test(flavor = "multi_thread")]
async fn base_url_flag_keeps_the_level_of_the_target_file() {
    let port = serve_library(Arc::new(Library::new(Broken::Nothing))).await;
    let folder = tempfile::tempdir().unwrap();
    let target = "target: 1\nbase_url: https://library.test\nlevel: read\n";
    fs::write(folder.path().join("target.yaml"), target).unwrap();
    let base_url = format!("http://127.0.0.1:{port}");
    let run = |more: &[&str]| {
        let mut run = program(folder.path());
        run.args(["run", "--target", "target.yaml", "--base-url", &base_url]);
        let run = run.args(more).env("LIBRARY_API_KEY", "card-main");
        output_text(&run.output().unwrap())
    };
    assert!(run(&[]).contains("\nlevel read, "), "{}", run(&[]));
    assert!(run(&["--level", "own"]).contains("\nlevel own, "));
}

#[tokio::test(flavor = "multi_thread")]
async fn rerun_command_of_walks_reproduces_them() {
    let port = serve_library(Arc::new(Library::strict(Broken::Uniqueness))).await;
    let folder = tempfile::tempdir().unwrap();
    let base_url = format!("http://127.0.0.1:{port}");
    let mut explore = program(folder.path());
    explore.args(["explore", "--base-url", &base_url, "--steps", "120", "--seed", "1", "--alone"]);
    explore.args(["--jobs", "2", "--only", "add_book", "--report", "human=report.txt"]);
    fs::write(folder.path().join("card"), "card-main").unwrap();
    let first = explore.args(["--api-key-file", "card"]).output().unwrap();
    assert_eq!(code(&first), 1, "{}", output_text(&first));

    let text = output_text(&first);
    let again = |text: &str| {
        let mut lines = text.lines();
        let again = lines.find_map(|line| line.trim_start().strip_prefix("again "));
        again.unwrap_or_else(|| panic!("{text}")).trim().to_owned()
    };
    let line = again(&text);
    for flag in ["--alone", "--jobs 2", "--only add_book", "--steps 120", "--seed 1"] {
        assert!(line.contains(flag), "{flag}: {line}");
    }
    let report = fs::read_to_string(folder.path().join("report.txt")).unwrap();
    assert_eq!(again(&report), line);
    assert!(report.contains("-H \"Library-Card: $(cat /"), "{report}");
    let program = env!("CARGO_BIN_EXE_referral-conformance");
    let mut shell = Command::new("sh");
    shell.args(["-c", &line.replacen("referral-conformance", program, 1)]).env_clear();
    shell.env("HOME", folder.path()).current_dir(folder.path());
    let second = output_text(&shell.output().unwrap());
    let violated = |text: &str| {
        let lines = text.lines().filter(|line| line.starts_with("VIOLATED"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(violated(&second), violated(&text));
}
