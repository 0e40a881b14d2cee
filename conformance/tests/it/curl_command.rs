//! The `curl` command of a violation, pasted into a shell, sends the request of the run again.

use std::fs;
use std::mem::take;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::Request as Incoming;
use axum::response::Response as Outgoing;

use crate::command_line::{code, output_text, program, read, serve_app};
use crate::library::{Broken, Library};

const CARD: &str = "card-main";
/// The value is too short to be removed from reports.
const GATE: &str = "open";

/// Method, target, card, gate header and body of a request.
type Seen = (String, String, String, String, Option<String>);

/// A library with a wrong member, which records requests.
async fn serve(seen: &Arc<Mutex<Vec<Seen>>>) -> u16 {
    let (library, seen) = (Arc::new(Library::new(Broken::MemberType)), Arc::clone(seen));
    serve_app(Router::new().fallback(move |incoming: Incoming| {
        let (library, seen) = (Arc::clone(&library), Arc::clone(&seen));
        async move {
            let gate = incoming.headers().get("x-gate");
            let gate = gate.map_or(String::new(), |gate| gate.to_str().unwrap().to_owned());
            let request = read(incoming).await;
            let card = request.headers.first().map(|(_, card)| card.clone()).unwrap_or_default();
            let (method, target) = (request.method.to_string(), request.target.clone());
            seen.lock().unwrap().push((method, target, card, gate, request.body.clone()));
            let response = library.answer(&request);
            Outgoing::builder()
                .status(response.status)
                .body(Body::from(response.body.to_vec()))
                .unwrap()
        }
    }))
    .await
}

/// The command of the first violation.
fn curl(output: &Output) -> String {
    let text = output_text(output);
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix("request "));
    line.unwrap_or_else(|| panic!("{text}")).trim().to_owned()
}

/// Runs the command in a shell; `None` without curl.
fn paste(folder: &Path, line: &str) -> Option<Output> {
    if Command::new("curl").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "curl is missing");
        return None;
    }
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).env("MY_CARD", CARD).env("GATE", GATE);
    shell.env("NO_PROXY", "127.0.0.1").env("no_proxy", "127.0.0.1");
    Some(shell.output().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn curl_command_repeats_the_request_with_the_sources_of_the_run() {
    for (source, name, flags) in [
        ("{ env: MY_CARD }", "$MY_CARD", &[][..]),
        ("{ file: my.card }", "my.card)", &[][..]),
        ("{ env: UNSET }", "flag.card)", &["--api-key-file", "flag.card"][..]),
    ] {
        let seen = Arc::default();
        let base_url = format!("http://127.0.0.1:{}", serve(&seen).await);
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let target = format!("target: 1\nbase_url: {base_url}\nkeys: {{ main: {source} }}\n");
        fs::write(folder.join("target.yaml"), target).unwrap();
        fs::write(folder.join("my.card"), format!("{CARD}\n")).unwrap();
        fs::write(folder.join("flag.card"), CARD).unwrap();
        let mut run = program(folder);
        run.args(["run", "--target", "target.yaml", "--level", "own", "--alone"]).args(flags);
        run.args(["--only", "add_book", "--header", "X-Gate=env:GATE"]);
        let output = run.env("MY_CARD", CARD).env("GATE", GATE).output().unwrap();
        assert_eq!(code(&output), 1, "{}", output_text(&output));
        let line = curl(&output);
        assert!(line.contains(name) && !line.contains(CARD), "{line}");
        let sent = take(&mut *seen.lock().unwrap());
        let Some(pasted) = paste(folder, &line) else { return };
        let again = take(&mut *seen.lock().unwrap());
        assert_eq!(again.len(), 1, "{line}: {}", output_text(&pasted));
        assert!(sent.contains(&again[0]), "{line}: {again:?}");
        assert_eq!(again[0].3, GATE);
    }
}
