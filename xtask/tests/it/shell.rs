//! Scripts of a guide, run by bash in a folder.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::servers::binary;

/// The lines of a script that satisfy a condition.
pub fn lines(script: &str, keep: impl Fn(&str) -> bool) -> String {
    script.lines().filter(|line| keep(line)).map(|line| format!("{line}\n")).collect()
}

/// Where the scripts run, and what they are run with.
pub struct Shell {
    folder: PathBuf,
    /// Journals and used fixtures of the suite.
    state: TempDir,
    replaced: Vec<(String, String)>,
}

pub struct Output {
    pub code: Option<i32>,
    pub text: String,
}

impl Output {
    pub fn of(command: &mut Command) -> Self {
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        Self { code: output.status.code(), text: String::from_utf8_lossy(&text).into_owned() }
    }
}

impl Shell {
    /// A shell that replaces texts of each script by others.
    pub fn new(folder: &Path, replaced: &[(&str, &str)]) -> Self {
        let suite = binary("referral-conformance").display().to_string();
        let mut all = vec![("cargo conformance".to_owned(), format!("'{suite}'"))];
        all.extend(replaced.iter().map(|(old, new)| ((*old).to_owned(), (*new).to_owned())));
        Self { folder: folder.to_owned(), state: tempfile::tempdir().unwrap(), replaced: all }
    }

    /// The script with its replacements.
    pub fn replace(&self, script: &str) -> String {
        let all = self.replaced.iter();
        all.fold(script.to_owned(), |script, (old, new)| script.replace(old, new))
    }

    /// A command that runs a script and stops at the first failure.
    pub fn command(&self, script: &str) -> Command {
        let mut bash = Command::new("bash");
        bash.args(["-euo", "pipefail", "-c", &self.replace(script)]);
        bash.current_dir(&self.folder).env("XDG_STATE_HOME", self.state.path());
        bash.env_remove("REFERRAL_API_KEY").env_remove("REFERRAL_API_KEY_OTHER_ACCOUNT");
        bash.stdin(Stdio::null());
        bash
    }

    pub fn run(&self, script: &str) -> Output {
        Output::of(&mut self.command(script))
    }
}
