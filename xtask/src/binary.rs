//! Starts the binaries of this workspace.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};

use anyhow::{Context, bail};

/// The command of a built binary, in the folder of this program. Fails when the path of this
/// program is unknown.
pub fn command(binary: &str) -> anyhow::Result<Command> {
    let this = std::env::current_exe().context("failed to find the path of this program")?;
    Ok(Command::new(this.with_file_name(format!("{binary}{}", std::env::consts::EXE_SUFFIX))))
}

/// The error of a command that cannot be started.
pub fn start_failed(command: &Command) -> String {
    format!("failed to start {}", command.get_program().display())
}

/// Runs a command and returns its exit code, or 130 if a signal ended it. Fails when it cannot be
/// started.
pub fn run(mut command: Command) -> anyhow::Result<ExitCode> {
    let status = command.status().with_context(|| start_failed(&command))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(130)))
}

/// Ignores Ctrl-C in this process. A terminal sends it to the whole process group: the binary that was started handles
/// it, and this process waits for its exit code. Fails when the signal handler cannot be installed.
pub fn leave_interrupts_to_children() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {}).context("failed to handle Ctrl-C")
}

/// A server process that is killed when this value is dropped.
pub struct Server {
    child: Child,
    /// Address of the server, `http://HOST:PORT`.
    pub base_url: String,
}

impl Server {
    /// Starts a server and waits for the line `listening on URL` on its stdout. Fails when it
    /// cannot be started, or exits without that line.
    pub fn start(mut command: Command) -> anyhow::Result<Self> {
        let mut child =
            command.stdout(Stdio::piped()).spawn().with_context(|| start_failed(&command))?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout)
                .read_line(&mut line)
                .context("failed to read from the server")?;
        }
        let base_url = line.trim().strip_prefix("listening on ").unwrap_or_default();
        let server = Self { child, base_url: base_url.to_owned() };
        if server.base_url.is_empty() {
            // The server has printed the reason to stderr.
            let name = Path::new(command.get_program()).file_stem().unwrap_or_default();
            bail!("{} did not start", name.display());
        }
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Nothing is lost: the database is temporary, or keeps what it has committed.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
