//! `run`: everything from the command line to the exit code.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;

use super::options::{Aim, Aimed};
use super::report::Destination;
use super::state;
use super::used::Used;
use crate::exit::Exit;
use crate::plan::{Decision, Plan};
use crate::redact::Redactor;
use crate::report::RunInfo;
use crate::run::{HttpOptions, HttpTransport, Ledger, Settings, Stop};
use crate::session::{Ended, Session, Wire};
use crate::suite::Suite;

/// Arguments of `run`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    aim: Aim,
    /// How many scenarios are played at once.
    #[arg(long, value_name = "N", default_value_t = 8)]
    jobs: usize,
    /// How many requests a second are sent at most.
    #[arg(long, value_name = "N")]
    rate: Option<u32>,
    /// How long an answer may take, such as `10s` or `500ms`.
    #[arg(long, value_name = "DUR", default_value = "30s", value_parser = duration)]
    timeout: Duration,
    /// What the ids of the run are made from; the time of day, unless given.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Also write a report, such as `json=report.json`; `-` is standard output.
    #[arg(long, value_name = "FORMAT=PATH")]
    report: Vec<Destination>,
    /// Certificates of an authority of your own, in PEM.
    #[arg(long, value_name = "FILE")]
    cacert: Option<PathBuf>,
    /// A header for a gate before the service; its value is read from a variable.
    #[arg(long, value_name = "NAME=env:VAR")]
    header: Vec<String>,
    /// Where the journal of writes is kept.
    #[arg(long, value_name = "DIR")]
    state_dir: Option<PathBuf>,
    /// Send keys over plain HTTP to another machine.
    #[arg(long)]
    allow_plain_http: bool,
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    let mut aimed = args.aim.check(suite)?;
    if aimed.base_url.is_plain() && !aimed.base_url.is_loopback() && !args.allow_plain_http {
        bail!("a key would be sent in the clear; use https, or say `--allow-plain-http`");
    }
    let now = Timestamp::now();
    let seed = args
        .seed
        .unwrap_or_else(|| now.as_microsecond().unsigned_abs());
    let run_id = format!("{seed:x}");
    let headers = args
        .header
        .iter()
        .map(|text| header(text))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let transport = HttpTransport::new(http_options(args, &aimed, &headers)?)?;
    let folder = state::folder(args.state_dir.clone())?;
    let ledger = Ledger::open(&folder, &run_id)?;
    let plan = plan(suite, &mut aimed, &folder)?;
    let redactor = redactor(&aimed, &headers);
    let session = Session {
        suite,
        plan: &plan,
        info: RunInfo {
            base_url: aimed.base_url.to_string(),
            level: aimed.level,
            profile: aimed.profile.clone(),
            seed,
            started_at: now.to_string(),
            journal: ledger.path().map(|path| path.display().to_string()),
            key_names: aimed.keys.names(suite, &redactor),
        },
        redactor,
        settings: Settings {
            run_id,
            now,
            jobs: args.jobs,
            keys: aimed.keys.0.clone(),
        },
    };
    let stop = Stop::default();
    let wire = Wire {
        transport: Arc::new(transport),
        rate: args.rate,
        stop,
        ledger,
    };
    let ended = play(&session, wire)?;
    super::report::write(&session, &ended, &args.report, args.aim.flags())
}

/// Plans without what earlier runs used up, and notes what this one will.
fn plan(suite: &Suite, aimed: &mut Aimed, folder: &Path) -> anyhow::Result<Plan> {
    let used = Used::read(folder, &aimed.base_url);
    let removed = used.remove_from(&mut aimed.target);
    if removed > 0 {
        let path = used.path().display();
        eprintln!("note: {removed} fixtures were used up by earlier runs, as noted in {path}");
    }
    let plan = aimed.plan(suite);
    used.note(suite, &plan)?;
    Ok(plan)
}

fn play(session: &Session<'_>, wire: Wire) -> anyhow::Result<Ended> {
    let runtime = tokio::runtime::Runtime::new().context("cannot start")?;
    runtime.spawn(interrupted(wire.stop.clone()));
    let bar = progress(session);
    let ended = runtime.block_on(session.play(wire, || bar.inc(1)));
    bar.finish_and_clear();
    Ok(ended)
}

/// Ctrl-C ends the run; what was seen until then is still reported.
async fn interrupted(stop: Stop) {
    if tokio::signal::ctrl_c().await.is_ok() {
        stop.interrupt();
    }
}

fn progress(session: &Session<'_>) -> ProgressBar {
    let played = |entry: &&crate::plan::Entry| matches!(entry.decision, Decision::Play(_));
    let count = session.plan.entries.iter().filter(played).count();
    let bar = ProgressBar::new(u64::try_from(count).unwrap_or_default());
    // The template is a constant that is known to be one.
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} scenarios") {
        bar.set_style(style);
    }
    bar
}

fn http_options(
    args: &Args,
    aimed: &Aimed,
    headers: &[(String, String)],
) -> anyhow::Result<HttpOptions> {
    let authority = args
        .cacert
        .as_ref()
        .map(|path| fs::read(path).with_context(|| format!("cannot read `{}`", path.display())));
    Ok(HttpOptions {
        base_url: aimed.base_url.clone(),
        timeout: args.timeout,
        authority: authority.transpose()?,
        headers: headers.to_vec(),
    })
}

fn redactor(aimed: &Aimed, headers: &[(String, String)]) -> Redactor {
    let keys = aimed
        .keys
        .0
        .iter()
        .map(|(kind, key)| (format!("{kind} key"), key.as_str()));
    let gates = headers
        .iter()
        .map(|(name, value)| (format!("{name} header"), value.as_str()));
    let named: Vec<_> = keys.chain(gates).collect();
    Redactor::new(named.iter().map(|(name, secret)| (name.as_str(), *secret)))
}

fn header(text: &str) -> anyhow::Result<(String, String)> {
    let parts = text
        .split_once('=')
        .and_then(|(name, source)| Some((name, source.strip_prefix("env:")?)));
    let (name, variable) = parts
        .with_context(|| format!("`{text}` is no `NAME=env:VAR`: values come from variables"))?;
    let value = env::var(variable).with_context(|| format!("there is no variable `{variable}`"))?;
    Ok((name.to_owned(), value))
}

fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "write `10s`, `500ms` or `2m`".to_owned();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let count: u64 = digits.parse().map_err(|_| wrong())?;
    match &text[digits.len()..] {
        "ms" => Ok(Duration::from_millis(count)),
        "s" => Ok(Duration::from_secs(count)),
        "m" => Ok(Duration::from_secs(count * 60)),
        _ => Err(wrong()),
    }
}
