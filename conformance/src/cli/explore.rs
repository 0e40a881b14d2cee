//! `explore`: random walks, and the shortest one that violates a clause.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::ArgMatches;

use super::connection::{ConnectionArgs, REQUESTS};
use super::given_flags::{EXPLORE_FLAGS, SERVICE_FLAGS, given_flags};
use super::output::{NewFile, OUTPUT, print_error};
use super::prepared::Prepared;
use super::report::{self, HumanOutput, ReportDestination, ReportFile};
use super::run::report_help;
use super::target_args::{TARGET, TargetArgs};
use crate::allow::Allowed;
use crate::contract::usual_key;
use crate::depth::Depth;
use crate::exit::Exit;
use crate::explore::shrink::shrink;
use crate::explore::{Walk, WalkOptions, walks};
use crate::plan::Plan;
use crate::reason::Reason;
use crate::report::{Content, EVENTS, Repeat, Report};
use crate::run::Settings;
use crate::session::{RunIo, Session};
use crate::suite::Suite;
use crate::target::Fixtures;
use crate::text::{counted, escape, wrapped};
use crate::verdict::{ClauseVerdict, Verdict};

/// Arguments of `explore`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    target: TargetArgs,
    /// Number of calls, without those that clean up
    #[arg(long, value_name = "N", default_value_t = 200, help_heading = REQUESTS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    steps: u32,
    /// Number of walks to run concurrently
    #[arg(long, value_name = "N", default_value_t = 8, help_heading = REQUESTS)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    #[command(flatten)]
    connection: ConnectionArgs,
    /// Assume exclusive access to the target: report a failure without retrying
    #[arg(long, help_heading = TARGET)]
    alone: bool,
    /// Also write a report to a file, or to standard output with `-`; can be repeated
    #[arg(long, value_name = "FORMAT=PATH", help_heading = OUTPUT, help = report_help())]
    report: Vec<ReportDestination>,
    /// File for the shortest scenario that violates a clause, to be replayed with `run --scenarios DIR`
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    save: Option<PathBuf>,
    /// Seed of the walks: the same seed sends the same calls, with other names [default: random]
    #[arg(long, value_name = "N", help_heading = OUTPUT)]
    seed: Option<u64>,
}

pub(super) fn execute(suite: &Suite, args: &Args, matches: &ArgMatches) -> anyhow::Result<Exit> {
    if args.report.iter().any(ReportDestination::is_for_events) {
        bail!("`explore` writes no events; use another format than `{EVENTS}`, or `run`");
    }
    let suite = &args.target.service.suite(suite)?;
    let reports = report::open(&args.report)?;
    let (target, walks) = ((&args.target, Depth::Quick), (args.jobs, args.alone));
    // Names must differ between runs, the calls must not.
    let prepared = Prepared::new(suite, target, &args.connection, walks, None)?;
    let seed = args.seed.unwrap_or(prepared.seed);
    let explorer = Explorer { prepared, seed, output: HumanOutput::beside(&args.report) };
    let service = &explorer.prepared.target.service;
    report::refuse_inputs(&args.report, &args.target.inputs(service))?;
    let save = args.save.as_deref().map(saved_file).transpose()?;
    let flags = given_flags(matches, SERVICE_FLAGS.iter().chain(EXPLORE_FLAGS));
    // From here on requests may have been sent, so errors are not usage errors.
    Ok(explorer.explore(args, reports, save, flags).unwrap_or_else(|error| {
        print_error(&error);
        Exit::of_fault(explorer.prepared.stop.is_interrupted())
    }))
}

/// The file for the scenario. `run --scenarios` only reads files with its extension.
fn saved_file(path: &Path) -> anyhow::Result<NewFile> {
    if path.extension().is_none_or(|extension| extension != "yaml") {
        bail!(
            "`--save {}` has another extension than `.yaml`, which `run --scenarios` reads",
            path.display()
        );
    }
    NewFile::create(path, "--save")
}

/// What the replays of walks share.
struct Explorer<'s> {
    prepared: Prepared<'s>,
    /// Of the walks.
    seed: u64,
    output: HumanOutput,
}

