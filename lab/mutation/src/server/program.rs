//! Servers as processes. The data is seeded once and copied for each server.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use std::{fs, io};

use anyhow::{Context, anyhow, bail};
use referral_conformance::suite::Suite;
use referral_conformance::target::{KeySource, Target};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::{Server, ServerFactory, StartFuture, TestData};

/// File name of a seeded database.
pub const DATABASE: &str = "data.db";

/// Time until a server must listen.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// A program with the commands `seed demo` and `serve`, and its seeded data.
pub struct ServerProgram {
    program: PathBuf,
    seeded: TempDir,
    test_data: TestData,
}

impl ServerProgram {
    /// Seeds the data. Fails when the program cannot be run, fails, or writes an invalid target
    /// file.
    pub async fn seed(program: &Path, suite: &Suite) -> anyhow::Result<Self> {
        // A bare name is a file in the current folder, not a program on the `PATH`.
        let program = &std::path::absolute(program).unwrap_or_else(|_| program.to_owned());
        let seeded = tempfile::tempdir()?;
        let target = seeded.path().join("target.yaml");
        let mut seed = Command::new(program);
        seed.args(["seed", "demo", "--database", &database(&seeded), "--target-out"]).arg(&target);
        let output = seed.stdin(Stdio::null()).output().await;
        let output = output.map_err(|cause| spawn_failed(program, &cause))?;
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr);
            bail!("`{} seed demo` failed: {}", program.display(), stderr.trim());
        }
        let target = suite
            .target(&target)
            .map_err(|errors| anyhow!("cannot use the server's target file: {}", errors.0))?;
        let keys = read_keys(&target, seeded.path())?;
        Ok(Self { program: program.to_owned(), seeded, test_data: TestData { target, keys } })
    }

    /// Starts a server with additional environment variables. Fails when the data cannot be copied,
    /// or the program cannot be run or does not listen.
    pub async fn serve(&self, variables: &[(&str, &str)]) -> anyhow::Result<Server> {
        let folder = tempfile::tempdir()?;
        copy_database(self.seeded.path(), folder.path())?;
        let mut serve = Command::new(&self.program);
        serve.args(["serve", "--listen", "127.0.0.1:0", "--database", &database(&folder)]);
        serve
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let mut child = serve.spawn().map_err(|cause| spawn_failed(&self.program, &cause))?;
        let line = first_line(&mut child).await;
        let base_url = line.strip_prefix("listening on ").and_then(|url| url.parse().ok());
        let base_url = base_url.with_context(|| {
            format!("expected `listening on http://HOST:PORT` from the server, got `{line}`")
        })?;
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

fn database(folder: &TempDir) -> String {
    format!("sqlite://{}", folder.path().join(DATABASE).display())
}

fn spawn_failed(program: &Path, cause: &io::Error) -> anyhow::Error {
    anyhow!("cannot run the server `{}`: {cause}", program.display())
}

fn file_failed(path: &Path, cause: &io::Error) -> anyhow::Error {
    anyhow!("cannot use the server data at `{}`: {cause}", path.display())
}

/// Copies a seeded database, including its journal files.
///
/// # Errors
/// When a file cannot be read or written.
pub fn copy_database(from: &Path, to: &Path) -> anyhow::Result<()> {
    for entry in fs::read_dir(from).map_err(|cause| file_failed(from, &cause))? {
        let path = entry.map_err(|cause| file_failed(from, &cause))?.path();
        let name = path.file_name().unwrap_or_default();
        if name.to_string_lossy().starts_with(DATABASE) {
            fs::copy(&path, to.join(name)).map_err(|cause| file_failed(&path, &cause))?;
        }
    }
    Ok(())
}

/// Reads the keys that a target file in this folder refers to.
///
/// # Errors
/// When a file cannot be read or a variable is not set.
pub fn read_keys(target: &Target, folder: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let read = |source: &KeySource| match source {
        KeySource::File(file) => {
            let path = folder.join(file);
            let key = fs::read_to_string(&path).map_err(|cause| file_failed(&path, &cause))?;
            Ok(key.trim().to_owned())
        }
        KeySource::Env(name) => std::env::var(name).map_err(|_| {
            anyhow!("cannot use the server's target file: the variable `{name}` is not set")
        }),
    };
    target.keys.iter().map(|(kind, source)| Ok((kind.clone(), read(source)?))).collect()
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
