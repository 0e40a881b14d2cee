//! `cargo xtask fuzz`: arbitrary bytes as the files that people write, for a while.
//!
//! The targets are in `fuzz`, outside the workspace. Any toolchain builds them; libFuzzer needs a C++ compiler. Who has
//! `cargo fuzz` can run the same targets with it.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context;
use clap::Args as ClapArgs;

const FOLDER: &str = "fuzz";

/// Each target, and the folders it starts from.
const TARGETS: &[(&str, &[&str])] = &[
    (
        "parse",
        &[
            "../reader/tests",
            "../spec/contract",
            "../conformance/scenarios",
        ],
    ),
    (
        "load",
        &[
            "../spec/tests/library",
            "../spec/contract",
            "../spec/overlays",
        ],
    ),
];

/// How long one input may take before it counts as a hang, in seconds.
const HANG: u32 = 10;

/// Flags of `fuzz`.
#[derive(ClapArgs)]
pub struct Args {
    /// How long each target runs.
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,
    /// What the randomness starts from; 0 for another each time.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u32,
}

/// Runs every target: 0, or 1 when an input made one panic or hang; that input is kept below `fuzz/artifacts`.
///
/// # Errors
/// When a target cannot be built or started.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    for (target, seeds) in TARGETS {
        build(target)?;
        for folder in ["corpus", "artifacts"] {
            let folder = Path::new(FOLDER).join(folder).join(target);
            std::fs::create_dir_all(&folder)
                .with_context(|| format!("failed to make {}", folder.display()))?;
        }
        let status = cargo("run", target)
            .arg("--")
            .arg(format!("-max_total_time={}", args.seconds))
            .arg(format!("-seed={}", args.seed))
            .arg(format!("-timeout={HANG}"))
            .args(["-verbosity=0", "-print_final_stats=1"])
            .arg(format!("-artifact_prefix=artifacts/{target}/"))
            .arg(format!("corpus/{target}"))
            .args(*seeds)
            .status()
            .context("failed to start cargo")?;
        if !status.success() {
            eprintln!("error: `{target}` failed; the input is in {FOLDER}/artifacts/{target}");
            return Ok(ExitCode::from(1));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds a target before it is run, so that what fails after that was found by fuzzing.
fn build(target: &str) -> anyhow::Result<()> {
    let status = cargo("build", target)
        .status()
        .context("failed to start cargo")?;
    anyhow::ensure!(
        status.success(),
        "the fuzz target `{target}` does not compile"
    );
    Ok(())
}

fn cargo(command: &str, target: &str) -> Command {
    let mut cargo = crate::cargo::cargo();
    cargo
        .args([command, "--quiet", "--locked", "--bin", target])
        .current_dir(FOLDER);
    cargo
}
