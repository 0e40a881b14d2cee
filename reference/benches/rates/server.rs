//! The measured servers, each a process that ends when its value is dropped.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::Result;

/// The program.
pub const REFERENCE: &str = env!("CARGO_BIN_EXE_referral-reference");

/// A running server.
pub struct Server {
    pub process: Child,
    /// Host and port.
    pub address: String,
}

impl Server {
    /// The reference on this database.
    pub fn reference(url: &str) -> Result<Server> {
        let mut command = Command::new(REFERENCE);
        command.args(["serve", "--listen", "127.0.0.1:0", "--database", url]);
        Server::start(command.stderr(Stdio::null()))
    }

    /// The server that this command starts.
    pub fn start(command: &mut Command) -> Result<Server> {
        let mut process = command.stdout(Stdio::piped()).spawn()?;
        let stdout = process.stdout.take().ok_or("no standard output")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let address = line.trim().strip_prefix("listening on http://");
        let address = address.ok_or("not ready")?.to_owned();
        Ok(Server { process, address })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ended = self.process.kill();
        let _ended = self.process.wait();
    }
}

/// Inserts the demo data and returns the key of its main account.
pub fn seed(url: &str) -> Result<String> {
    let seeded = Command::new(REFERENCE).args(["seed", "demo", "--database", url]).output()?;
    let keys = String::from_utf8(seeded.stdout)?;
    let key = keys.lines().find_map(|line| line.strip_prefix("main "));
    Ok(key.ok_or(String::from_utf8(seeded.stderr)?)?.to_owned())
}
