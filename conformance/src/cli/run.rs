//! `run`: runs the scenarios and reports the results.

use std::path::{Path, PathBuf};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use tokio::runtime::Runtime;

use super::connection::{Connection, ConnectionArgs, PACE};
use super::interrupt;
use super::output::print_message;
use super::report::{self, ReportDestination, ReportFile};
use super::state;
use super::target_args::{AIM, ResolvedTarget, TargetArgs};
use crate::allow::Allowed;
use crate::exit::Exit;
use crate::plan::Decision;
use crate::report::RunInfo;
use crate::run::{Settings, StopSignal};
use crate::scenario::Scenario;
use crate::session::{RunIo, Session};
use crate::state::journal::{self, JournalHeader};
use crate::state::{FixtureLedger, JournalWriter};
use crate::suite::Suite;

const OUTPUT: &str = "Output";
const JOBS: u16 = 8;

/// Arguments of `run`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    aim: TargetArgs,
    /// Number of scenarios to run concurrently
    #[arg(long, value_name = "N", default_value_t = JOBS, help_heading = PACE)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    #[command(flatten)]
    way: ConnectionArgs,
    /// Assume unused fixtures: report a refusal of one that can be consumed once as a violation
    #[arg(long, help_heading = AIM)]
    fresh_fixtures: bool,
    /// Assume exclusive access to the target: report a failure without retrying
    #[arg(long, help_heading = AIM)]
    alone: bool,
    /// Accept clauses that were not exercised: `not_exercised`, or `not_exercised:REASON` for one reason; can be repeated
    #[arg(long, value_name = "VERDICT[:REASON]", help_heading = OUTPUT)]
    allow: Vec<Allowed>,
    /// Also write a report: `json=FILE`, `junit=FILE` or `human=FILE`, with `-` for standard output; can be repeated
    #[arg(long, value_name = "FORMAT=PATH", help_heading = OUTPUT)]
    report: Vec<ReportDestination>,
    /// List every held clause with its witnesses and their number, and the steps that showed
    /// nothing
    #[arg(short, long, help_heading = OUTPUT)]
    verbose: bool,
    /// Seed for generated ids, to be different for each run against a deployment [default: random]
    #[arg(long, value_name = "N", help_heading = OUTPUT)]
    seed: Option<u64>,
}

impl Args {
    /// The flags that repeat the run, as text for a command line; `files` are those for contract
    /// and scenarios.
    fn flags(&self, files: &str) -> String {
        let mut flags = self.aim.flags() + files + &self.way.flags();
        if self.jobs != JOBS {
            flags.push_str(&format!(" --jobs {}", self.jobs));
        }
        if self.fresh_fixtures {
            flags.push_str(" --fresh-fixtures");
        }
        if self.alone {
            flags.push_str(" --alone");
        }
        flags
    }
}

pub(super) fn execute(suite: &Suite, args: &Args, files: &str) -> anyhow::Result<Exit> {
    let ready = PreparedRun::of(suite, args)?;
    // From here on requests may have been sent, so errors are not usage errors.
    Ok(ready.run(suite, args, files).unwrap_or_else(|error| {
        print_message(&format!("error: {error:#}\n"));
        Exit::Harness
    }))
}

/// Everything that is needed before the first request.
struct PreparedRun {
    aimed: ResolvedTarget,
    way: Connection,
    seed: u64,
    settings: Settings,
    reports: Vec<ReportFile>,
    folder: PathBuf,
    journal: JournalWriter,
    runtime: Runtime,
}

impl PreparedRun {
    fn of(suite: &Suite, args: &Args) -> anyhow::Result<Self> {
        let aimed = args.aim.check(suite)?;
        let way = args.way.to(suite, &aimed.base_url, &aimed.keys)?;
        let now = Timestamp::now();
        let seed = match args.seed {
            Some(seed) => seed,
            None => random_seed(now)?,
        };
        let settings = Settings {
            run_id: format!("{seed:x}"),
            email_domain: aimed.target.email_domain.clone(),
            now,
            jobs: args.jobs.into(),
            keys: aimed.keys.0.clone(),
            fresh_fixtures: args.fresh_fixtures,
            exclusive: args.alone,
            skip_retry_pauses: false,
        };
        let reports = report::open(&args.report)?;
        let folder = args.aim.state_folder()?;
        let journal = JournalWriter::create(&folder, &settings.run_id, way.redactor.clone())?;
        journal.write_header(JournalHeader {
            form: journal::FORM,
            base_url: aimed.base_url.to_string(),
            started_at: now.to_string(),
            keys: aimed.keys.fingerprints(),
        })?;
        Ok(Self {
            aimed,
            way,
            seed,
            settings,
            reports,
            folder,
            journal,
            runtime: Runtime::new().context("cannot start")?,
        })
    }

