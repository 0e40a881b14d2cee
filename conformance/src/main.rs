//! The program: reads the command line, runs, and ends with a code that says how it went.

use std::process::ExitCode;

fn main() -> ExitCode {
    referral_conformance::cli::main()
}
