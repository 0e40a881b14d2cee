//! `observe`: runs the scenarios, and says what the service does where the contract is silent.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::ValueEnum;
use spec::ContractFile;

use super::connection::{ConnectionArgs, JobsArgs};
use super::output::{NewFile, OUTPUT, print, print_error, print_message};
use super::prepared::Prepared;
use super::target_args::{DepthArgs, TARGET, TargetArgs, unused_fixtures};
use crate::depth::Depth;
use crate::exit::Exit;
use crate::observe::{Comparison, Observation, SCHEMA, render, with_probes, write_overlay};
use crate::report::Report;
use crate::scenario::Scenario;
use crate::session::{RunIo, Session};
use crate::state::{FixtureLedger, JournalWriter};
use crate::suite::Suite;
use crate::text::counted;
use crate::verdict::Verdict;

/// Arguments of `observe`.
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
    /// Assume exclusive access to the target: do not retry
    #[arg(long, help_heading = TARGET)]
    alone: bool,
    /// A table for people, or JSON, which `--compare` reads
    #[arg(long, value_enum, default_value_t = Format::Table, help_heading = OUTPUT)]
    format: Format,
    /// Add to the table every value that was seen, with an exchange that shows it
    #[arg(short, long, help_heading = OUTPUT)]
    verbose: bool,
    /// File for an overlay of the answers, to be given to `run --overlay`; it is named after the file
    #[arg(long, value_name = "FILE.yaml", help_heading = OUTPUT)]
    save_overlay: Option<PathBuf>,
    /// Show what is different since an earlier observation, which `--format json` printed; exit with 1 if the service does
    /// something else at a gap
    #[arg(long, value_name = "OLD.json", help_heading = OUTPUT)]
    compare: Option<PathBuf>,
    /// Seed for generated ids, to be different for each run against a deployment [default: random]
    #[arg(long, value_name = "N", help_heading = OUTPUT)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Table,
    Json,
}

impl Args {
    pub(super) fn depth(&self) -> Depth {
        self.depth.depth
    }
}

/// The file of an overlay to write, and the name of the overlay.
struct OverlayFile {
    file: NewFile,
    name: String,
}

pub(super) fn execute(
    suite: &Suite,
    contract: &[ContractFile],
    args: &Args,
) -> anyhow::Result<Exit> {
    let suite = &args.target.service.suite(suite)?;
    let old = args.compare.as_deref().map(|path| read_old(suite, path)).transpose()?;
    let (target, scenarios) = ((&args.target, args.depth.depth), (args.jobs.jobs, args.alone));
    let mut prepared = Prepared::new(suite, target, &args.connection, scenarios, args.seed)?;
    prepared.settings.fresh_names = args.seed.is_none();
    let overlay = args.save_overlay.as_deref().map(OverlayFile::create).transpose()?;
    let journal = prepared.create_journal()?;
    // From here on requests may have been sent, so errors are not usage errors.
    let fault = |error: anyhow::Error| {
        print_error(&error);
        Exit::of_fault(prepared.stop.is_interrupted())
    };
    let (mut observation, mut exit) = match observe(&prepared, journal) {
        Ok(observed) => observed,
        Err(error) => return Ok(fault(error)),
    };
    let comparison = old.map(|old| Comparison::new(&old, &observation));
    if exit == Exit::Conforms && comparison.as_ref().is_some_and(Comparison::has_differences) {
        exit = Exit::Violated;
    }
    let output = || {
        if let Some(OverlayFile { file, name }) = overlay {
            file.write(&write_overlay(&mut observation, &name, contract))?;
        }
        match (args.format, &comparison) {
            (Format::Json, _) => {
                print(&format!("{}\n", serde_json::to_string_pretty(&observation)?))?
            }
            (Format::Table, None) => print(&render(&observation, args.verbose))?,
            (Format::Table, Some(_)) => {}
        }
        match (args.format, &comparison) {
            (Format::Json, Some(comparison)) => print_message(&comparison.to_string()),
            (Format::Table, Some(comparison)) => print(&comparison.to_string())?,
            (_, None) => {}
        }
        anyhow::Ok(())
    };
    Ok(output().map_or_else(fault, |()| exit))
}

