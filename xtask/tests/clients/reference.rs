//! A seeded reference server.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::cargo::build;
use crate::support::run;

/// A server with the demo data, stopped when this is dropped.
pub struct Reference {
    server: Child,
    folder: TempDir,
    pub base_url: String,
}

impl Reference {
    /// Starts and seeds a server on a free port.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}", folder.path().join("reference.db").display());
        let mut serve = Command::new(binary("referral-reference"));
        serve.args(["serve", "--listen", "127.0.0.1:0", "--database", &database]);
        let mut server = serve.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let base_url = line.trim().strip_prefix("listening on ").unwrap().to_owned();
        let mut seed = Command::new(binary("referral-reference"));
        seed.args(["seed", "demo", "--database", &database, "--base-url", &base_url]);
        seed.arg("--target-out").arg(folder.path().join("target.yaml"));
        run(seed);
        Self { server, folder, base_url }
    }

    /// A file that seeding wrote: `target.yaml`, or a key beside it.
    pub fn seeded(&self, file: &str) -> String {
        fs::read_to_string(self.folder.path().join(file)).unwrap()
    }

    /// The key of the seeded account.
    pub fn key(&self) -> String {
        self.seeded("target.main.key").trim().to_owned()
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A program of this build.
pub fn binary(name: &str) -> PathBuf {
    static BUILT: OnceLock<()> = OnceLock::new();
    BUILT.get_or_init(|| build(&["referral-conformance", "referral-reference"]).unwrap());
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    Path::new(env!("CARGO_BIN_EXE_xtask")).with_file_name(name)
}
