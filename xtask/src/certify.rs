//! `cargo xtask certify`: the reference started and seeded on a free port, and the suite run against it.

use std::process::ExitCode;

use clap::Args as ClapArgs;

use crate::tool::{self, Server};

const SUITE: &str = "referral-conformance";
const REFERENCE: &str = "referral-reference";

/// Flags of `certify`.
#[derive(ClapArgs)]
pub struct Args {
    /// Database of the reference; a fresh one in a temporary folder when left out.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Flags of `referral-conformance run`; with `--base-url` or `--target` that server is certified instead.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "RUN FLAGS"
    )]
    run: Vec<String>,
}

/// Runs the command and hands on the exit code of the suite.
///
/// # Errors
/// When a binary cannot be built or started.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    tool::leave_interrupts_to_children()?;
    let elsewhere = args.run.iter().any(|flag| {
        ["--base-url", "--target"]
            .iter()
            .any(|name| flag.split('=').next() == Some(name))
    });
    if elsewhere {
        tool::build(&[SUITE])?;
        return tool::run(SUITE, &[&["run".to_owned()], args.run.as_slice()].concat());
    }
    tool::build(&[SUITE, REFERENCE])?;
    let folder = tempfile::tempdir()?;
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let database = args
        .database
        .clone()
        .unwrap_or_else(|| format!("sqlite://{}", file("reference.db")));
    let target = file("target.yaml");

    let server = Server::start(
        REFERENCE,
        &["serve", "--listen", "127.0.0.1:0", "--database", &database],
    )?;
    let seed = [
        "seed",
        "demo",
        "--database",
        &database,
        "--target-out",
        &target,
        "--base-url",
        &server.base_url,
    ];
    let seeded = tool::run(REFERENCE, &seed)?;
    if seeded != ExitCode::SUCCESS {
        anyhow::bail!("cannot seed the reference");
    }
    // The journal is about a database that is thrown away with it.
    let own = [
        "run",
        "--target",
        &target,
        "--fresh-fixtures",
        "--state-dir",
        &file("state"),
    ]
    .map(str::to_owned);
    tool::run(SUITE, &[own.as_slice(), args.run.as_slice()].concat())
}
