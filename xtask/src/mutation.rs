//! `cargo xtask mutants`, `variants`, `responses` and `strength`: start the mutation harness.

use std::process::ExitCode;

use clap::Args as ClapArgs;

use crate::{binary, cargo};

const MUTATION: &str = "mutation";
const REFERENCE: &str = "referral-reference";

/// The command that runs no server.
pub const STRENGTH: &str = "strength";

/// Flags of `mutants`, `variants`, `responses` and `strength`.
#[derive(ClapArgs)]
pub struct Args {
    /// Flags of the mutation harness. For mutants: --only GLOB, --jobs N, --depth quick|standard|thorough, --full,
    /// --format table|json, --update, --expectations, --evidence FILE, --scenarios DIR; for variants: --draws N,
    /// --seed N, --depth quick|standard|thorough, --only GLOB, --list; for responses: --draws N, --seed N, --depth
    /// quick|standard|thorough; for strength: --check, --source FILE, --machine FILE
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FLAGS")]
    flags: Vec<String>,
}

/// Runs a command of the mutation harness and returns its exit code. Fails when a binary cannot be
/// built or started.
pub fn run(command: &str, args: &Args) -> anyhow::Result<ExitCode> {
    binary::leave_interrupts_to_children()?;
    let needs_server = command != STRENGTH;
    cargo::build(if needs_server { &[MUTATION, REFERENCE] } else { &[MUTATION] })?;
    let mut mutation = binary::command(MUTATION)?;
    mutation.arg(command);
    if needs_server {
        mutation.arg("--server").arg(binary::command(REFERENCE)?.get_program());
    }
    mutation.args(&args.flags);
    binary::run(mutation)
}
