//! `run`: runs the scenarios and reports the results.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::anyhow;
use clap::ArgMatches;
use indicatif::{ProgressBar, ProgressStyle};

use super::clock;
use super::connection::{ConnectionArgs, REQUESTS};
use super::given_flags::{RUN_FLAGS, SERVICE_FLAGS, given_flags};
use super::output::{OUTPUT, print_error, print_message};
use super::prepared::Prepared;
use super::report::{self, Discarded, ReportDestination, ReportFile, Shown};
use super::target_args::{DepthArgs, TARGET, TargetArgs, unused_fixtures};
use crate::allow::Allowed;
use crate::exit::Exit;
use crate::plan::Plan;
use crate::report::sweep::render_open_tasks;
use crate::report::{Repeat, RunInfo, format_names};
use crate::scenario::Scenario;
use crate::session::{RunIo, Session};
use crate::state::cleanup_plan::cleanup_tasks;
use crate::state::journal::Journal;
use crate::state::{FixtureLedger, JournalWriter};
use crate::suite::Suite;
use crate::waivers::{self, Waivers};

/// Arguments of `run`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    depth: DepthArgs,
    /// Number of scenarios to run concurrently
    #[arg(long, value_name = "N", default_value_t = 8, help_heading = REQUESTS)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    #[command(flatten)]
    connection: ConnectionArgs,
    /// Assume unused fixtures: report a refusal of one that can be consumed once as a violation
    #[arg(long, help_heading = TARGET)]
    fresh_fixtures: bool,
    /// Assume exclusive access to the target: report a failure without retrying
    #[arg(long, help_heading = TARGET)]
    alone: bool,
    /// Accept clauses that were not exercised: `not_exercised`, or `not_exercised:REASON` for one reason; can be repeated
    #[arg(long, value_name = "VERDICT[:REASON]", help_heading = OUTPUT)]
    allow: Vec<Allowed>,
    /// File of waivers: known failures that do not change the exit code until a date
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    waivers: Option<PathBuf>,
    /// Also write a report to a file, or to standard output with `-`; can be repeated
    #[arg(long, value_name = "FORMAT=PATH", help_heading = OUTPUT, help = report_help())]
    report: Vec<ReportDestination>,
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

pub(super) fn report_help() -> String {
    let formats = format_names();
    format!(
        "Also write a report to a file, or to standard output with `-`, which moves the report for people to standard error; can be repeated [formats: {formats}]"
    )
}

pub(super) fn execute(suite: &Suite, args: &Args, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let suite = &args.target.service.suite(suite)?;
    let target = (&args.target, args.depth.depth);
    let scenarios = (args.jobs, args.alone);
    let mut prepared = Prepared::new(suite, target, &args.connection, scenarios, args.seed)?;
    prepared.settings.fresh_fixtures = args.fresh_fixtures;
    prepared.settings.fresh_names = args.seed.is_none();
    let waivers = match &args.waivers {
        Some(path) => waivers::load(path, suite, clock::today()?)?,
        None => Waivers::new(),
    };
    let inputs = args.target.inputs(&prepared.target.service).into_iter();
    report::refuse_inputs(&args.report, &inputs.chain(args.waivers.clone()).collect::<Vec<_>>())?;
    let reports = report::open(&args.report)?;
    let journal = prepared.create_journal()?;
    // From here on requests may have been sent, so errors are not usage errors.
    Ok(run(&prepared, args, matches, (reports, waivers), journal).unwrap_or_else(|error| {
        print_error(&error);
        Exit::of_fault(prepared.stop.is_interrupted())
    }))
}

fn run(
    prepared: &Prepared<'_>,
    args: &Args,
    matches: &ArgMatches,
    (reports, waivers): (Vec<ReportFile>, Waivers),
    journal: JournalWriter,
) -> anyhow::Result<Exit> {
    let Prepared { suite, target, stop, .. } = prepared;
    let service = &target.service;
    let (preflight, fixtures) = prepared.first_reads();
    let mut ledger =
        FixtureLedger::lock(suite, &prepared.folder, &service.base_url, &service.keys)?;
    let plan = target.plan(suite, &unused_fixtures(&ledger, &fixtures));
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
    let io = RunIo { fixture_pool: Some(&replace), ..prepared.io(journal) };
    let bar = progress_bar(&plan);
    let on_complete = {
        let bar = bar.clone();
        move || bar.inc(1)
    };
    let started = Instant::now();
    let mut ended = prepared.runtime.block_on(session.run(io, on_complete));
    let duration = started.elapsed();
    ended.preflight = preflight;
    bar.finish_and_clear();
    let recorded = ledger.record_unconsumed(&plan, ended.traces());
    let flags = given_flags(matches, SERVICE_FLAGS.iter().chain(RUN_FLAGS));
    let mut faults = Vec::from_iter(recorded.err());
    faults.extend(ledger.failure());
    faults.extend(ended.journal_failure.as_ref().map(|failure| anyhow!("{failure}")));
    let (repeat, discards) = (Repeat::Run(flags), args.discards);
    let shown = Shown { repeat, verbose: args.verbose, duration, discards };
    let exit = report::write(&session, &ended, reports, shown, &faults);
    if let Some(journal) = journal_path.filter(|_| stop.is_halted() && discards.is_none()) {
        let journal = Journal::open(&journal);
        let open = journal.map(|journal| cleanup_tasks(&suite.contract, &journal));
        let flags = given_flags(matches, SERVICE_FLAGS);
        let open = open.unwrap_or_default();
        print_message(&render_open_tasks(&open, &flags, &session.redactor));
    }
    Ok(exit)
}

fn progress_bar(plan: &Plan) -> ProgressBar {
    let bar = ProgressBar::new(plan.running().count() as u64);
    // The template is a valid constant.
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} scenarios") {
        bar.set_style(style);
    }
    bar
}
