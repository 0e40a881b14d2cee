//! Servers as processes. The data is seeded once and copied for each server.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use referral_conformance::suite::Suite;
use referral_conformance::target::{KeySource, Target};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::{Server, ServerFactory, StartError, StartFuture, TestData};

const DATABASE: &str = "data.db";

/// Time until a server must listen.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// A program with the commands `seed demo` and `serve`, and its seeded data.
pub struct ServerProgram {
    program: PathBuf,
    seeded: TempDir,
    test_data: TestData,
}

impl ServerProgram {
    /// Seeds the data.
    ///
    /// # Errors
    /// [`StartError`] when the program cannot be run, fails, or writes an invalid target file.
    pub async fn seed(program: &Path, suite: &Suite) -> Result<Self, StartError> {
        // A bare name is a file in the current folder, not a program on the `PATH`.
        let program = &std::path::absolute(program).unwrap_or_else(|_| program.to_owned());
        let seeded = temporary()?;
        let target = seeded.path().join("target.yaml");
        let mut seed = Command::new(program);
        seed.args(["seed", "demo", "--database", &database(&seeded), "--target-out"]).arg(&target);
        let command = format!("{} seed demo", program.display());
        let output = seed.stdin(Stdio::null()).output().await;
        let output = output.map_err(|cause| spawn_failed(program, cause))?;
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            return Err(StartError::Failed { command, stderr });
        }
        let target = suite.target(&target).map_err(|mistakes| StartError::Target(mistakes.0))?;
        let keys = keys(&target, seeded.path())?;
        Ok(Self { program: program.to_owned(), seeded, test_data: TestData { target, keys } })
    }

    /// Starts a server with additional environment variables.
    ///
    /// # Errors
    /// [`StartError`] when the data cannot be copied, or the program cannot be run or does not listen.
    pub async fn serve(&self, variables: &[(&str, &str)]) -> Result<Server, StartError> {
        let folder = temporary()?;
        copy(self.seeded.path(), folder.path())?;
        let mut serve = Command::new(&self.program);
        serve.args(["serve", "--listen", "127.0.0.1:0", "--database", &database(&folder)]);
        serve
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let mut child = serve.spawn().map_err(|cause| spawn_failed(&self.program, cause))?;
        let line = first_line(&mut child).await;
        let base_url = line.strip_prefix("listening on ").and_then(|url| url.parse().ok());
        let base_url = base_url.ok_or(StartError::NoAddress(line))?;
        Ok(Server { base_url, guard: Box::new((child, folder)) })
    }
}

impl ServerFactory for ServerProgram {
    fn test_data(&self) -> &TestData {
        &self.test_data
    }

    fn start(&self) -> StartFuture<'_> {
        Box::pin(self.serve(&[]))
    }
}

fn temporary() -> Result<TempDir, StartError> {
    tempfile::tempdir().map_err(|cause| StartError::File { path: std::env::temp_dir(), cause })
}

fn database(folder: &TempDir) -> String {
    format!("sqlite://{}", folder.path().join(DATABASE).display())
}

fn spawn_failed(program: &Path, cause: std::io::Error) -> StartError {
    StartError::Spawn { program: program.display().to_string(), cause }
}

/// Copies the database, including its journal files.
fn copy(from: &Path, to: &Path) -> Result<(), StartError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        |cause| StartError::File { path, cause }
    };
    for entry in fs::read_dir(from).map_err(failed(from))? {
        let path = entry.map_err(failed(from))?.path();
        let name = path.file_name().unwrap_or_default();
        if name.to_string_lossy().starts_with(DATABASE) {
            fs::copy(&path, to.join(name)).map_err(failed(&path))?;
        }
    }
    Ok(())
}

/// Reads the keys that the target file refers to.
fn keys(target: &Target, folder: &Path) -> Result<BTreeMap<String, String>, StartError> {
    let mut keys = BTreeMap::new();
    for (kind, source) in &target.keys {
        let key = match source {
            KeySource::File(file) => {
                let path = folder.join(file);
                let read = fs::read_to_string(&path);
                read.map_err(|cause| StartError::File { path, cause })?.trim().to_owned()
            }
            KeySource::Env(name) => {
                let value = std::env::var(name);
                value
                    .map_err(|_| StartError::Target(format!("the variable `{name}` is not set")))?
            }
        };
        keys.insert(kind.clone(), key);
    }
    Ok(keys)
}

/// The first line on stdout; empty if the server exits or times out before it.
async fn first_line(child: &mut Child) -> String {
    let mut line = String::new();
    if let Some(stdout) = child.stdout.take() {
        let mut stdout = BufReader::new(stdout);
        // An error is reported as a missing address.
        let _ = timeout(START_TIMEOUT, stdout.read_line(&mut line)).await;
    }
    line.trim().to_owned()
}
