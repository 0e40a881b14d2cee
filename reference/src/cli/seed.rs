//! `seed`: fills the database from a file or with the demo data.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use reader::counted;
use referral_reference::clock::{Clock, SystemClock};
use referral_reference::seed::{self, GeneratedKey, Seed, target};

use crate::cli::argument_sources::ArgumentSources;
use crate::cli::output::{note, write_stdout};
use crate::cli::settings::Database;

/// Fill the database from a file or with the demo data
///
/// The seed is inserted in one transaction. Generated keys are printed once, as lines of `NAME KEY` on
/// stdout, or written to files with --target-out.
#[derive(Debug, Args)]
#[command(after_long_help = seed::format())]
pub struct SeedArgs {
    /// `demo`, or a seed file in YAML or JSON
    #[arg(value_name = "demo|FILE")]
    source: PathBuf,
    /// Generate subscribers until there are NUMBER in all, at most 10 million (deterministic)
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 0,
        hide_default_value = true,
        value_parser = subscribers
    )]
    subscribers: usize,
    /// Add enough pending subscribers and joinable partner programs for NUMBER conformance runs [default: 1]
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 1,
        hide_default_value = true,
        value_parser = clap::value_parser!(u16).range(1..=1000)
    )]
    runs: u16,
    /// Write a target file for a conformance run, and one file per key next to it. For editors, it
    /// names `target.schema.json`, which `referral-conformance schema target` prints
    #[arg(long, value_name = "FILE")]
    target_out: Option<PathBuf>,
    /// Overwrite an existing target file and its key files
    #[arg(long, requires = "target_out")]
    force: bool,
    /// Base URL of the service, for the target file
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080", value_parser = base_url)]
    base_url: String,
    #[command(flatten)]
    database: Database,
}

fn subscribers(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ ..=seed::MOST_SUBSCRIBERS) => Ok(number),
        _ => Err(format!("not a number from 0 to {}", seed::MOST_SUBSCRIBERS)),
    }
}

fn base_url(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    match host {
        Some(host) if !host.is_empty() => Ok(text.to_owned()),
        _ => Err("a base URL starts with http:// or https:// and a host".to_owned()),
    }
}

/// Inserts the seed. Keys are written before the transaction commits, so that none is lost.
pub async fn run(args: SeedArgs, sources: &ArgumentSources<'_>) -> anyhow::Result<ExitCode> {
    let mut seed = read(&args.source)?;
    seed::add_subscribers(&mut seed, args.subscribers);
    seed::add_fixtures(&mut seed, usize::from(args.runs));
    let store = args.database.open(sources).await?;
    let mut write = store.begin_write().await?;
    let keys = seed::insert(&seed, &mut write, SystemClock.now()).await?;
    if let Some(path) = &args.target_out
        && !args.force
        && let Some(existing) = target::find_existing(path, &keys)
    {
        bail!("{} already exists; use --force to overwrite it", existing.display());
    }
    match &args.target_out {
        Some(path) => target::write(path, &args.base_url, &seed, &keys)
            .with_context(|| format!("cannot write the target file {}", path.display()))?,
        None => {
            print_keys(&keys).context("cannot print the keys to stdout; nothing was inserted")?
        }
    }
    write.commit().await?;
    store.close().await;

    let subscribers: usize = seed.accounts.iter().map(|account| account.subscribers.len()).sum();
    let accounts = counted(seed.accounts.len(), "account");
    note(format_args!("inserted {accounts} with {}", counted(subscribers, "subscriber")));
    if let Some(path) = &args.target_out {
        let keys = counted(keys.len(), "key file");
        note(format_args!("wrote {} and {keys} next to it", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

fn read(source: &Path) -> anyhow::Result<Seed> {
    if source == Path::new("demo") {
        return Ok(seed::read(seed::DEMO)?);
    }
    let file = source.display();
    let text = fs::read_to_string(source).with_context(|| format!("cannot read {file}"))?;
    seed::read(&text).with_context(|| format!("the seed {file} has an error"))
}

fn print_keys(keys: &[GeneratedKey]) -> std::io::Result<()> {
    let line =
        |generated: &GeneratedKey| format!("{} {}\n", generated.label, generated.key.reveal());
    write_stdout(&keys.iter().map(line).collect::<String>())
}
