//! `discover`: looks for fixtures in the documented lists, and drafts a target file from them.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use jiff::Timestamp;

use super::connection::{Connection, ConnectionArgs};
use super::interrupt;
use super::list::counted;
use super::output::{self, print};
use super::target_args::{ResolvedTarget, ServiceArgs};
use crate::discover::{DiscoveredKind, TargetDraft, fixtures, lists, lookups, sightings};
use crate::exit::Exit;
use crate::redact::Redactor;
use crate::run::{RateLimiter, RequestSender, Settings, StopSignal, send_probes};
use crate::suite::Suite;
use crate::target::{EmailDomain, TargetFixture};

/// Arguments of `discover`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    place: ServiceArgs,
    #[command(flatten)]
    way: ConnectionArgs,
    /// File for the drafted target; an existing file is not overwritten [default: standard output]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    target_out: Option<PathBuf>,
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    // Better told before the service is asked.
    if let Some(path) = args.target_out.as_deref().filter(|path| path.exists()) {
        bail!("{}", is_there(path));
    }
    let found = args.place.find(suite)?;
    let way = args.way.to(suite, &found.base_url, &found.keys)?;
    let runtime = tokio::runtime::Runtime::new().context("cannot start")?;
    let stop = StopSignal::default();
    runtime.spawn(interrupt::listen(stop.clone()));
    let settings = Settings {
        run_id: "discover".to_owned(),
        email_domain: EmailDomain::default(),
        now: Timestamp::now(),
        jobs: 1,
        keys: found.keys.0.clone(),
        fresh_fixtures: false,
        exclusive: false,
        skip_retry_pauses: false,
    };
    let seen = runtime.block_on(see(suite, &way, &settings, &stop, |_| true));
    if stop.is_interrupted() {
        return Ok(Exit::Interrupted);
    }
    tell(&seen, &way);
    let seen: Vec<_> = seen
        .into_iter()
        .map(|sighting| without_short_keys(sighting, &way.redactor))
        .collect();
    let draft = TargetDraft {
        suite,
        base_url: &found.base_url,
        keys: &args.place.sources(suite, &found),
        sightings: &seen,
    };
    let text = way.redactor.text(&draft.text());
    let written = match &args.target_out {
        Some(path) => create(path, &text),
        None => print(&text),
    };
    if let Err(error) = written {
        // Something was sent, so that this is no error of the command line.
        output::tell(&format!("error: {error:#}\n"));
        return Ok(Exit::Harness);
    }
    Ok(exit(&seen))
}

/// How the look at lists ends.
fn exit(seen: &[DiscoveredKind<'_>]) -> Exit {
    let asked = || seen.iter().filter(|sighting| sighting.list().is_some());
    let unanswered = asked().filter(|sighting| sighting.is_unanswered).count();
    match unanswered {
        0 => Exit::Conforms,
        all if all == asked().count() => Exit::Untested,
        _ => Exit::Incomplete,
    }
}

fn without_short_keys<'s>(
    mut sighting: DiscoveredKind<'s>,
    redactor: &Redactor,
) -> DiscoveredKind<'s> {
    for found in &mut sighting.found {
        let facts = Arc::make_mut(&mut found.facts);
        for text in facts.values_mut().chain([&mut found.id]) {
            *text = redactor.shown(text);
        }
    }
    sighting
}

/// The fixtures of a run that was given none.
pub(super) async fn for_run(
    suite: &Suite,
    aimed: &ResolvedTarget,
    way: &Connection,
    settings: &Settings,
    stop: &StopSignal,
) -> BTreeMap<String, Vec<TargetFixture>> {
    let bare = aimed.plan(suite, &aimed.target);
    let kinds = bare.missing_fixture_kinds();
    let seen = see(suite, way, settings, stop, |kind| kinds.contains(kind)).await;
    let seen: Vec<_> = seen
        .into_iter()
        .filter(|sighting| kinds.contains(sighting.kind.kind.as_str()))
        .collect();
    // The report states once that there was no answer.
    if stop.fault().is_none() {
        tell(&seen, way);
    }
    fixtures(&seen)
}

async fn see<'s>(
    suite: &'s Suite,
    way: &Connection,
    settings: &Settings,
    stop: &StopSignal,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<DiscoveredKind<'s>> {
    let rate_limiter = RateLimiter::per_second(way.rate);
    let sender = RequestSender::new(Arc::clone(&way.transport), rate_limiter, stop.clone());
    let lists = lists(suite, &settings.keys, &is_wanted);
    let mut looked = send_probes(&suite.contract, &lists, settings, &sender).await;
    let lookups = lookups(suite, &looked, &is_wanted);
    looked.extend(send_probes(&suite.contract, &lookups, settings, &sender).await);
    sightings(suite, &looked)
}

/// What was found where, a line for each kind that was looked for.
fn tell(seen: &[DiscoveredKind<'_>], way: &Connection) {
    for sighting in seen {
        let Some((list, _)) = sighting.list() else {
            continue;
        };
        let kind = &sighting.kind.kind;
        let line = match &sighting.trouble {
            Some(trouble) => {
                let trouble = way.redactor.shown(trouble);
                format!("found no {kind}: {trouble}")
            }
            None => format!(
                "found {kind} in {list}: {}",
                counted(sighting.found.len(), "fixture")
            ),
        };
        output::tell(&way.redactor.text(&format!("{line}\n")));
    }
}

fn is_there(path: &Path) -> String {
    let shown = path.display();
    format!("`{shown}` is there already and was left as it is; give another `--target-out`")
}

/// Writes a file that is not there yet.
fn create(path: &Path, text: &str) -> anyhow::Result<()> {
    let shown = path.display();
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    match file {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{}", is_there(path))
        }
        file => file
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .with_context(|| format!("cannot write `{shown}`")),
    }
}
