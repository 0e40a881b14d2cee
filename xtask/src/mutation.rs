//! `cargo xtask mutants` and `cargo xtask variants`: measure the suite on the reference.

use std::process::ExitCode;

use clap::Args as ClapArgs;

use crate::tool;

const MUTATION: &str = "mutation";
const REFERENCE: &str = "referral-reference";

/// Flags of `mutants` and `variants`, handed on as they are.
#[derive(ClapArgs)]
pub struct Args {
    /// For mutants: --only GLOB, --jobs N, --full, --format table|json; for variants: --draws N, --seed N, --only GLOB, --list.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FLAGS"
    )]
    flags: Vec<String>,
}

/// Runs a command of `mutation` and hands on its exit code.
///
/// # Errors
/// When a binary cannot be built or started.
pub fn run(command: &str, args: &Args) -> anyhow::Result<ExitCode> {
    tool::leave_interrupts_to_children()?;
    tool::build(&[MUTATION, REFERENCE])?;
    let server = tool::path(REFERENCE)?.to_string_lossy().into_owned();
    let own = [command.to_owned(), "--server".to_owned(), server];
    tool::run(MUTATION, &[own.as_slice(), args.flags.as_slice()].concat())
}
