//! `cargo xtask mutants`, `variants` and `responses`: start the mutation harness with the reference.

use std::process::ExitCode;

use clap::Args as ClapArgs;

use crate::binary;

const MUTATION: &str = "mutation";
const REFERENCE: &str = "referral-reference";

/// Flags of `mutants`, `variants` and `responses`.
#[derive(ClapArgs)]
pub struct Args {
    /// Flags of the mutation harness. For mutants: --only GLOB, --jobs N, --depth quick|standard|thorough, --full,
    /// --format table|json; for variants: --draws N, --seed N, --depth quick|standard|thorough, --only GLOB, --list;
    /// for responses: --draws N, --seed N, --depth quick|standard|thorough
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FLAGS")]
    flags: Vec<String>,
}

/// Runs a command of the mutation harness and returns its exit code. Fails when a binary cannot be
/// built or started.
pub fn run(command: &str, args: &Args) -> anyhow::Result<ExitCode> {
    binary::leave_interrupts_to_children()?;
    binary::build(&[MUTATION, REFERENCE])?;
    let mut mutation = binary::command(MUTATION)?;
    mutation.arg(command).arg("--server").arg(binary::command(REFERENCE)?.get_program());
    mutation.args(&args.flags);
    binary::run(mutation)
}
