//! Building and starting the project's binaries as processes.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};

use anyhow::{Context, bail};

use crate::cargo::cargo;

/// Builds packages in the profile this program was built in.
///
/// # Errors
/// When cargo cannot be started or a package does not compile (cargo has shown why).
pub fn build(packages: &[&str]) -> anyhow::Result<()> {
    let mut cargo = cargo();
    cargo.arg("build");
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    cargo.args(packages.iter().flat_map(|package| ["--package", package]));
    let status = cargo.status().context("failed to start cargo")?;
    if !status.success() {
        bail!("cannot build {}", packages.join(" and "));
    }
    Ok(())
}

/// Where a built binary lies: beside this one.
///
/// # Errors
/// When this program cannot find itself.
pub fn path(binary: &str) -> anyhow::Result<PathBuf> {
    let own = std::env::current_exe().context("failed to find this program")?;
    Ok(own.with_file_name(format!("{binary}{}", std::env::consts::EXE_SUFFIX)))
}

/// Runs a binary to its end and hands on its exit code.
///
/// Ctrl-C goes to the whole process group: the binary tears down and reports, and this program waits for it.
///
/// # Errors
/// When it cannot be started.
pub fn run<A: AsRef<OsStr>>(binary: &str, arguments: &[A]) -> anyhow::Result<ExitCode> {
    let path = path(binary)?;
    let status = Command::new(&path)
        .args(arguments)
        .status()
        .with_context(|| format!("failed to start {}", path.display()))?;
    Ok(exit_code(status))
}

/// Lets Ctrl-C reach the processes that were started, and only them.
///
/// # Errors
/// When the signal cannot be handled.
pub fn leave_interrupts_to_children() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {}).context("failed to handle Ctrl-C")
}

fn exit_code(status: ExitStatus) -> ExitCode {
    // A process ended by Ctrl-C has no code; shells say 130 then.
    ExitCode::from(
        status
            .code()
            .and_then(|code| u8::try_from(code).ok())
            .unwrap_or(130),
    )
}

/// A server that runs until this value is dropped.
pub struct Server {
    child: Child,
    /// What it listens on, `http://HOST:PORT`.
    pub base_url: String,
}

impl Server {
    /// Starts a server and waits for its line `listening on URL`.
    ///
    /// # Errors
    /// When it cannot be started, or ends without that line.
    pub fn start<A: AsRef<OsStr>>(binary: &str, arguments: &[A]) -> anyhow::Result<Self> {
        let path = path(binary)?;
        let mut child = Command::new(&path)
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("failed to start {}", path.display()))?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout)
                .read_line(&mut line)
                .context("failed to read from the server")?;
        }
        match line.trim().strip_prefix("listening on ") {
            Some(base_url) => Ok(Self {
                child,
                base_url: base_url.to_owned(),
            }),
            None => {
                // It may have said why on stderr.
                _ = child.kill();
                _ = child.wait();
                bail!("{binary} did not start")
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Nothing is lost: its database is a temporary one.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
