//! `plan`: what a run would do and skip; nothing is sent.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::list::by_folder;
use super::output::print;
use super::target_args::{DepthArgs, RunTarget, TargetArgs, unused_fixtures};
use crate::contract;
use crate::depth::Depth;
use crate::discover;
use crate::exit::Exit;
use crate::level::Level;
use crate::plan::{self, Decision, Plan, Requirement};
use crate::reason::Reason;
use crate::state::FixtureLedger;
use crate::suite::Suite;
use crate::target::Fixtures;
use crate::text::{aligned, counted, wrapped};

/// Arguments of `plan`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    depth: DepthArgs,
}

/// Printed for runs that change what they find.
const LASTING_CHANGES: &str = "a full run restores what it changes where a call can do that; what it cannot undo \
     stays changed: the state of fixtures that are consumed, and values such as a name that was absent before";

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    let suite = &args.target.service.suite(suite)?;
    let (args, depth) = (&args.target, args.depth.depth);
    let target = args.resolve(suite, depth)?;
    let (service, level) = (&target.service, target.level);
    let folder = args.state.folder()?;
    let ledger = FixtureLedger::read(suite, &folder, &service.base_url, &service.keys);
    let fixtures = unused_fixtures(&ledger, &service.target.fixtures);
    let plan = target.plan(suite, &fixtures);
    let title = &suite.contract.service.title;
    let head = format!("{title} at {}, level {level}, depth {}", service.base_url, target.depth);
    let mut text = wrapped(&head, 0);
    text.push_str(&running(suite, &plan));
    text.push_str(&skipped(&plan));
    if !args.has_file() {
        text.push_str(&discoverable(suite, &plan));
    }
    text.push_str(&writes(suite, &plan));
    if level == Level::Full {
        text.push_str(&wrapped(LASTING_CHANGES, 2));
    }
    text.push_str(&depths(suite, &target, &fixtures));
    text.push_str(&summary(suite, &plan));
    print(&text)?;
    Ok(Exit::Conforms)
}

fn running(suite: &Suite, plan: &Plan) -> String {
    let mut text = format!("\n{} would be run\n", counted(plan.running().count(), "scenario"));
    let scenarios = plan.running().filter_map(|entry| suite.scenario(&entry.scenario));
    for (folder, scenarios) in by_folder(scenarios) {
        let _ = writeln!(text, "  {folder}");
        let rows = scenarios.iter().filter_map(|(name, scenario)| {
            let clauses = counted(plan.entry(&scenario.id)?.claims.len(), "clause");
            let writes = plan::writes(&suite.contract, scenario);
            Some([(*name).to_owned(), clauses, list_calls(&writes)])
        });
        text.push_str(&aligned(rows, 4));
    }
    text
}

/// The operations with the number of their calls.
fn list_calls(calls: &BTreeMap<&str, usize>) -> String {
    let calls: Vec<_> = calls.iter().map(|(call, count)| format!("{count} {call}")).collect();
    calls.join(", ")
}

/// The scenarios that would be skipped, by reason, with what they need.
fn skipped(plan: &Plan) -> String {
    let mut reasons: BTreeMap<Reason, Vec<(&str, &[Requirement])>> = BTreeMap::new();
    for entry in &plan.entries {
        if let Decision::Skip(reason, wanted) = &entry.decision {
            reasons.entry(*reason).or_default().push((&entry.scenario, wanted));
        }
    }
    if reasons.is_empty() {
        return String::new();
    }
    let count: usize = reasons.values().map(Vec::len).sum();
    let mut text = format!("\n{} would be skipped\n", counted(count, "scenario"));
    for (reason, scenarios) in reasons {
        let flag = match reason {
            Reason::Filter => Some("--only"),
            Reason::Depth => Some("--depth"),
            _ => None,
        };
        if let Some(flag) = flag {
            let count = counted(scenarios.len(), "scenario");
            text.push_str(&wrapped(&format!("{count} skipped by `{flag}`"), 2));
            continue;
        }
        text.push_str(&wrapped(&format!("{}: {}", reason.name(), reason.explanation()), 2));
        for (scenario, _) in &scenarios {
            let _ = writeln!(text, "    {scenario}");
        }
        for wanted in Requirement::merge(scenarios.iter().flat_map(|(_, wanted)| *wanted)) {
            let _ = writeln!(text, "    needed: {wanted}");
        }
    }
    text
}

