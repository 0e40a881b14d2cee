//! Starts the program as a process that ends with the test.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use tempfile::TempDir;

/// The program in this folder, without the environment of the test.
pub fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referral-reference"));
    command.current_dir(folder).env_remove("COLUMNS");
    command.env("NO_PROXY", "127.0.0.1").env("no_proxy", "127.0.0.1");
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("REFERRAL_") || text.starts_with("OTEL_") {
            command.env_remove(name);
        }
    }
    command
}

/// A key of the main account, from the stdout of `seed demo`.
pub fn main_key(seeded: &str) -> &str {
    seeded.split_whitespace().find(|word| word.starts_with("rk_")).unwrap()
}

/// A generous time-out; only a failing test waits for it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A service that is killed when dropped.
pub struct Service {
    process: Child,
    pub address: String,
    lines: Receiver<String>,
    log: String,
}

impl Service {
    pub fn start(folder: &TempDir) -> Service {
        Service::of(program(folder.path()))
    }

    /// Starts it with these flags.
    pub fn with(folder: &TempDir, flags: &[&str]) -> Service {
        Service::spawn(program(folder.path()), flags)
    }

    /// Starts the service with this command.
    pub fn of(command: Command) -> Service {
        Service::spawn(command, &[])
    }

    fn spawn(mut command: Command, flags: &[&str]) -> Service {
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(flags).stdout(Stdio::piped());
        let mut process = command.stderr(Stdio::piped()).spawn().unwrap();
        let lines = read_on(&mut process);
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on http://");
        let Some(address) = address.map(str::to_owned) else {
            panic!("not ready: {line}{}", lines.iter().collect::<String>());
        };
        Service { process, address, lines, log: String::new() }
    }

    /// Limits the size of the files of the process, which must ignore the signal for larger ones.
    pub fn limit_files(&self, bytes: &str) {
        let mut prlimit = Command::new("prlimit");
        prlimit.arg(format!("--pid={}", self.process.id()));
        let done = prlimit.arg(format!("--fsize={bytes}:unlimited")).status();
        assert!(done.unwrap().success());
    }

    /// Waits for a line of the log with these words and returns it.
    pub fn wait_for(&mut self, words: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no {words:?} in:\n{}", self.log));
            self.log += &line;
            if line.contains(words) {
                return line;
            }
        }
    }

    /// The address of the admin listener.
    pub fn admin(&mut self) -> String {
        let line = self.wait_for("admin is listening");
        let (_, rest) = line.split_once("http://").unwrap();
        let end = rest.find(|rest: char| !rest.is_ascii_digit() && !".:".contains(rest));
        rest[..end.unwrap_or(rest.len())].to_owned()
    }

    pub fn signal(&self, signal: &str) {
        let pid = self.process.id().to_string();
        let status = Command::new("kill").args([signal, &pid]).status().unwrap();
        assert!(status.success());
    }

    /// Stops it with a signal; returns the rest of stdout and the whole log.
    pub fn stop(&mut self, signal: &str) -> (String, String) {
        self.signal(signal);
        self.end()
    }

    /// Waits for the process to end; returns the rest of stdout and the whole log.
    pub fn end(&mut self) -> (String, String) {
        assert_eq!(self.process.wait().unwrap().code(), Some(0));
        let mut out = String::new();
        let mut stdout = self.process.stdout.take().unwrap();
        stdout.read_to_string(&mut out).unwrap();
        let mut log = std::mem::take(&mut self.log);
        log.extend(self.lines.iter());
        (out, log)
    }

    /// A connection with time-outs.
    pub fn connect(&self) -> TcpStream {
        connect(&self.address)
    }

    pub fn get(&self, path: &str) -> String {
        self.get_with(path, "Connection: close\r\n")
    }

    pub fn get_with(&self, path: &str, headers: &str) -> String {
        get(&self.address, path, headers)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// The whole answer of a connection that the server closes after it.
pub fn get(address: &str, path: &str, headers: &str) -> String {
    let mut stream = connect(address);
    write!(stream, "GET {path} HTTP/1.1\r\nHost: here\r\n{headers}\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Reads the lines of stderr as they come, so that the process never blocks on it.
fn read_on(process: &mut Child) -> Receiver<String> {
    let (sender, receiver) = channel();
    let mut stderr = BufReader::new(process.stderr.take().unwrap());
    std::thread::spawn(move || {
        let mut line = String::new();
        while matches!(stderr.read_line(&mut line), Ok(1..)) {
            // The receiver may be gone.
            let _ = sender.send(std::mem::take(&mut line));
        }
    });
    receiver
}
