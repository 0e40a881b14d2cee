//! `run`: everything from the command line to the exit code.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;

use super::options::{AIM, Aim, Aimed};
use super::report::Destination;
use super::used::Used;
use crate::exit::Exit;
use crate::plan::Decision;
use crate::redact::Redactor;
use crate::report::RunInfo;
use crate::run::{HttpOptions, HttpTransport, Ledger, Settings, Stop};
use crate::session::{Ended, Session, Wire};
use crate::suite::Suite;

const PACE: &str = "How requests are sent";
const OUTPUT: &str = "What comes out";

/// Arguments of `run`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    aim: Aim,
    /// Scenarios played at once
    #[arg(long, value_name = "N", default_value_t = 8, help_heading = PACE)]
    jobs: usize,
    /// Requests a second, at most [default: as fast as it goes]
    #[arg(long, value_name = "N", help_heading = PACE)]
    rate: Option<u32>,
    /// How long an answer may take, such as `10s`, `500ms` or `2m`
    #[arg(long, value_name = "DUR", default_value = "30s", value_parser = duration, help_heading = PACE)]
    timeout: Duration,
    /// Certificates of an authority of your own, in PEM
    #[arg(long, value_name = "FILE", help_heading = PACE)]
    cacert: Option<PathBuf>,
    /// Header for a gate before the service, its value read from a variable; can be repeated
    #[arg(long, value_name = "NAME=env:VAR", help_heading = PACE)]
    header: Vec<String>,
    /// Send keys over plain HTTP to another machine
    #[arg(long, help_heading = PACE)]
    allow_plain_http: bool,
    /// The fixtures were never used: refusing one that can be used once is then a violation
    #[arg(long, help_heading = AIM)]
    fresh_fixtures: bool,
    /// Also write a report: `json=FILE` or `human=FILE`, with `-` for standard output; can be repeated
    #[arg(long, value_name = "FORMAT=PATH", help_heading = OUTPUT)]
    report: Vec<Destination>,
    /// Number that the ids of the run are made from [default: the time of day]
    #[arg(long, value_name = "N", help_heading = OUTPUT)]
    seed: Option<u64>,
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    let aimed = args.aim.check(suite)?;
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
    let folder = args.aim.state_folder()?;
    let redactor = redactor(&aimed, &headers);
    let ledger = Ledger::open(&folder, &run_id, redactor.clone())?;
    let used = Used::read(&folder, &aimed.base_url, &aimed.keys);
    let plan = aimed.plan(suite, &used.left(&aimed.target));
    used.note(suite, &plan)?;
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
            fresh_fixtures: args.fresh_fixtures,
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
    used.give_back(suite, &plan, &ended.plays)?;
    let mut flags = args.aim.flags();
    if args.fresh_fixtures {
        flags.push_str(" --fresh-fixtures");
    }
    super::report::write(&session, &ended, &args.report, flags)
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
