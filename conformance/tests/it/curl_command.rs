//! The `curl` command of a violation, pasted into a shell, sends the request of the run again.

use std::mem::take;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

use crate::library::{Broken, Library};
use crate::program::{Folder, code, output_text, program};
use crate::server::{Server, library_response, serve, write};

const CARD: &str = "card-main";
/// The value is too short to be removed from reports.
const GATE: &str = "open";

/// Card, gate header, method and target, and body of a request.
type Seen = [String; 4];

/// A library with a wrong member, which records requests.
fn serve_recording(seen: &Arc<Mutex<Vec<Seen>>>) -> Server {
    let (library, seen) = (Library::new(Broken::MemberType), Arc::clone(seen));
    serve(move |received, stream| {
        let header = |name| received.header(name).unwrap_or_default().to_owned();
        let line = received.head.lines().next().unwrap_or_default().to_owned();
        let request = [header("library-card"), header("x-gate"), line, received.body.clone()];
        seen.lock().unwrap().push(request);
        write(stream, &library_response(&library, received));
    })
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

#[test]
fn curl_command_repeats_the_request_with_the_sources_of_the_run() {
    for (source, name, flags) in [
        ("{ env: MY_CARD }", "$MY_CARD", &[][..]),
        ("{ file: my.card }", "my.card)", &[][..]),
        ("{ env: UNSET }", "flag.card)", &["--api-key-file", "flag.card"][..]),
    ] {
        let seen = Arc::default();
        let server = serve_recording(&seen);
        let keys = format!("keys: {{ main: {source} }}\n");
        let folder = Folder::with_target(&server.base_url(), &keys);
        folder.write("my.card", format!("{CARD}\n"));
        folder.write("flag.card", CARD);
        let mut run = program(folder.path());
        run.args(["run", "--target", "target.yaml", "--level", "own", "--alone"]).args(flags);
        run.args(["--only", "add_book", "--header", "X-Gate=env:GATE"]);
        let output = run.env("MY_CARD", CARD).env("GATE", GATE).output().unwrap();
        assert_eq!(code(&output), 1, "{}", output_text(&output));
        let line = curl(&output);
        assert!(line.contains(name) && !line.contains(CARD), "{line}");
        let sent = take(&mut *seen.lock().unwrap());
        let Some(pasted) = paste(folder.path(), &line) else { return };
        let again = take(&mut *seen.lock().unwrap());
        assert_eq!(again.len(), 1, "{line}: {}", output_text(&pasted));
        assert!(sent.contains(&again[0]), "{line}: {again:?}");
        assert_eq!(again[0][1], GATE);
    }
}
