//! `run`: runs the scenarios and reports the results.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::anyhow;
use clap::ArgMatches;

use super::certificate::CertificateFiles;
use super::clock;
use super::connection::{ConnectionArgs, JobsArgs, REQUESTS};
use super::events::{EventLog, StartedRun};
use super::given_flags::{RUN_FLAGS, SERVICE_FLAGS, given_flags};
use super::output::{OUTPUT, print_error, print_message};
use super::prepared::Prepared;
use super::progress::{CountedTransport, Progress};
use super::report::{self, Discarded, HumanOutput, ReportDestination, ReportFile, Shown};
use super::target_args::{DepthArgs, TARGET, TargetArgs, unused_fixtures};
use crate::allow::Allowed;
use crate::certificate::transcript::{PlannedRun, fixture_lines};
use crate::depth::Depth;
use crate::exit::Exit;
use crate::report::sweep::render_open_tasks;
use crate::report::{Content, Repeat, RunInfo, format_names};
use crate::retry::FixturePool;
use crate::scenario::Scenario;
use crate::session::{EndedScenario, RunIo, Session};
use crate::state::cleanup_plan::cleanup_tasks;
use crate::state::journal::Journal;
use crate::state::{FixtureLedger, JournalWriter};
use crate::suite::Suite;
use crate::target::Fixtures;
use crate::waivers::{self, Waivers};

/// Arguments of `run`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    depth: DepthArgs,
    #[command(flatten)]
    jobs: JobsArgs,
    #[command(flatten)]
    connection: ConnectionArgs,
    /// Assume unused fixtures: report a refusal of one that can be consumed once as a violation
    #[arg(long, help_heading = TARGET)]
    fresh_fixtures: bool,
    /// Assume exclusive access to the target: report a failure without retrying
    #[arg(long, help_heading = TARGET)]
    alone: bool,
    /// Send no more scenarios after the first violation; what was created is still cleaned up
    #[arg(long, help_heading = REQUESTS)]
    fail_fast: bool,
    /// Accept clauses that were not exercised: `not_exercised`, or `not_exercised:REASON` for one reason; can be repeated
    #[arg(long, value_name = "VERDICT[:REASON]", help_heading = OUTPUT)]
    allow: Vec<Allowed>,
    /// File of waivers: known failures that do not change the exit code until a date
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    waivers: Option<PathBuf>,
    /// Also write a report to a file, or to standard output with `-`; can be repeated
    #[arg(long, value_name = "FORMAT=PATH", help_heading = OUTPUT, help = report_help())]
    report: Vec<ReportDestination>,
    /// Write a signed certificate of the run, and its transcript beside it, to `PATH.transcript.ndjson`
    #[arg(long, value_name = "PATH", requires = "signing_key", help_heading = OUTPUT)]
    certificate: Option<PathBuf>,
    /// File with the private key for the certificate, as `keygen` writes it
    #[arg(long, value_name = "FILE", requires = "certificate", help_heading = OUTPUT)]
    signing_key: Option<PathBuf>,
    /// List every held clause with its witnesses and their number, the steps that showed nothing,
    /// and every observation
    #[arg(short, long, help_heading = OUTPUT)]
    verbose: bool,
    /// Seed for generated ids, to be different for each run against a deployment [default: random]
    #[arg(long, value_name = "N", help_heading = OUTPUT)]
    seed: Option<u64>,
    /// What is deleted after the run; for a program that starts the server itself
    #[arg(long, value_enum, hide = true)]
    discards: Option<Discarded>,
}

impl Args {
    pub(super) fn depth(&self) -> Depth {
        self.depth.depth
    }
}

pub(super) fn report_help() -> String {
    let formats = format_names();
    format!(
        "Also write a report to a file, or to standard output with `-`, which moves the report for people to standard error; can be repeated [formats: {formats}]"
    )
}

pub(super) fn execute(suite: &Suite, args: &Args, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let suite = &args.target.service.suite(suite)?;
    let target = (&args.target, args.depth.depth);
    let scenarios = (args.jobs.jobs, args.alone);
    let mut prepared = Prepared::new(suite, target, &args.connection, scenarios, args.seed)?;
    prepared.settings.fresh_fixtures = args.fresh_fixtures;
    prepared.settings.fresh_names = args.seed.is_none();
    let waivers = match &args.waivers {
        Some(path) => waivers::load(path, suite, clock::today()?)?,
        None => Waivers::new(),
    };
    let inputs = args.target.inputs(&prepared.target.service).into_iter();
    let inputs = inputs.chain(args.waivers.clone()).chain(args.signing_key.clone());
    report::refuse_inputs(&args.report, &inputs.collect::<Vec<_>>())?;
    if args.fail_fast {
        let waived = waivers.keys().cloned().collect();
        prepared.settings.fail_fast = Some(Arc::new(waived));
    }
    prepared.settings.judge_each = true;
    let reports = report::open(&args.report)?;
    let certificate = args.certificate.as_ref().zip(args.signing_key.as_ref());
    let certificate = certificate.map(|(path, key)| CertificateFiles::create(path, key));
    let certificate = certificate.transpose()?;
    let journal = prepared.create_journal()?;
    // From here on requests may have been sent, so errors are not usage errors.
    let written = (reports, certificate);
    Ok(run(&prepared, args, matches, (written, waivers), journal).unwrap_or_else(|error| {
        print_error(&error);
        Exit::of_fault(prepared.stop.is_interrupted())
    }))
}

