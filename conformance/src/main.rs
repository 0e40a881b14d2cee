//! The program: reads the command line, runs, and ends with a code that says how it went.

use std::process::ExitCode;

/// Loading the contract makes thousands of small values, and playing a scenario thousands of small texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    referral_conformance::cli::main()
}
