//! A PostgreSQL server that lives as long as the value, in a temporary folder, behind a socket there.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write, stderr};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A running server.
pub struct Cluster {
    folder: TempDir,
    programs: PathBuf,
    server: Child,
}

impl Cluster {
    /// A new one, or nothing where PostgreSQL is not installed.
    pub fn start() -> Option<Cluster> {
        let Some(programs) = programs() else {
            assert!(std::env::var_os("CI").is_none(), "needs PostgreSQL");
            // Not by `eprintln`, which a test that passes shows to nobody.
            let _ = writeln!(stderr(), "skipped: needs PostgreSQL");
            return None;
        };
        let folder = TempDir::new().unwrap();
        if let Some(user) = unprivileged() {
            chown(folder.path(), Some(user), None).unwrap();
        }
        let mut initdb = command(&programs, "initdb", folder.path());
        initdb.args(["--username=postgres", "--auth=trust", "--no-sync"]);
        let made = initdb.args(["--encoding=UTF8", "--locale=C"]).output();
        let made = made.unwrap();
        assert!(made.status.success(), "{made:?}");
        let settings = folder.path().join("data/postgresql.conf");
        let mut settings = OpenOptions::new().append(true).open(settings).unwrap();
        writeln!(settings, "listen_addresses = ''").unwrap();
        let server = serve(&programs, folder.path()).expect("PostgreSQL starts");
        Some(Cluster {
            folder,
            programs,
            server,
        })
    }

    /// The address of its database.
    pub fn url(&self) -> String {
        let socket = self.folder.path().display();
        format!("postgres://postgres@localhost/postgres?host={socket}")
    }

    /// Ends the server at once, whoever is connected.
    pub fn stop(&mut self) {
        // Told by a signal, the server takes its own processes with it.
        let pid = self.server.id().to_string();
        let output = Command::new("kill").args(["-QUIT", &pid]).status();
        assert!(output.unwrap().success());
        self.server.wait().unwrap();
    }

    /// Ends the server as a crash does, without a word to its own processes.
    pub fn kill(&mut self) {
        // It may be gone already.
        let _ = self.server.kill();
        self.server.wait().unwrap();
    }

    /// Starts the server again, on the same data. What is left of one that was killed goes by itself,
    /// and until then there is no starting.
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

/// Starts the server on the data in the folder, and waits until it is ready, or has given up.
fn serve(programs: &Path, folder: &Path) -> Result<Child, String> {
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
        if line.ends_with("ready to accept connections") {
            // What else it says is read, so that it can say it.
            std::thread::spawn(move || lines.for_each(drop));
            return Ok(server);
        }
        log = format!("{log}\n{line}");
    }
    server.wait().unwrap();
    Err(log)
}

/// A program of PostgreSQL on the data in the folder, under a user that it accepts.
fn command(programs: &Path, name: &str, folder: &Path) -> Command {
    let mut command = Command::new(programs.join(name));
    command.arg("-D").arg(folder.join("data"));
    command.current_dir(folder).env("HOME", folder);
    if let Some(user) = unprivileged() {
        command.uid(user);
    }
    command
}

/// Where PostgreSQL is installed: on the path, or where Debian hides it.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter();
    let debian = debian
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("bin"));
    let mut folders = std::env::split_paths(&path).chain(debian);
    folders.find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
}

/// Whom to become when these tests run as root, as whom PostgreSQL refuses to run.
fn unprivileged() -> Option<u32> {
    if id(&["-u"])? != 0 {
        return None;
    }
    id(&["-u", "postgres"]).or_else(|| id(&["-u", "nobody"]))
}

fn id(args: &[&str]) -> Option<u32> {
    let output = Command::new("id").args(args).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}
