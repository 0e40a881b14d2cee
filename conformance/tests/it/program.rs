//! Starts the program in a folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;

use serde_json::Value;
use tempfile::TempDir;

/// A folder in which the program runs, with the contract and the scenarios of the library and the main key.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder with a target file.
    pub fn with_target(base_url: &str, more: &str) -> Self {
        let folder = Self::new();
        folder.write("target.yaml", format!("target: 1\nbase_url: {base_url}\n{more}"));
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Writes a file, and creates its folder.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.join(name)).unwrap()
    }

    /// The names of its files and folders.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program(self.path());
        command.args(arguments).env("LIBRARY_API_KEY", "card-main");
        command
    }

    pub fn call(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// A run against a service.
    pub fn run(&self, base_url: &str, flags: &[&str]) -> Output {
        let arguments = ["run", "--base-url", base_url, "--state-dir", "state"];
        self.call(&[&arguments, flags].concat())
    }
}

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

/// A text as one line.
pub fn unfolded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Asserts that the program refuses its arguments or files, and says why. Returns what it says.
pub fn assert_refused(command: &mut Command, words: &str) -> String {
    let output = command.output().unwrap();
    let said = stderr(&output);
    assert_eq!(code(&output), 2, "{command:?}: {said}");
    assert!(said.contains(words), "{command:?}: {words}: {said}");
    said
}

/// A clause of a JSON report.
pub fn clause<'r>(report: &'r Value, id: &str) -> &'r Value {
    let mut clauses = report["clauses"].as_array().unwrap().iter();
    clauses.find(|clause| clause["id"] == id).unwrap()
}

/// The results of runs at the same time, in order: most of them wait most of the time.
pub fn in_parallel<C: Sync, R: Send>(cases: &[C], run: impl Fn(&C) -> R + Sync) -> Vec<R> {
    let run = &run;
    thread::scope(|scope| {
        let runs: Vec<_> = cases.iter().map(|case| scope.spawn(move || run(case))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    })
}
