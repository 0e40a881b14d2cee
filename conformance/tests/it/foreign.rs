//! Runs of the program with the contracts of services other than the library, against servers in memory.

use std::fmt::Debug;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::program::{Folder, clause, code, in_parallel, output_text};
use crate::server::{ReceivedRequest, Server, http_response, serve, write};

/// Flags of a run that creates its own records and writes `report.json`.
pub const RUN: &[&str] =
    &["run", "--level", "own", "--state-dir", "state", "--report", "json=report.json"];

/// A server that answers with a status and a JSON body; `null` means no body.
pub fn answering(
    answer: impl Fn(&ReceivedRequest) -> (u16, Value) + Send + Sync + 'static,
) -> Server {
    serve(move |received, stream| {
        let (status, body) = answer(received);
        let body = if body.is_null() { String::new() } else { body.to_string() };
        write(stream, &http_response(status, "", body.as_bytes()));
    })
}

/// Calls the program with a contract of `spec/tests`. The key is in an environment variable with the given name.
pub fn call(
    contract: &str,
    key: Option<(&str, &str)>,
    folder: &Folder,
    server: &Server,
    arguments: &[&str],
) -> Output {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/tests");
    let mut command = Command::new(env!("CARGO_BIN_EXE_referral-conformance"));
    command.arg("--contract").arg(tests.join(contract).join("contract")).args(arguments);
    command.args(["--base-url", &server.base_url()]);
    command.env_clear().env("HOME", folder.path()).envs(key).current_dir(folder.path());
    command.output().unwrap()
}

pub fn report(folder: &Folder) -> Value {
    serde_json::from_str(&folder.read("report.json")).unwrap()
}

/// Each of these clauses is held in the report of a run with this output.
pub fn assert_held(report: &Value, ids: &[&str], output: &Output) {
    for id in ids {
        assert_eq!(clause(report, id)["verdict"], "held", "{id}: {}", output_text(output));
    }
}

/// For each fault, a run of one clause by the only client of a server with the fault shows that it is violated.
pub fn assert_violations<F: Copy + Debug + Sync>(
    faults: &[(F, &str)],
    run: impl Fn(F, &[&str]) -> (Output, Value) + Sync,
) {
    // Runs wait most of their time. Not all at once: a slow response would be a reason to doubt.
    for faults in faults.chunks(12) {
        in_parallel(faults, |&(fault, id)| {
            let (output, report) = run(fault, &["--only", id, "--alone"]);
            assert_violated(fault, id, &report, &output);
        });
    }
}

/// The run against a server with this fault shows that the clause is violated.
pub fn assert_violated(fault: impl Debug, id: &str, report: &Value, output: &Output) {
    let text = output_text(output);
    assert_eq!(clause(report, id)["verdict"], "violated", "{fault:?}: {text}");
    assert_eq!(code(output), 1, "{fault:?}");
}