impl Explorer<'_> {
    fn explore(
        &self,
        args: &Args,
        reports: Vec<ReportFile>,
        save: Option<NewFile>,
        flags: String,
    ) -> anyhow::Result<Exit> {
        let Prepared { suite, target, runtime, .. } = &self.prepared;
        let (preflight, fixtures) = self.prepared.first_reads();
        let options = self.options(args, &fixtures);
        let walks = walks(&suite.contract, &suite.clauses, &options);
        let suite = self.suite_of(&walks, 0)?;
        let plan = target.plan(&suite, &fixtures);
        let (session, io) = self.session(&suite, &plan, true)?;
        let mut finished = runtime.block_on(session.run(io, |_| ()));
        finished.preflight = preflight;
        let mut report = session.report(&finished)?;
        report.repeat = Repeat::Explore(format!(
            "explore {flags} --level {} --steps {} --seed {}",
            target.level, args.steps, self.seed
        ));
        // A walk need not show everything, but it must have been sent to its end.
        let is_cut = |found: &ClauseVerdict| {
            let cuts = [
                Reason::Stopped,
                Reason::Unanswered,
                Reason::Throttled,
                Reason::Oversized,
                Reason::NotStarted,
            ];
            cuts.into_iter().any(|reason| found.verdict == Verdict::NotExercised(reason))
        };
        if report.exit == Exit::Incomplete && !report.verdicts.iter().any(is_cut) {
            report.exit = Exit::Conforms;
        }
        let calls = walks.iter().map(Walk::len).sum();
        let mut printed = self.output.print(&describe(&report, walks.len(), calls));
        if let Some(violated) =
            report.verdicts.iter().find(|found| found.verdict == Verdict::Violated)
        {
            let shrunk = self.shrink(violated, &walks, &fixtures, save)?;
            printed = printed.and_then(|()| self.output.print(&shrunk));
        }
        let failure = finished.journal_failure.as_ref().map(|failure| anyhow!("{failure}"));
        for fault in printed.err().into_iter().chain(failure) {
            print_error(&fault);
            report.exit = report.exit.with_fault();
        }
        Ok(report::write_files(&Content::from(&report), reports))
    }

    fn options(&self, args: &Args, fixtures: &Fixtures) -> WalkOptions {
        let Prepared { suite, target, settings, .. } = &self.prepared;
        let usual = usual_key(&suite.contract);
        let all = fixtures.iter();
        let own = all.clone().filter_map(|(kind, all)| {
            let own = all.iter().find(|fixture| Some(fixture.account.as_str()) == usual)?;
            Some((kind.clone(), own.facts.keys().cloned().collect()))
        });
        let accounts = all.flat_map(|(_, all)| all).map(|fixture| &fixture.account);
        let others = accounts.filter(|account| {
            Some(account.as_str()) != usual && settings.keys.contains_key(*account)
        });
        let mut other_accounts: Vec<_> = others.cloned().collect();
        other_accounts.sort();
        other_accounts.dedup();
        WalkOptions {
            level: target.level,
            steps: args.steps as usize,
            seed: self.seed,
            fixtures: own.collect(),
            other_accounts,
        }
    }

    fn suite_of(&self, walks: &[Walk], attempt: usize) -> anyhow::Result<Suite> {
        let Suite { contract, clauses, .. } = self.prepared.suite;
        let scenarios = walks.iter().filter_map(|walk| walk.scenario(contract, clauses, attempt));
        Ok(self.prepared.suite.with_made(scenarios.collect())?)
    }

    fn session<'r>(
        &'r self,
        suite: &'r Suite,
        plan: &'r Plan,
        pauses: bool,
    ) -> anyhow::Result<(Session<'r>, RunIo<'r>)> {
        let prepared = &self.prepared;
        let journal = prepared.create_journal()?;
        let info = prepared.info(self.seed, vec![Allowed::not_exercised()], &journal);
        let settings = Settings { skip_retry_pauses: !pauses, ..prepared.settings.clone() };
        let redactor = prepared.connection.redactor.clone();
        Ok((Session { suite, plan, info, settings, redactor }, prepared.io(journal)))
    }

    /// The shortest scenario that violates the clause as well, or where it was saved.
    fn shrink(
        &self,
        violated: &ClauseVerdict,
        walks: &[Walk],
        fixtures: &Fixtures,
        save: Option<NewFile>,
    ) -> anyhow::Result<String> {
        let scenario = violated.failures.first().map(|failure| failure.scenario.to_string());
        let Suite { contract, clauses, .. } = self.prepared.suite;
        let is_it =
            |walk: &&Walk| walk.scenario(contract, clauses, 0).map(|made| made.id) == scenario;
        let Some(walk) = walks.iter().find(is_it) else {
            return Ok(String::new());
        };
        let before = walk.len();
        let mut attempt = 0;
        let walk = self.prepared.runtime.block_on(async {
            let mut fails = async |shorter: &Walk, pauses| {
                attempt += 1;
                self.prepared.stop.reason().is_none()
                    && self.violates(shorter, attempt, fixtures, &violated.clause.id, pauses).await
            };
            // Pauses take most of the time. Without them, a lag may explain what is left.
            let shortest = shrink(walk.clone(), async |shorter| fails(shorter, false).await).await;
            if fails(&shortest, true).await {
                return shortest;
            }
            shrink(walk.clone(), async |shorter| fails(shorter, true).await).await
        });
        let Some(scenario) = walk.scenario(contract, clauses, 0) else {
            return Ok(String::new());
        };
        let text = scenario.write(contract);
        let (calls, replays) = (counted(walk.len(), "call"), counted(attempt, "replay"));
        let shrunk = format!("\nshrunk from {before} to {calls} in {replays}\n");
        Ok(match save {
            Some(save) => {
                let path = save.path().display().to_string();
                save.write(&text)?;
                format!("{shrunk}saved as {path}\n")
            }
            None => shrunk + &text,
        })
    }

    /// Whether a walk violates the clause.
    async fn violates(
        &self,
        walk: &Walk,
        attempt: usize,
        fixtures: &Fixtures,
        clause: &str,
        pauses: bool,
    ) -> bool {
        let Ok(suite) = self.suite_of(std::slice::from_ref(walk), attempt) else {
            return false;
        };
        let plan = self.prepared.target.plan(&suite, fixtures);
        let Ok((session, io)) = self.session(&suite, &plan, pauses) else {
            return false;
        };
        let finished = session.run(io, |_| ()).await;
        let Ok(report) = session.report(&finished) else {
            return false;
        };
        let mut verdicts = report.verdicts.iter();
        verdicts.any(|found| found.clause.id == clause && found.verdict == Verdict::Violated)
    }
}

