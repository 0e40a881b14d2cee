//! `cargo xtask mutants`, `class-mutants`, `variants`, `responses` and `strength`: start the mutation harness.

use std::process::ExitCode;

use clap::Args as ClapArgs;

use crate::mock::{other_contract, without_flag};
use crate::{binary, cargo, workspace};

const MUTATION: &str = "mutation";
const REFERENCE: &str = "referral-reference";

/// The command that runs no server.
pub const STRENGTH: &str = "strength";

/// Flags of `mutants`, `class-mutants`, `variants`, `responses` and `strength`.
#[derive(ClapArgs)]
pub struct Args {
    /// Flags of the mutation harness. For mutants, class mutants and variants: --contract DIR and --overlay FILE, for a
    /// server in memory that obeys another contract. For mutants: --only GLOB, --sample N, --seed N, --jobs N,
    /// --depth quick|standard|thorough, --full, --format table|json, --occurrence first|second|every-third,
    /// --matrix FILE, --update, --scenarios DIR; for class mutants: --only GLOB, --sample N, --seed N,
    /// --least PERCENT, --depth quick|standard|thorough, --list; for variants: --draws N, --seed N,
    /// --depth quick|standard|thorough, --only GLOB, --list; for responses: --draws N, --seed N,
    /// --depth quick|standard|thorough; for strength: --check, --matrix FILE, --source FILE, --machine FILE
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FLAGS")]
    flags: Vec<String>,
}

/// Runs a command of the mutation harness and returns its exit code. Fails when a binary cannot be
/// built or started.
pub fn run(command: &str, args: &Args) -> anyhow::Result<ExitCode> {
    let root = workspace::root()?;
    binary::leave_interrupts_to_children()?;
    // For another contract, the harness has servers of its own.
    let needs_server = command != STRENGTH && other_contract(&args.flags).is_none();
    cargo::build(&[MUTATION])?;
    let mut mutation = binary::command(MUTATION)?;
    mutation.arg(command);
    if needs_server {
        cargo::build(&[REFERENCE])?;
        mutation.arg("--server").arg(binary::command(REFERENCE)?.get_program());
    }
    // The harness reads and writes files of the workspace.
    // The contract of the reference is the harness's own.
    let flags =
        if needs_server { without_flag(&args.flags, "--contract") } else { args.flags.clone() };
    mutation.args(resolved(&flags)?).current_dir(root);
    binary::run(mutation)
}

/// Flags whose values are paths.
const PATH_FLAGS: [&str; 6] =
    ["--contract", "--overlay", "--scenarios", "--matrix", "--machine", "--source"];

/// The flags with absolute paths, since the harness runs in another folder.
fn resolved(flags: &[String]) -> anyhow::Result<Vec<String>> {
    let absolute = |path: &str| anyhow::Ok(std::path::absolute(path)?.display().to_string());
    let mut resolved: Vec<String> = Vec::new();
    for flag in flags {
        let is_path = resolved.last().is_some_and(|last| PATH_FLAGS.contains(&last.as_str()));
        resolved.push(match flag.split_once('=') {
            Some((name, path)) if PATH_FLAGS.contains(&name) => {
                format!("{name}={}", absolute(path)?)
            }
            _ if is_path => absolute(flag)?,
            _ => flag.clone(),
        });
    }
    Ok(resolved)
}

#[cfg(test)]
mod tests {
    #[test]
    fn paths_are_those_of_the_current_folder() {
        let here = std::env::current_dir().unwrap().display().to_string();
        let flags = ["--scenarios", "a/b", "--only=c", "--source=d", "--depth", "quick"];
        let resolved = super::resolved(&flags.map(str::to_owned)).unwrap();
        let (scenarios, source) = (format!("{here}/a/b"), format!("--source={here}/d"));
        let expected = ["--scenarios", &scenarios, "--only=c", &source, "--depth", "quick"];
        assert_eq!(resolved, expected);
    }
}