impl OverlayFile {
    fn create(path: &Path) -> anyhow::Result<Self> {
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let is_name = name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
        if !is_name || path.extension().is_none_or(|extension| extension != "yaml") {
            bail!(
                "`--save-overlay {}` names no overlay; give a file such as `staging.yaml`, with lower-case letters, digits and `_`",
                path.display()
            );
        }
        Ok(Self { file: NewFile::create(path, "--save-overlay")?, name: name.to_owned() })
    }
}

fn read_old(suite: &Suite, path: &Path) -> anyhow::Result<Observation> {
    let shown = path.display();
    let text = fs::read(path).with_context(|| format!("cannot read `--compare {shown}`"))?;
    let old: Observation = serde_json::from_slice(&text).with_context(|| {
        format!("`{shown}` is no observation; give a file that `observe --format json` printed")
    })?;
    if old.schema != SCHEMA {
        bail!(
            "`{shown}` has schema {}, and this program reads {SCHEMA}; observe again",
            old.schema
        );
    }
    let title = &suite.contract.service.title;
    if old.service != *title {
        bail!("`{shown}` is about `{}`, and the contract about `{title}`", old.service);
    }
    Ok(old)
}

/// Runs the scenarios with the additional calls. The verdicts on clauses do not affect the exit code.
fn observe(prepared: &Prepared<'_>, journal: JournalWriter) -> anyhow::Result<(Observation, Exit)> {
    let Prepared { suite, target, .. } = prepared;
    let service = &target.service;
    let (preflight, fixtures) = prepared.first_reads();
    let mut ledger =
        FixtureLedger::lock(suite, &prepared.folder, &service.base_url, &service.keys)?;
    let unused = unused_fixtures(&ledger, &fixtures);
    let planned = target.plan(suite, &unused);
    let running: BTreeSet<_> = planned.running().map(|entry| entry.scenario.clone()).collect();
    let suite = &with_probes(suite, &running, &service.keys.keys().cloned().collect())?;
    let plan = target.plan(suite, &unused);
    ledger.record_planned(&plan)?;
    let session = Session {
        suite,
        plan: &plan,
        info: prepared.info(prepared.seed, Vec::new(), &journal),
        redactor: prepared.connection.redactor.clone(),
        settings: prepared.settings.clone(),
    };
    let replace = |scenario: &Scenario, used: &BTreeSet<String>| {
        ledger.replace_used(&fixtures, scenario, used, &session.settings.run_id)
    };
    let io = RunIo { fixture_pool: Some(&replace), ..prepared.io(journal) };
    let mut ended = prepared.runtime.block_on(session.run(io, |_| ()));
    ended.preflight = preflight;
    ledger.record_unconsumed(&plan, ended.traces())?;
    let failures = ledger.failure().into_iter();
    let failures =
        failures.chain(ended.journal_failure.as_ref().map(|failure| anyhow!("{failure}")));
    let mut is_faulty = false;
    for failure in failures {
        print_error(&failure);
        is_faulty = true;
    }
    let report = session.report(&ended)?;
    let exit = summarize(&report);
    let observation = Observation::of(suite, &session.info, ended.traces());
    Ok((observation, if is_faulty { exit.with_fault() } else { exit }))
}

/// Prints the notes about the run.
fn summarize(report: &Report<'_>) -> Exit {
    let mut exit = match report.exit {
        Exit::Interrupted | Exit::Harness | Exit::Untested => report.exit,
        _ => Exit::Conforms,
    };
    if let Some(why) = report.could_not_test() {
        print_message(&format!("could not test: {why}\n"));
    }
    let violated = report.verdicts.iter().filter(|it| it.verdict == Verdict::Violated).count();
    if violated > 0 {
        let clauses = counted(violated, "clause");
        print_message(&format!("note: the service violates {clauses}, which `run` reports\n"));
    }
    let left = report.leftovers.iter().filter(|left| !left.unavoidable).count();
    if left > 0 {
        let records = counted(left, "record");
        print_message(&format!("{records} not cleaned up, see the journal and `sweep`\n"));
        if exit == Exit::Conforms {
            exit = Exit::Leftovers;
        }
    }
    exit
}