/// The kinds that a run without a target file discovers, if a skipped scenario needs any.
fn discoverable(suite: &Suite, plan: &Plan) -> String {
    let missing = discover::missing_kinds(suite, plan);
    let kinds = suite.contract.service.fixtures.iter();
    let kinds = kinds.filter(|kind| missing.contains(kind.kind.as_str()));
    let lists: Vec<_> = kinds
        .filter_map(|kind| {
            let list = discover::source(suite, kind).ok()?.list;
            Some(format!("{} in {}", kind.kind, list.id))
        })
        .collect();
    if lists.is_empty() {
        return String::new();
    }
    let text = format!(
        "a run would first look for {}, and run the scenarios that this makes possible",
        lists.join(", ")
    );
    format!("\n{}", wrapped(&text, 0))
}

/// Number of writes per record type. Some of them will be refused, and some undone.
#[derive(Default)]
struct Writes<'p> {
    created: usize,
    changed: usize,
    removed: usize,
    calls: BTreeMap<&'p str, usize>,
}

fn writes(suite: &Suite, plan: &Plan) -> String {
    let contract = &suite.contract;
    let mut records: BTreeMap<&str, Writes<'_>> = BTreeMap::new();
    for scenario in plan.running().filter_map(|entry| suite.scenario(&entry.scenario)) {
        for (call, count) in plan::writes(contract, scenario) {
            let Some(operation) = contract.operation(call) else {
                continue;
            };
            let (created, removed) = (operation.creates.as_deref(), operation.removes.as_deref());
            let record = created.or(removed).or(contract::changed_record(operation));
            let writes = records.entry(record.unwrap_or("anything else")).or_default();
            *writes.calls.entry(call).or_default() += count;
            if created.is_some() {
                writes.created += count;
            } else if removed.is_some() {
                writes.removed += count;
            } else {
                writes.changed += count;
            }
        }
    }
    if records.is_empty() {
        return "\nno writes\n".to_owned();
    }
    let rows = records.iter().map(|(record, writes)| {
        let is_kept = !contract::can_be_removed(contract, record);
        let counts = [
            (writes.created, if is_kept { "created and kept" } else { "created" }),
            (writes.changed, "changed"),
            (writes.removed, "removed"),
        ];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<_> = counts.map(|(count, effect)| format!("{count} {effect}")).collect();
        [(*record).to_owned(), counts.join(", "), list_calls(&writes.calls)]
    });
    format!("\nwrites, at most\n{}", aligned(rows, 2))
}

/// Scenarios and writes of each depth. Empty without scenarios of a greater depth than quick.
fn depths(suite: &Suite, target: &RunTarget, fixtures: &Fixtures) -> String {
    if suite.scenarios.iter().all(|scenario| scenario.depth == Depth::Quick) {
        return String::new();
    }
    let rows = Depth::ALL.map(|depth| {
        let plan = target.plan_at(depth, suite, fixtures);
        let scenarios = plan.running().filter_map(|entry| suite.scenario(&entry.scenario));
        let writes = scenarios.flat_map(|scenario| plan::writes(&suite.contract, scenario));
        let writes: usize = writes.map(|(_, count)| count).sum();
        let scenarios = counted(plan.running().count(), "scenario");
        [depth.to_string(), scenarios, format!("{} at most", counted(writes, "write"))]
    });
    format!("\nby depth\n{}", aligned(rows, 2))
}

fn summary(suite: &Suite, plan: &Plan) -> String {
    let selected: Vec<_> =
        suite.clauses.iter().filter(|clause| plan.asks_for(&clause.id)).collect();
    let shown: BTreeSet<_> = plan.running().flat_map(|entry| entry.claims.iter()).collect();
    let shown = selected.iter().filter(|clause| shown.contains(&clause.id)).count();
    let untestable = selected.iter().filter(|clause| !clause.testable()).count();
    let all = counted(selected.len(), "clause");
    let text = format!("{shown} of {all} would be checked, {untestable} untestable");
    format!("\n{}", wrapped(&text, 0))
}
