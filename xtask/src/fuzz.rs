//! `cargo xtask fuzz`: runs the libFuzzer targets of the folder `fuzz`.
//!
//! The targets are outside the workspace. They build with any toolchain and a C++ compiler, and run with `cargo fuzz`,
//! too.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context;
use clap::Args as ClapArgs;

const FOLDER: &str = "fuzz";

/// Each target, and the folders of its seed inputs.
const TARGETS: &[(&str, &[&str])] = &[
    ("parse", &["../reader/tests", "../spec/contract", "../conformance/scenarios"]),
    ("load", &["../spec/tests/library", "../spec/contract", "../spec/overlays"]),
    ("message", &["seeds/message"]),
    ("scenario", &["../conformance/tests/library/scenarios", "../conformance/tests/cases"]),
    ("target", &["seeds/target"]),
    ("seed", &["../reference/seeds"]),
    ("config", &["seeds/config"]),
    ("request", &["seeds/request"]),
];

/// Seconds after which an input counts as a hang.
const INPUT_TIMEOUT: u32 = 10;

/// Flags of `fuzz`.
#[derive(ClapArgs)]
pub struct Args {
    /// Seconds to run each target
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,
    /// Seed of the random generator; 0 for a random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u32,
}

/// Runs every target. Exits with 0, or with 1 if an input made a target panic or hang; the input is kept below
/// `fuzz/artifacts`. Fails when a target cannot be built or started.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    for (target, seeds) in TARGETS {
        build(target)?;
        for folder in ["corpus", "artifacts"] {
            let folder = Path::new(FOLDER).join(folder).join(target);
            std::fs::create_dir_all(&folder)
                .with_context(|| format!("failed to create {}", folder.display()))?;
        }
        let status = cargo("run", target)
            .arg("--")
            .arg(format!("-max_total_time={}", args.seconds))
            .arg(format!("-seed={}", args.seed))
            .arg(format!("-timeout={INPUT_TIMEOUT}"))
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

/// Builds a target first, so that a failing `cargo run` is a finding and not a build error.
fn build(target: &str) -> anyhow::Result<()> {
    let status = cargo("build", target).status().context("failed to start cargo")?;
    anyhow::ensure!(status.success(), "the fuzz target `{target}` does not compile");
    Ok(())
}

fn cargo(command: &str, target: &str) -> Command {
    let mut cargo = crate::cargo::cargo();
    cargo.args([command, "--quiet", "--locked", "--bin", target]).current_dir(FOLDER);
    cargo
}
