//! `gen --watch` generates after each change, goes on after an error, and ends at Ctrl-C.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::support::{assert_code, copy, edit, root, stderr, xtask};

/// A run that is killed if the test fails.
struct Running {
    child: Child,
    lines: Receiver<String>,
}

impl Running {
    fn start(contract: &Path, overlay: &Path, out: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.args(["gen", "--watch"]).arg("--contract").arg(contract);
        command.arg("--overlay").arg(overlay).arg("--out").arg(out);
        let mut child = command.current_dir(root()).stderr(Stdio::piped()).spawn().unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                _ = sender.send(line);
            }
        });
        Self { child, lines }
    }

    /// The lines up to the one that says that the run waits for changes.
    fn until_waiting(&self) -> String {
        let mut text = String::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(120));
            let line = line.unwrap_or_else(|_| panic!("no more lines after:\n{text}"));
            text += &(line.clone() + "\n");
            if line.starts_with("watching ") {
                return text;
            }
        }
    }

    fn is_silent(&self, time: Duration) -> bool {
        self.lines.recv_timeout(time).is_err()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[test]
fn each_change_is_generated() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| -> PathBuf { folder.path().join(path) };
    let (contract, overlay, out) = (at("contract"), at("overlay.yaml"), at("out"));
    copy(&root().join("spec/tests/library/contract"), &contract);
    std::fs::copy(root().join("spec/tests/library/overlay.yaml"), &overlay).unwrap();
    let mut running = Running::start(&contract, &overlay, &out);
    let first = running.until_waiting();
    assert!(first.contains("contract"), "{first}");
    let page = out.join("models/src/books/add_book.rs");
    let generated = || std::fs::read_to_string(&page).unwrap();
    assert!(generated().contains("/// Add a book to the branch."));
    // The output is beside the overlay, whose folder is watched.
    assert!(running.is_silent(Duration::from_millis(500)));

    let file = "books/add_book.yaml";
    edit(&contract, file, "Add a book to the branch.", "Buy a book.");
    let second = running.until_waiting();
    assert!(second.contains("changed: ") && second.contains(file), "{second}");
    assert!(generated().contains("/// Buy a book."));

    // Files beside the contract, and the reading of it, start nothing.
    std::fs::write(contract.join("books/notes.md"), "").unwrap();
    assert!(running.is_silent(Duration::from_millis(500)));

    edit(&contract, file, "creates: Book", "creates: Boook");
    let broken = running.until_waiting();
    assert!(broken.contains("error[unknown-record]"), "{broken}");
    edit(&contract, file, "creates: Boook", "creates: Book");
    let mended = running.until_waiting();
    assert!(!mended.contains("error"), "{mended}");

    // An editor replaces the file by another.
    let text = std::fs::read_to_string(&overlay).unwrap();
    std::fs::write(at("overlay.new"), text + "\n# The end.\n").unwrap();
    std::fs::rename(at("overlay.new"), &overlay).unwrap();
    let replaced = running.until_waiting();
    assert!(replaced.contains("overlay.yaml"), "{replaced}");

    interrupt(&running.child);
    let deadline = Instant::now() + Duration::from_secs(120);
    let status = loop {
        match running.child.try_wait().unwrap() {
            Some(status) => break status,
            None => assert!(Instant::now() < deadline, "Ctrl-C does not end it"),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(0));
}

/// What Ctrl-C sends.
fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn a_folder_that_does_not_exist_cannot_be_watched() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let output = xtask(&["gen", "--watch", "--contract", "gone", "--out", out.to_str().unwrap()]);
    assert_code(&output, 2);
    assert!(stderr(&output).contains("failed to watch gone"), "{}", stderr(&output));
}
