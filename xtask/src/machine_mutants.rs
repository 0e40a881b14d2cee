//! `cargo xtask machine-mutants`: runs the suite against the mutants of the reference that cargo-gamma makes.

mod tree;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail};
use clap::Args as ClapArgs;

use crate::binary;
use crate::cargo::{self, cargo};
use crate::workspace;

/// The version whose reports and environment variables are known.
const VERSION: &str = "0.4.0";

/// Reports, records and the baseline.
const FOLDER: &str = "target/machine-mutants";

/// The mutants. Texts in the store are SQL, which has mutants of its own.
const NAMES: [&str; 2] = [
    r"^reference/src/(domain|operations|ids|keys|server|store\.rs)",
    r"^reference/src/store/.*\[([a-km-z]|l[a-hj-z]|literal\.[a-rt-z])",
];

/// Flags of `machine-mutants`.
#[derive(ClapArgs)]
pub struct Args {
    /// Run one of N parts of the mutants, drawn by their ids
    #[arg(long, value_name = "N", default_value_t = 1)]
    parts: u32,
    /// Depth of the runs: quick, standard or thorough
    #[arg(long, value_name = "DEPTH", default_value = "standard")]
    depth: String,
    /// Further flags of `cargo gamma run`, for example --file GLOB or --jobs N
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FLAGS")]
    flags: Vec<String>,
}

/// Runs cargo-gamma and prints the outcomes. Exits with 0 if all survivors are listed in
/// `lab/machine/survivors.yaml`, with 1 if not.
///
/// # Errors
/// When cargo-gamma is not installed or fails.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    check_version()?;
    cargo::build(&["rust-mutants"])?;
    // None of the flags is a path that the current folder would change.
    std::env::set_current_dir(workspace::root()?).context("failed to change to the workspace")?;
    let folder = std::path::absolute(FOLDER)?;
    let tree = folder.join("tree");
    tree::copy(&tree)?;
    // cargo-gamma reads the packages of all platforms, and does not fetch them.
    let status = cargo().arg("fetch").current_dir(&tree).status();
    if !status.context("failed to start cargo")?.success() {
        bail!("cargo fetch failed");
    }
    let records = folder.join("records");
    if records.exists() {
        fs::remove_dir_all(&records).context("failed to remove the records of the last run")?;
    }
    fs::create_dir_all(&records)?;
    let status = gamma(args, &folder, &records).status().context("failed to start cargo gamma")?;
    if !status.success() {
        bail!("cargo gamma failed");
    }
    report(&folder, &records)
}

fn check_version() -> anyhow::Result<()> {
    let output = cargo().args(["gamma", "--version"]).output().context("failed to start cargo")?;
    if String::from_utf8_lossy(&output.stdout).contains(VERSION) {
        return Ok(());
    }
    bail!("needs cargo-gamma: cargo install --locked --version {VERSION} cargo-gamma")
}

fn gamma(args: &Args, folder: &Path, records: &Path) -> Command {
    let mut gamma = cargo();
    gamma.current_dir(folder.join("tree")).env("CARGO_TARGET_DIR", folder.join("build"));
    gamma.args(["gamma", "run", "--config", "lab/machine/gamma.toml"]);
    gamma.arg("--artifact-dir").arg(folder);
    // A limit of memory needs a control group of systemd.
    gamma.args(["--memory", "off", "--no-relaunch"]);
    gamma.args(NAMES.iter().flat_map(|name| ["--re", name]));
    if args.parts > 1 {
        gamma.args(["--shard-count", &args.parts.to_string(), "--shard-index", "0"]);
    }
    gamma.args(&args.flags);
    gamma.env("MACHINE_MUTANTS", records).env("MACHINE_MUTANTS_DEPTH", &args.depth);
    gamma
}

fn report(folder: &Path, records: &Path) -> anyhow::Result<ExitCode> {
    let mut report = binary::command("rust-mutants")?;
    report.arg("--report").arg(folder.join("gamma-report.json"));
    report.arg("--session").arg(session(folder)?);
    report.arg("--records").arg(records);
    report.args(["--survivors", "lab/machine/survivors.yaml"]);
    report.arg("--json").arg(folder.join("outcomes.json"));
    binary::run(report)
}

/// The session that cargo-gamma wrote last.
fn session(folder: &Path) -> anyhow::Result<PathBuf> {
    let caches = folder.join("build/cargo-gamma/cache");
    let caches = fs::read_dir(&caches).with_context(|| caches.display().to_string())?;
    let sessions = caches.filter_map(|cache| {
        let path = cache.ok()?.path().join("testing-session.json");
        Some((fs::metadata(&path).ok()?.modified().ok()?, path))
    });
    let last = sessions.max_by_key(|(modified, _)| *modified);
    last.map(|(_, path)| path).context("cargo gamma left no session")
}
