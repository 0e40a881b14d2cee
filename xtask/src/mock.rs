//! `cargo xtask mock`: serves a contract from memory. `certify` and the mutation harness use the same server.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::Context;
use clap::Args as ClapArgs;
use tempfile::TempDir;

use crate::binary::{self, Server};
use crate::{cargo, workspace};

const MOCK: &str = "contract-mock";

/// Flags of `mock`.
#[derive(ClapArgs)]
pub struct Args {
    /// Folder of the contract
    #[arg(long, value_name = "DIR", default_value_os_t = workspace::at("spec/contract"))]
    contract: PathBuf,
    /// Flags of the server: --overlay FILE, --port N, --target FILE, --seed N, --verbose
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FLAGS")]
    flags: Vec<String>,
}

/// Serves the contract until Ctrl-C. Fails when the server cannot be built or started.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    cargo::build(&[MOCK])?;
    let mut mock = binary::command(MOCK)?;
    if flag_value(&args.flags, "--contract").is_none() {
        mock.arg("--contract").arg(&args.contract);
    }
    mock.args(&args.flags);
    become_program(mock)
}

/// Replaces this program by the server, so that what ends the one ends the other.
#[cfg(unix)]
fn become_program(mut program: Command) -> anyhow::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    let error = program.exec();
    Err(error).with_context(|| binary::start_failed(&program))
}

#[cfg(not(unix))]
fn become_program(program: Command) -> anyhow::Result<ExitCode> {
    binary::leave_interrupts_to_children()?;
    binary::run(program)
}

/// The value of a flag among others.
pub fn flag_value<'f>(flags: &'f [String], name: &str) -> Option<&'f str> {
    flags.iter().enumerate().find_map(|(at, flag)| match flag.split_once('=') {
        Some((known, value)) => (known == name).then_some(value),
        None => flags.get(at + 1).filter(|_| flag == name).map(String::as_str),
    })
}

/// The flags without one that has a value, in both forms.
pub fn without_flag(flags: &[String], name: &str) -> Vec<String> {
    let mut others = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        if flag == name {
            rest.next();
        } else if flag.split_once('=').is_none_or(|(known, _)| known != name) {
            others.push(flag.clone());
        }
    }
    others
}

/// The folder of the contract that these flags name, unless it is the one of the reference.
pub fn other_contract(flags: &[String]) -> Option<&str> {
    let folder = |path: &Path| path.canonicalize().ok();
    let own = folder(&workspace::at("spec/contract"));
    flag_value(flags, "--contract").filter(|given| own.is_none() || folder(Path::new(given)) != own)
}

/// A server of a contract, and the folder with its target file.
pub struct Mock {
    _server: Server,
    folder: TempDir,
}

impl Mock {
    /// Builds and starts a server of the contract that these flags name; `None` if that is the one of the reference.
    pub fn start(flags: &[String]) -> anyhow::Result<Option<Self>> {
        let Some(contract) = other_contract(flags) else { return Ok(None) };
        cargo::build(&[MOCK])?;
        let folder = tempfile::tempdir()?;
        let mut mock = binary::command(MOCK)?;
        mock.args(["--contract", contract]).arg("--target").arg(folder.path().join("target.yaml"));
        if let Some(overlay) = flag_value(flags, "--overlay") {
            mock.args(["--overlay", overlay]);
        }
        Ok(Some(Self { _server: Server::start(mock)?, folder }))
    }

    /// Path of a file in the folder.
    pub fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{flag_value, without_flag};

    #[test]
    fn flags_have_values_in_both_forms() {
        let flags = ["--jobs", "1", "--contract", "a", "--overlay=b"].map(str::to_owned);
        assert_eq!(flag_value(&flags, "--contract"), Some("a"));
        assert_eq!(flag_value(&flags, "--overlay"), Some("b"));
        assert_eq!(flag_value(&flags, "--level"), None);
        assert_eq!(without_flag(&flags, "--contract"), ["--jobs", "1", "--overlay=b"]);
        assert_eq!(without_flag(&flags, "--overlay"), ["--jobs", "1", "--contract", "a"]);
    }
}
