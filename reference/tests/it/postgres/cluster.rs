//! A PostgreSQL server in a temporary folder, which stops when its value is dropped.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write, stderr};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// A running server.
pub struct Cluster {
    pub folder: TempDir,
    pub programs: PathBuf,
    pub server: Child,
}

impl Cluster {
    /// Starts a server; `None` if PostgreSQL is not installed.
    pub fn start() -> Option<Cluster> {
        let Some(programs) = programs() else {
            assert!(std::env::var_os("CI").is_none(), "needs PostgreSQL");
            // `eprintln` is captured in a passing test.
            let _ = writeln!(stderr(), "skipped: needs PostgreSQL");
            return None;
        };
        let folder = new_folder();
        let mut initdb = command(&programs, "initdb", folder.path());
        initdb.args(["--username=postgres", "--auth=trust", "--no-sync"]);
        let made = initdb.args(["--encoding=UTF8", "--locale=C"]).output();
        let made = made.unwrap();
        assert!(made.status.success(), "{made:?}");
        let settings = folder.path().join("data/postgresql.conf");
        let mut settings = OpenOptions::new().append(true).open(settings).unwrap();
        writeln!(settings, "listen_addresses = ''").unwrap();
        let server = serve(&programs, folder.path()).expect("PostgreSQL starts");
        Some(Cluster { folder, programs, server })
    }

    /// The URL of the database.
    pub fn url(&self) -> String {
        let socket = self.folder.path().display();
        format!("postgres://postgres@localhost/postgres?host={socket}")
    }

    /// Stops the server at once, also with open connections.
    pub fn stop(&mut self) {
        // The server ends its own processes on this signal.
        let pid = self.server.id().to_string();
        let output = Command::new("kill").args(["-QUIT", &pid]).status();
        assert!(output.unwrap().success());
        self.server.wait().unwrap();
    }

    /// Kills the server, without a signal to its own processes.
    pub fn kill(&mut self) {
        // The process may have ended already.
        let _ = self.server.kill();
        self.server.wait().unwrap();
        // The sessions notice it a moment later. Until then they answer.
        while self.has_process() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// A process works in the folder of the data, as all of a server do. Where there is no `/proc`, none is seen.
    fn has_process(&self) -> bool {
        let data = self.folder.path().join("data");
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let mut folders = processes.map(|process| process.path().join("cwd").read_link());
        folders.any(|folder| folder.is_ok_and(|folder| folder == data))
    }

    /// Starts the server again on the same data. It cannot start before all processes of a killed server have ended.
    pub fn start_again(&mut self) {
        for attempt in 1.. {
            match serve(&self.programs, self.folder.path()) {
                Ok(server) => return self.server = server,
                Err(log) => assert!(attempt < 100, "PostgreSQL does not start again: {log}"),
            }
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if matches!(self.server.try_wait(), Ok(None)) {
            self.stop();
        }
    }
}

/// A folder of the user that runs the server.
pub fn new_folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    if let Some(user) = unprivileged() {
        chown(folder.path(), Some(user), None).unwrap();
    }
    folder
}

/// Starts the server on the data in the folder and waits until it is ready or has failed.
pub fn serve(programs: &Path, folder: &Path) -> Result<Child, String> {
    let mut server = command(programs, "postgres", folder);
    server.arg("-k").arg(folder);
    for setting in [
        "fsync=off",
        "full_page_writes=off",
        "max_connections=200",
        "lc_messages=C",
        "log_min_messages=log",
    ] {
        server.args(["-c", setting]);
    }
    let mut server = server.stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(server.stderr.take().unwrap()).lines();
    let mut log = String::new();
    for line in &mut lines {
        let line = line.unwrap();
        // A standby accepts read-only connections.
        if line.contains("ready to accept ") && line.ends_with("connections") {
            // Further lines are read, so that the server never blocks on them.
            std::thread::spawn(move || lines.for_each(drop));
            return Ok(server);
        }
        log = format!("{log}\n{line}");
    }
    server.wait().unwrap();
    Err(log)
}

/// A program of PostgreSQL on the data in the folder, as a user that it accepts.
fn command(programs: &Path, name: &str, folder: &Path) -> Command {
    let mut command = Command::new(programs.join(name));
    command.arg("-D").arg(folder.join("data"));
    command.current_dir(folder).env("HOME", folder);
    if let Some(user) = unprivileged() {
        command.uid(user);
    }
    command
}

/// Folder of the PostgreSQL programs: on the path, or that of Debian.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter();
    let debian = debian.flatten().flatten().map(|entry| entry.path().join("bin"));
    let mut folders = std::env::split_paths(&path).chain(debian);
    folders.find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
}

/// The user to run PostgreSQL as if these tests run as root, which it refuses.
fn unprivileged() -> Option<u32> {
    if id(&["-u"])? != 0 {
        return None;
    }
    id(&["-u", "postgres"]).or(Some(65_534))
}

fn id(args: &[&str]) -> Option<u32> {
    let output = Command::new("id").args(args).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}
