//! `cargo xtask fuzz`: runs the libFuzzer targets of the folder `lab/fuzz`.
//!
//! The targets are a workspace of their own. They build with any toolchain and a C++ compiler, and run with
//! `cargo fuzz`, too.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context;
use clap::Args as ClapArgs;
use clap::builder::PossibleValuesParser;

use crate::workspace;

const FOLDER: &str = "lab/fuzz";

/// Each target, and folders whose files are seed inputs. Without any, `seeds/TARGET.txt` has the inputs.
const TARGETS: &[(&str, &[&str])] = &[
    ("parse", &["../../reader/tests", "../../spec/contract", "../../conformance/scenarios"]),
    ("load", &[]),
    ("message", &[]),
    ("scenario", &["../../conformance/tests/library/scenarios"]),
    ("target", &[]),
    ("seed", &["../../reference/seeds"]),
    ("config", &[]),
    ("request", &[]),
    ("redact", &[]),
];

/// Seconds after which an input counts as a hang.
const INPUT_TIMEOUT: u32 = 60;

/// Longest input, in bytes. Seeds are cut at this length: short inputs run faster, and a random change reaches more.
const MAX_LENGTH: u32 = 2048;

/// Flags of `fuzz`.
#[derive(ClapArgs)]
pub struct Args {
    /// Targets to run; without any, all of them
    #[arg(value_name = "TARGET", value_parser = target_names())]
    targets: Vec<String>,
    /// Seconds to run each target
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,
    /// Number of inputs to try with each target, instead of a time
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    runs: Option<u64>,
    /// Seed of the random generator; 0 for a random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u32,
}

fn target_names() -> PossibleValuesParser {
    PossibleValuesParser::new(TARGETS.iter().map(|(target, _)| *target))
}

/// Runs the targets. Exits with 0, or with 1 if an input made a target panic or hang; the input is kept below
/// `lab/fuzz/artifacts`. Fails when a target cannot be built or started.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let limit = match args.runs {
        Some(runs) => format!("-runs={runs}"),
        None => format!("-max_total_time={}", args.seconds),
    };
    let is_chosen =
        |target: &str| args.targets.is_empty() || args.targets.iter().any(|t| t == target);
    for (target, seeds) in TARGETS.iter().filter(|(target, _)| is_chosen(target)) {
        build(target)?;
        let folder = workspace::root()?.join(FOLDER);
        for name in ["corpus", "artifacts"] {
            let folder = folder.join(name).join(target);
            std::fs::create_dir_all(&folder)
                .with_context(|| format!("failed to create {}", folder.display()))?;
        }
        if seeds.is_empty() {
            write_seeds(
                &folder.join(format!("seeds/{target}.txt")),
                &folder.join("corpus").join(target),
            )?;
        }
        let status = cargo("run", target)?
            .arg("--")
            .arg(&limit)
            .arg(format!("-seed={}", args.seed))
            .arg(format!("-timeout={INPUT_TIMEOUT}"))
            .arg(format!("-max_len={MAX_LENGTH}"))
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

/// Writes each input of a file of seeds to a file of the corpus. A line `--- NAME` begins an input.
fn write_seeds(file: &Path, corpus: &Path) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("failed to read {}", file.display()))?;
    for seed in format!("\n{}", text.trim_end()).split("\n--- ").skip(1) {
        let (name, input) = seed.split_once('\n').unwrap_or((seed, ""));
        let path = corpus.join(format!("seed_{name}"));
        std::fs::write(&path, input)
            .with_context(|| format!("failed to write {}", path.display()))?;
    }
    Ok(())
}

/// Builds a target first, so that a failing `cargo run` is a finding and not a build error.
fn build(target: &str) -> anyhow::Result<()> {
    let status = cargo("build", target)?.status().context("failed to start cargo")?;
    anyhow::ensure!(status.success(), "the fuzz target `{target}` does not compile");
    Ok(())
}

fn cargo(command: &str, target: &str) -> anyhow::Result<Command> {
    let mut cargo = crate::cargo::cargo();
    cargo.args([command, "--quiet", "--locked", "--bin", target]);
    cargo.current_dir(workspace::root()?.join(FOLDER));
    Ok(cargo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_separate_inputs() {
        let seeds = workspace::root().unwrap().join(FOLDER).join("seeds");
        let mut count = 0;
        for (target, _) in TARGETS.iter().filter(|(_, folders)| folders.is_empty()) {
            let corpus = tempfile::tempdir().unwrap();
            write_seeds(&seeds.join(format!("{target}.txt")), corpus.path()).unwrap();
            count += std::fs::read_dir(corpus.path()).unwrap().count();
            if *target == "message" {
                let input = std::fs::read(corpus.path().join("seed_placeholder")).unwrap();
                assert_eq!(input, b"Book {title} is lent\nBook Emma is lent");
            }
        }
        assert!(count > 50, "only {count}");
    }
}
