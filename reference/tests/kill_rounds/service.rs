//! The service as a process to kill.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};

/// A running service; it is killed when dropped.
pub struct Service {
    process: Child,
    pub address: String,
}

impl Service {
    /// Starts it and waits until it is ready.
    pub fn start(database: &str) -> Service {
        let mut command = program(database);
        command.args(["serve", "--listen", "127.0.0.1:0"]);
        // A log is not read, and would slow the service down.
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        let stdout = process.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on http://");
        let address = address.expect("the service starts").to_owned();
        Service { process, address }
    }

    /// Sends SIGKILL and waits until the process has ended.
    pub fn kill(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Inserts the demo data and returns the key of its main account.
pub fn seed(database: &str) -> String {
    let Output { status, stdout, stderr } =
        program(database).args(["seed", "demo"]).output().unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    let output = String::from_utf8(stdout).unwrap();
    let mut lines = output.lines();
    let main = lines.find_map(|line| line.strip_prefix("main "));
    main.expect("the key of the main account is shown").to_owned()
}

fn program(database: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referral-reference"));
    command.env("REFERRAL_DATABASE", database);
    command
}