    fn run(self, suite: &Suite, args: &Args, files: &str) -> anyhow::Result<Exit> {
        let Self { mut aimed, way, settings, runtime, .. } = self;
        let journal = self.journal.path().map(Path::to_owned);
        let stop = StopSignal::default();
        runtime.spawn(interrupt::listen(stop.clone()));
        if !args.aim.has_target() {
            let found = super::discover::for_run(suite, &aimed, &way, &settings, &stop);
            aimed.target.fixtures = runtime.block_on(found);
        }
        let used = FixtureLedger::lock(&self.folder, &aimed.base_url, &aimed.keys.0)?;
        let plan = aimed.plan(suite, &state::unused_fixtures(used.ledger(), &aimed.target));
        let used = used.record_planned(suite, &plan)?;
        let session = Session {
            suite,
            plan: &plan,
            info: RunInfo {
                base_url: aimed.base_url.to_string(),
                level: aimed.level,
                profile: aimed.profile.clone(),
                allowed: args.allow.clone(),
                seed: self.seed,
                started_at: settings.now.to_string(),
                journal: journal.as_ref().map(|path| path.display().to_string()),
                key_names: aimed.keys.names(suite, &way.redactor),
            },
            redactor: way.redactor.clone(),
            settings,
        };
        let run_id = session.settings.run_id.clone();
        let others =
            |scenario: &Scenario| used.replace_consumed(suite, &aimed.target, scenario, &run_id);
        let wire = RunIo {
            transport: way.transport,
            rate: way.rate,
            stop: stop.clone(),
            journal: self.journal,
            fixture_pool: Some(&others),
        };
        let bar = progress(&session);
        let one_ended = {
            let bar = bar.clone();
            move || bar.inc(1)
        };
        let ended = runtime.block_on(session.run(wire, one_ended));
        bar.finish_and_clear();
        let given_back = used.give_back(suite, &plan, ended.traces());
        let flags = args.flags(files);
        let exit = report::write(&session, &ended, self.reports, flags, args.verbose);
        if let Some(journal) = journal.filter(|_| stop.is_halted()) {
            let flags = args.aim.flags() + files + &args.way.flags();
            interrupt::print_open_tasks(suite, &journal, &flags, &session.redactor);
        }
        Ok(match given_back {
            Ok(()) => exit,
            Err(error) => {
                print_message(&format!("error: {error:#}\n"));
                exit.with_fault()
            }
        })
    }
}

/// A seed that no other run has, even one that starts at the same moment elsewhere, because equal
/// seeds mean equal names. The time comes first to sort journals by start; an `f64` must hold the
/// seed exactly.
fn random_seed(now: Timestamp) -> anyhow::Result<u64> {
    const RANDOM_BITS: u32 = 20;
    let chance =
        getrandom::u32().context("the system gives no random number")? >> (u32::BITS - RANDOM_BITS);
    Ok(now.as_second().unsigned_abs() << RANDOM_BITS | u64::from(chance))
}

fn progress(session: &Session<'_>) -> ProgressBar {
    let is_run = |entry: &&crate::plan::PlanEntry| matches!(entry.decision, Decision::Run(_));
    let count = session.plan.entries.iter().filter(is_run).count();
    let bar = ProgressBar::new(u64::try_from(count).unwrap_or_default());
    // The template is a valid constant.
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} scenarios") {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_of_simultaneous_runs_differ() {
        let now = Timestamp::now();
        let (one, two) = (random_seed(now).unwrap(), random_seed(now).unwrap());
        assert_ne!(one, two);
        assert!(one < random_seed(now + jiff::SignedDuration::from_secs(1)).unwrap());
        assert!(one.max(two) < 1 << 53);
    }
}
