//! `discover`: finds fixtures in the documented lists, and drafts a target file from them.

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
use crate::discover::{DiscoveredKind, TargetDraft, find_fixtures, fixtures, lists, lookups};
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
    connection: ConnectionArgs,
    /// File for the drafted target; an existing file is not overwritten [default: standard output]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    target_out: Option<PathBuf>,
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    // Fails before anything is sent.
    if let Some(path) = args.target_out.as_deref().filter(|path| path.exists()) {
        bail!("{}", already_exists(path));
    }
    let found = args.place.find(suite)?;
    let connection = args.connection.to(suite, &found.base_url, &found.keys)?;
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
    let seen = runtime.block_on(probe_service(suite, &connection, &settings, &stop, |_| true));
    if stop.is_interrupted() {
        return Ok(Exit::Interrupted);
    }
    print_findings(&seen, &connection);
    let seen: Vec<_> = seen
        .into_iter()
        .map(|sighting| without_short_keys(sighting, &connection.redactor))
        .collect();
    let draft = TargetDraft {
        suite,
        base_url: &found.base_url,
        keys: &args.place.sources(suite, &found),
        findings: &seen,
    };
    let text = connection.redactor.text(&draft.text());
    let written = match &args.target_out {
        Some(path) => create(path, &text),
        None => print(&text),
    };
    if let Err(error) = written {
        // Requests were sent, so this is not a usage error.
        output::print_message(&format!("error: {error:#}\n"));
        return Ok(Exit::Harness);
    }
    Ok(exit(&seen))
}

/// The exit code for these results.
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

/// Finds the fixtures of a run without a target file.
pub(super) async fn for_run(
    suite: &Suite,
    aimed: &ResolvedTarget,
    connection: &Connection,
    settings: &Settings,
    stop: &StopSignal,
) -> BTreeMap<String, Vec<TargetFixture>> {
    let bare = aimed.plan(suite, &aimed.target);
    let kinds = bare.missing_fixture_kinds();
    let seen = probe_service(suite, connection, settings, stop, |kind| kinds.contains(kind)).await;
    let seen: Vec<_> =
        seen.into_iter().filter(|sighting| kinds.contains(sighting.kind.kind.as_str())).collect();
    // With a fault, the report says once that there was no answer.
    if stop.fault().is_none() {
        print_findings(&seen, connection);
    }
    fixtures(&seen)
}

async fn probe_service<'s>(
    suite: &'s Suite,
    connection: &Connection,
    settings: &Settings,
    stop: &StopSignal,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<DiscoveredKind<'s>> {
    let rate_limiter = RateLimiter::per_second(connection.rate);
    let sender = RequestSender::new(Arc::clone(&connection.transport), rate_limiter, stop.clone());
    let lists = lists(suite, &settings.keys, &is_wanted);
    let mut looked = send_probes(&suite.contract, &lists, settings, &sender).await;
    let lookups = lookups(suite, &looked, &is_wanted);
    looked.extend(send_probes(&suite.contract, &lookups, settings, &sender).await);
    find_fixtures(suite, &looked)
}

/// Prints a line for each kind: where it was found, or why it was not.
fn print_findings(seen: &[DiscoveredKind<'_>], connection: &Connection) {
    for sighting in seen {
        let Some((list, _)) = sighting.list() else {
            continue;
        };
        let kind = &sighting.kind.kind;
        let line = match &sighting.trouble {
            Some(trouble) => {
                let trouble = connection.redactor.shown(trouble);
                format!("found no {kind}: {trouble}")
            }
            None => format!("found {kind} in {list}: {}", counted(sighting.found.len(), "fixture")),
        };
        output::print_message(&connection.redactor.text(&format!("{line}\n")));
    }
}

fn already_exists(path: &Path) -> String {
    let shown = path.display();
    format!("`{shown}` already exists and was not changed; give another `--target-out`")
}

/// Writes a file that must not exist yet.
fn create(path: &Path, text: &str) -> anyhow::Result<()> {
    let shown = path.display();
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    match file {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{}", already_exists(path))
        }
        file => file
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .with_context(|| format!("cannot write `{shown}`")),
    }
}
