//! The program: reads the command line, runs, and ends with a code that says how it went.

use std::process::ExitCode;

/// Loading the contract and running scenarios make many small allocations, for which mimalloc is
/// fast.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    referral_conformance::cli::main()
}
