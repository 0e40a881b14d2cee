//! `run`: runs the scenarios and reports the results.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::ArgMatches;
use indicatif::{ProgressBar, ProgressStyle};
use tokio::runtime::Runtime;

use super::connection::{Connection, ConnectionArgs, REQUESTS};
use super::given_flags::{RUN_FLAGS, SERVICE_FLAGS, given_flags};
use super::output::{print_error, print_message};
use super::report::{self, Discarded, ReportDestination, ReportFile, Shown};
use super::target_args::{DepthArgs, RunTarget, TARGET, TargetArgs, unused_fixtures};
use super::{clock, discover, interrupt};
use crate::allow::Allowed;
use crate::exit::Exit;
use crate::plan::Plan;
use crate::report::sweep::render_open_tasks;
use crate::report::{Repeat, RunInfo, format_names};
use crate::run::{Settings, StopSignal, random_seed};
use crate::scenario::Scenario;
use crate::session::{RunIo, Session};
use crate::state::cleanup_plan::cleanup_tasks;
use crate::state::journal::{Journal, JournalHeader};
use crate::state::{FixtureLedger, JournalWriter};
use crate::suite::Suite;

pub(super) const OUTPUT: &str = "Output";

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
    let ready = PreparedRun::new(suite, args)?;
    let stop = ready.stop.clone();
    // From here on requests may have been sent, so errors are not usage errors.
    Ok(ready.run(suite, args, matches).unwrap_or_else(|error| {
        print_error(&error);
        Exit::of_fault(stop.is_interrupted())
    }))
}

/// Everything that is needed before the first request.
struct PreparedRun {
    target: RunTarget,
    connection: Connection,
    seed: u64,
    settings: Settings,
    reports: Vec<ReportFile>,
    folder: PathBuf,
    journal: JournalWriter,
    runtime: Runtime,
    stop: StopSignal,
}

impl PreparedRun {
    fn new(suite: &Suite, args: &Args) -> anyhow::Result<Self> {
        let target = args.target.resolve(suite, args.depth.depth)?;
        let connection = args.connection.connect(suite, &target.service)?;
        let (now, keys) = (clock::now()?, target.service.keys.clone());
        let seed = args.seed.map_or_else(|| random_seed(now), Ok)?;
        let run_id = format!("{seed:x}");
        report::refuse_inputs(&args.report, &args.target.inputs(&target.service))?;
        let reports = report::open(&args.report)?;
        let folder = args.target.state.folder()?;
        let journal = JournalWriter::create(&folder, &run_id, connection.redactor.clone())?;
        journal.write_header(JournalHeader::new(&target.service.base_url, now, &keys))?;
        let settings = Settings {
            run_id,
            email_domain: target.service.target.email_domain.clone(),
            now,
            jobs: args.jobs.into(),
            keys,
            fresh_fixtures: args.fresh_fixtures,
            fresh_names: args.seed.is_none(),
            exclusive: args.alone,
            skip_retry_pauses: false,
        };
        let (runtime, stop) = interrupt::runtime()?;
        Ok(Self { target, connection, seed, settings, reports, folder, journal, runtime, stop })
    }

    fn run(self, suite: &Suite, args: &Args, matches: &ArgMatches) -> anyhow::Result<Exit> {
        let Self { target, connection, settings, runtime, stop, .. } = self;
        let service = &target.service;
        let preflight = connection.preflight(suite, &settings, &target.key_sources, &stop);
        let preflight = runtime.block_on(preflight);
        let fixtures = if args.target.has_file() || stop.reason().is_some() {
            service.target.fixtures.clone()
        } else {
            runtime.block_on(discover::for_run(suite, &target, &connection, &settings, &stop))
        };
        let mut ledger =
            FixtureLedger::lock(suite, &self.folder, &service.base_url, &service.keys)?;
        let plan = target.plan(suite, &unused_fixtures(&ledger, &fixtures));
        ledger.record_planned(&plan)?;
        let journal = self.journal.path().map(|path| path.to_owned());
        let mut curl_arguments = args.target.curl_keys(suite, service, &connection.redactor);
        curl_arguments.extend(args.connection.curl_arguments());
        let session = Session {
            suite,
            plan: &plan,
            info: RunInfo {
                base_url: service.base_url.to_string(),
                level: target.level,
                depth: target.depth,
                profile: args.target.profile(),
                allowed: args.allow.clone(),
                seed: self.seed,
                started_at: settings.now.to_string(),
                journal: journal.as_ref().map(|path| path.display().to_string()),
                curl_arguments,
                key_sources: target.key_sources.clone(),
            },
            redactor: connection.redactor,
            settings,
        };
        let replace = |scenario: &Scenario, used: &BTreeSet<String>| {
            ledger.replace_used(&fixtures, scenario, used, &session.settings.run_id)
        };
        let failure = self.journal.failure();
        let io = RunIo {
            transport: connection.transport,
            rate: connection.rate,
            stop: stop.clone(),
            journal: self.journal,
            fixture_pool: Some(&replace),
        };
        let bar = progress_bar(&plan);
        let on_complete = {
            let bar = bar.clone();
            move || bar.inc(1)
        };
        let ended = runtime.block_on(session.run(io, on_complete)).after(preflight);
        bar.finish_and_clear();
        let recorded = ledger.record_unconsumed(&plan, ended.traces());
        let flags = given_flags(matches, SERVICE_FLAGS.iter().chain(RUN_FLAGS));
        let mut faults = Vec::from_iter(recorded.err());
        faults.extend(ledger.failure());
        faults.extend(failure.message().map(|message| anyhow!("{message}")));
        let (repeat, discards) = (Repeat::Run(flags), args.discards);
        let shown = Shown { repeat, verbose: args.verbose, discards };
        let exit = report::write(&session, &ended, self.reports, shown, &faults);
        if let Some(journal) = journal.filter(|_| stop.is_halted() && discards.is_none()) {
            let journal = Journal::open(&journal);
            let open = journal.map(|journal| cleanup_tasks(&suite.contract, &journal));
            let flags = given_flags(matches, SERVICE_FLAGS);
            let open = open.unwrap_or_default();
            print_message(&render_open_tasks(&open, &flags, &session.redactor));
        }
        Ok(exit)
    }
}

fn progress_bar(plan: &Plan) -> ProgressBar {
    let bar = ProgressBar::new(plan.running().count() as u64);
    // The template is a valid constant.
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} scenarios") {
        bar.set_style(style);
    }
    bar
}
