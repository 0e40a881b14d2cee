//! Ctrl-C once and twice, through the program: tidying up, and stopping at once.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use spec::Method;

use crate::faults::server::{Server, honest, serve, write};
use crate::library::{Broken, Library};
use crate::sweep::{SCENARIO, command};

/// Longer than anything here takes on the slowest machine.
const LONGEST: Duration = Duration::from_secs(60);

/// A library that never shows a book, nor, until told to, takes the change back. Tells when it is asked.
struct Stalling {
    server: Server,
    asked: mpsc::Receiver<&'static str>,
    is_willing: Arc<AtomicBool>,
}

fn stalling() -> Stalling {
    let (tell, asked) = mpsc::channel();
    let tell = Mutex::new(tell);
    let library = Library::new(Broken::Nothing);
    let is_willing = Arc::new(AtomicBool::new(false));
    let willing = Arc::clone(&is_willing);
    let server = serve(move |asked, stream| {
        let stalled = match asked.request().method {
            Method::Get => Some("to show"),
            Method::Patch if !asked.body.contains("Persuasion") => Some("to put back"),
            _ => None,
        };
        match stalled.filter(|_| !willing.load(Ordering::SeqCst)) {
            Some(what) => tell.lock().unwrap().send(what).unwrap(),
            None => write(stream, &honest(&library, asked)),
        }
    });
    Stalling {
        server,
        asked,
        is_willing,
    }
}

impl Stalling {
    fn base_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.server.port)
    }

    fn is_asked(&self, what: &str) {
        assert_eq!(self.asked.recv_timeout(LONGEST), Ok(what));
    }

    fn start(&self, folder: &Path) -> Child {
        fs::create_dir(folder.join("scenarios")).unwrap();
        fs::write(folder.join("scenarios/corrected.yaml"), SCENARIO).unwrap();
        let mut run = command(folder, "run", &self.base_url());
        let run = run.args(["--seed", "9", "--timeout", "2m"]);
        run.stderr(Stdio::piped()).spawn().unwrap()
    }
}

fn ctrl_c(child: &Child) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
}

/// What the run says until the line that begins so, that included.
fn until(said: &mut impl BufRead, start: &str) -> String {
    let mut text = String::new();
    while !text.lines().last().unwrap_or_default().starts_with(start) {
        assert_ne!(
            said.read_line(&mut text).unwrap(),
            0,
            "no `{start}` in {text}"
        );
    }
    text
}

fn rest(mut said: impl BufRead) -> String {
    let mut text = String::new();
    said.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn the_first_puts_back_and_reports() {
    let (folder, server) = (tempfile::tempdir().unwrap(), stalling());
    let mut run = server.start(folder.path());
    let mut said = BufReader::new(run.stderr.take().unwrap());
    server.is_asked("to show");
    server.is_willing.store(true, Ordering::SeqCst);
    ctrl_c(&run);
    until(&mut said, "interrupted: tidying up");
    let text = rest(said);
    assert_eq!(run.wait().unwrap().code(), Some(130), "{text}");
    assert!(text.contains("(exit 130)"), "{text}");
    assert!(!text.contains("changed Book"), "{text}");
    assert!(!text.contains("stopped at once"), "{text}");
}

#[test]
fn the_second_stops_at_once_and_tells_what_is_left() {
    let (folder, server) = (tempfile::tempdir().unwrap(), stalling());
    let mut run = server.start(folder.path());
    let mut said = BufReader::new(run.stderr.take().unwrap());
    server.is_asked("to show");
    ctrl_c(&run);
    server.is_asked("to put back");
    until(&mut said, "interrupted: tidying up");
    ctrl_c(&run);
    until(&mut said, "interrupted again: stopping at once");
    let text = rest(said);
    assert_eq!(run.wait().unwrap().code(), Some(130), "{text}");
    assert!(text.contains("(exit 130)"), "{text}");
    let (_, left) = text.split_once("stopped at once; ").unwrap();
    let left = left.replace(&server.base_url(), "BASE");
    insta::assert_snapshot!(left);

    server.is_willing.store(true, Ordering::SeqCst);
    let mut sweep = command(folder.path(), "sweep", &server.base_url());
    let output = sweep.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("put back  PATCH /books/"), "{text}");
}
