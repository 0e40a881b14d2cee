//! The example server passes for the operations that it implements.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::support::{Report, ServerProcess, binary, run_at};

const OFFERED: &str = "create_subscriber,get_subscriber,list_subscribers";

#[test]
fn three_implemented_operations_pass() {
    let mut serve = Command::new(binary("three-operations"));
    let mut child = serve.arg("127.0.0.1:0").stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    let _server = ServerProcess(child);
    let base_url = line.trim().strip_prefix("listening on ").unwrap();

    let folder = tempfile::tempdir().unwrap();
    let run = |flags: &[&str]| {
        let mut run = run_at(folder.path(), base_url, "report.json");
        run.args(flags).env("REFERRAL_API_KEY", "demo");
        Report::of(folder.path(), "report.json", &run.output().unwrap())
    };
    // A fixture cannot supply the values that come from other operations.
    let allowed = ["--only", OFFERED, "--allow", "not_exercised:no_fixture"];
    let report = run(&allowed);
    assert_eq!(report.code, Some(0), "{}", report.human);
    assert!(report.with("held").len() > 25, "{}", report.human);
    assert!(
        report.human.contains("X-Api-Key: $REFERRAL_API_KEY") || !report.human.contains("demo'"),
        "{}",
        report.human
    );

    // The others answer 501, which is no violation.
    let report = run(&[]);
    assert_eq!(report.code, Some(3), "{}", report.human);
    assert_eq!(report.with("violated"), [""; 0], "{}", report.human);
}