/// The outcome of all walks, and each breach.
fn describe(report: &Report<'_>, walks: usize, calls: usize) -> String {
    let (run, title) = (&report.run, &report.suite.contract.service.title);
    let count = |verdict: &Verdict| {
        report.verdicts.iter().filter(|found| found.verdict == *verdict).count()
    };
    let (walks, calls) = (counted(walks, "walk"), counted(calls, "call"));
    let mut text = format!(
        "{title} at {}\nlevel {}, seed {}: {walks} of {calls}\n{} held, {} violated, {} deviate\n",
        run.base_url,
        run.level,
        run.seed,
        counted(count(&Verdict::Held), "clause"),
        count(&Verdict::Violated),
        count(&Verdict::Deviates),
    );
    if let Some(why) = report.could_not_test() {
        text.push_str(&wrapped(&format!("could not test: {why}"), 0));
    } else if let Some(cause) = &report.untested_cause {
        text.push_str(&wrapped(&cause.to_string(), 0));
    }
    for note in &report.notes {
        text.push_str(&wrapped(note, 0));
    }
    let breached =
        |found: &&ClauseVerdict| matches!(found.verdict, Verdict::Violated | Verdict::Deviates);
    for found in report.verdicts.iter().filter(breached) {
        let clause = &found.clause;
        let verdict = found.verdict.name().to_uppercase();
        text.push_str(&format!("\n{verdict} {}  ({})\n", clause.id, clause.section));
        text.push_str(&wrapped(&clause.statement, 2));
        if let Some(first) = found.failures.first() {
            let (expected, actual) =
                (escape(&first.failure.expected), escape(&first.failure.actual));
            text.push_str(&format!(
                "  in {}, step {}\n    expected  {expected}\n    actual    {actual}\n  again     {} {}\n",
                first.scenario, first.step, env!("CARGO_PKG_NAME"),
                report.repeat.of_clause(report.run.level, &clause.id)
            ));
        }
    }
    let count = |unavoidable: bool| {
        report.leftovers.iter().filter(|left| left.unavoidable == unavoidable).count()
    };
    for (left, what) in [
        (count(false), "not cleaned up, see the journal and `sweep`"),
        (count(true), "kept, because no operation removes them"),
    ] {
        if left > 0 {
            text.push_str(&format!("{} {what}\n", counted(left, "record")));
        }
    }
    text
}
