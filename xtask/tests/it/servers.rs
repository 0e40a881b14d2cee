//! Programs of this build as servers.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::cargo::build;
use crate::projects::run;

/// A program of this build.
pub fn binary(name: &str) -> PathBuf {
    static BUILT: OnceLock<()> = OnceLock::new();
    BUILT.get_or_init(|| {
        build(&[
            "contract-mock",
            "referral-conformance",
            "referral-reference",
            "three-operations",
            "using-the-api",
        ])
        .unwrap();
    });
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    Path::new(env!("CARGO_BIN_EXE_xtask")).with_file_name(name)
}

/// A server that is stopped when this is dropped.
pub struct Server(pub Child);

impl Server {
    /// Starts a server and waits for the line with its address.
    pub fn start(mut command: Command) -> (Self, String) {
        let mut server = Self(command.stdout(Stdio::piped()).spawn().unwrap());
        let mut line = String::new();
        BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("listening on ").unwrap();
        (server, url.to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// A reference with the demo data. Its folder also has the target file and the keys.
pub struct Reference {
    _server: Server,
    pub folder: TempDir,
    pub base_url: String,
}

impl Reference {
    /// Starts and seeds a server on a free port.
    pub fn start() -> Self {
        Self::for_runs(1)
    }

    /// The same, with enough fixtures for several runs.
    pub fn for_runs(runs: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut serve = Command::new(binary("referral-reference"));
        serve.args(["serve", "--listen", "127.0.0.1:0", "--database", &database(folder.path())]);
        serve.stderr(Stdio::null());
        let (server, base_url) = Server::start(serve);
        seed(folder.path(), &base_url, runs);
        Self { _server: server, folder, base_url }
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

fn database(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("reference.db").display())
}

/// Writes `target.yaml` of the demo data into a folder, for a server at this address.
pub fn seed(folder: &Path, base_url: &str, runs: u32) {
    let mut seed = Command::new(binary("referral-reference"));
    seed.args(["seed", "demo", "--database", &database(folder), "--base-url", base_url]);
    seed.args(["--runs", &runs.to_string()]).arg("--target-out").arg(folder.join("target.yaml"));
    run(seed);
}