fn run(
    prepared: &Prepared<'_>,
    args: &Args,
    matches: &ArgMatches,
    ((reports, certificate), waivers): ((Vec<ReportFile>, Option<CertificateFiles>), Waivers),
    journal: JournalWriter,
) -> anyhow::Result<Exit> {
    let Prepared { suite, target, stop, .. } = prepared;
    let service = &target.service;
    let (preflight, fixtures) = prepared.first_reads();
    let mut ledger =
        FixtureLedger::lock(suite, &prepared.folder, &service.base_url, &service.keys)?;
    let unused = unused_fixtures(&ledger, &fixtures);
    let plan = target.plan(suite, &unused);
    ledger.record_planned(&plan)?;
    let journal_path = journal.path().map(Path::to_owned);
    let session = Session {
        suite,
        plan: &plan,
        info: RunInfo { waivers, ..prepared.info(prepared.seed, args.allow.clone(), &journal) },
        redactor: prepared.connection.redactor.clone(),
        settings: prepared.settings.clone(),
    };
    let replace = |scenario: &Scenario, used: &BTreeSet<String>| {
        ledger.replace_used(&fixtures, scenario, used, &session.settings.run_id)
    };
    let progress = Progress::new(plan.running().count());
    let counted = CountedTransport {
        transport: Arc::clone(&prepared.connection.transport),
        progress: Arc::clone(&progress),
    };
    let (transport, fixture_pool): (_, FixturePool<'_>) = (Arc::new(counted), &replace);
    let io = RunIo { transport, fixture_pool: Some(fixture_pool), ..prepared.io(journal) };
    let (events, reports) = reports.into_iter().partition(ReportFile::is_for_events);
    let events = Arc::new(EventLog::start(events, &started_run(&session)));
    let on_complete = {
        let (progress, events) = (Arc::clone(&progress), Arc::clone(&events));
        move |ended: EndedScenario<'_>| {
            progress.add(ended);
            events.add(ended);
        }
    };
    let started = Instant::now();
    let shown = prepared.runtime.spawn(progress.show());
    let mut ended = prepared.runtime.block_on(session.run(io, on_complete));
    shown.abort();
    let _ = prepared.runtime.block_on(shown);
    let duration = started.elapsed();
    ended.preflight = preflight;
    let recorded = ledger.record_unconsumed(&plan, ended.traces());
    let flags = given_flags(matches, SERVICE_FLAGS.iter().chain(RUN_FLAGS));
    let mut faults = Vec::from_iter(recorded.err());
    faults.extend(ledger.failure());
    faults.extend(ended.journal_failure.as_ref().map(|failure| anyhow!("{failure}")));
    let (repeat, discards) = (Repeat::Run(flags), args.discards);
    let shown = Shown { repeat, verbose: args.verbose, duration, discards };
    let mut content = match report::make(&session, &ended, shown, &faults) {
        Ok(content) => content,
        Err(exit) => return Ok(exit),
    };
    report::print_for_people(&mut content, HumanOutput::beside(&args.report));
    if let Some(certificate) = certificate {
        let planned = planned_run(prepared, &session, &unused);
        if let Err(error) = certificate.write(&session, &ended, &planned, &content) {
            print_error(&error);
            content.exit = content.exit.with_fault();
        }
    }
    let mut exit = report::write_files(&content, reports);
    if let Err(error) = events.end(&Content { exit, ..content }) {
        print_error(&error);
        exit = exit.with_fault();
    }
    if let Some(journal) = journal_path.filter(|_| stop.is_halted() && discards.is_none()) {
        let journal = Journal::open(&journal);
        let open = journal.map(|journal| cleanup_tasks(&suite.contract, &journal));
        let flags = given_flags(matches, SERVICE_FLAGS);
        let open = open.unwrap_or_default();
        print_message(&render_open_tasks(&open, &flags, &session.redactor));
    }
    Ok(exit)
}

/// What the plan of the run depends on.
fn planned_run(prepared: &Prepared<'_>, session: &Session<'_>, fixtures: &Fixtures) -> PlannedRun {
    let (target, info, settings) = (&prepared.target, &session.info, &session.settings);
    PlannedRun {
        base_url: info.base_url.clone(),
        started_at: info.started_at.clone(),
        seed: info.seed,
        level: info.level.name().to_owned(),
        depth: info.depth.name().to_owned(),
        only: target.only.as_ref().map(ToString::to_string),
        keys: target.service.keys.keys().cloned().collect(),
        fixtures: fixture_lines(fixtures, &session.redactor),
        parameters: target.service.target.parameters.clone(),
        alone: settings.exclusive,
        waits: !settings.skip_retry_pauses,
    }
}

fn started_run(session: &Session<'_>) -> StartedRun {
    let info = &session.info;
    StartedRun {
        service: session.suite.contract.service.title.clone(),
        base_url: info.base_url.clone(),
        level: info.level.name(),
        depth: info.depth.name(),
        profile: info.profile.clone(),
        seed: info.seed,
        started_at: info.started_at.clone(),
        scenarios: session.plan.running().count(),
    }
}
