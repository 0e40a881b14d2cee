//! Starts the reference on a free port and seeds it with the demo data.

use std::process::{Command, ExitCode};

use anyhow::{Context, bail};
use tempfile::TempDir;

use crate::binary::{self, Server};

pub(super) const REFERENCE: &str = "referral-reference";

/// A server and its temporary folder. Dropping it stops the server, then removes the folder.
pub(super) struct Reference {
    _server: Server,
    folder: TempDir,
}

impl Reference {
    /// Starts the server on a database, by default a new one in its folder, with enough fixtures for `runs` runs.
    /// Output of the seed is printed unless `quiet`.
    pub(super) fn start(database: Option<&str>, runs: u32, quiet: bool) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let new_database = format!("sqlite://{}", path("reference.db"));
        let database = database.unwrap_or(&new_database);
        let mut serve = binary::command(REFERENCE)?;
        serve.args(["serve", "--listen", "127.0.0.1:0", "--database", database]);
        // A line for each request would hide the report.
        serve.args(["--log", "warn"]);
        let server = Server::start(serve)?;
        let mut seed = binary::command(REFERENCE)?;
        seed.args(["seed", "demo", "--database", database, "--target-out", &path("target.yaml")]);
        seed.args(["--base-url", &server.base_url, "--runs", &runs.to_string()]);
        let is_seeded =
            if quiet { run_quietly(seed)? } else { binary::run(seed)? == ExitCode::SUCCESS };
        if !is_seeded {
            bail!("failed to seed the reference");
        }
        Ok(Self { _server: server, folder })
    }

    /// Path of a file in the folder.
    pub(super) fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    /// Path of the target file.
    pub(super) fn target(&self) -> String {
        self.path("target.yaml")
    }
}

/// Runs a command and returns whether it succeeded; its stderr is printed only if it did not.
fn run_quietly(mut command: Command) -> anyhow::Result<bool> {
    let output = command.output().with_context(|| binary::start_failed(&command))?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(output.status.success())
}
