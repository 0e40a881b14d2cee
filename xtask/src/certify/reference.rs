//! The reference, started on a free port and filled with the demo data.

use std::process::{Command, ExitCode};

use anyhow::{Context, bail};
use tempfile::TempDir;

use crate::tool::{self, Server};

pub(super) const REFERENCE: &str = "referral-reference";

/// A server and the folder of all that is about it; both go when this is dropped, the server first.
pub(super) struct Reference {
    _server: Server,
    folder: TempDir,
}

impl Reference {
    /// On a database, or else on a fresh one in the folder, with what so many runs use up. What is planted is told
    /// unless it is one of many.
    pub(super) fn start(
        database: Option<&str>,
        one_of_many: bool,
        runs: u32,
    ) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let own = format!("sqlite://{}", file("reference.db"));
        let database = database.unwrap_or(&own);
        let serve = [
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--database",
            database,
            // A line for each request would bury the report.
            "--log",
            "warn",
        ];
        let server = Server::start(REFERENCE, &serve)?;
        let seed = [
            "seed",
            "demo",
            "--database",
            database,
            "--target-out",
            &file("target.yaml"),
            "--base-url",
            &server.base_url,
            "--runs",
            &runs.to_string(),
        ];
        let seeded = match one_of_many {
            true => quietly(&seed)?,
            false => tool::run(REFERENCE, &seed)? == ExitCode::SUCCESS,
        };
        if !seeded {
            bail!("cannot seed the reference");
        }
        Ok(Self {
            _server: server,
            folder,
        })
    }

    /// A file of that name in the folder.
    pub(super) fn file(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    /// The target file.
    pub(super) fn target(&self) -> String {
        self.file("target.yaml")
    }
}

/// Whether it ended well; what it says is shown only if it did not.
fn quietly(arguments: &[&str]) -> anyhow::Result<bool> {
    let path = tool::path(REFERENCE)?;
    let ended = Command::new(&path).args(arguments).output();
    let ended = ended.with_context(|| format!("failed to start {}", path.display()))?;
    if !ended.status.success() {
        eprint!("{}", String::from_utf8_lossy(&ended.stderr));
    }
    Ok(ended.status.success())
}
