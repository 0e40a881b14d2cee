//! Entry point of the program.

use std::process::ExitCode;

/// Loading the contract and running scenarios make many small allocations, for which mimalloc is
/// fast.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    referral_conformance::cli::main()
}
