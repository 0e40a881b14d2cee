//! `plan`: what a run would do and skip; nothing is sent.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::list::{by_folder, counted};
use super::output::print;
use super::state;
use super::table::aligned;
use super::target_args::TargetArgs;
use crate::contract;
use crate::discover;
use crate::exit::Exit;
use crate::plan::{self, Decision, Plan, PlanEntry, Requirement};
use crate::reason::Reason;
use crate::scenario::Scenario;
use crate::state::FixtureLedger;
use crate::suite::Suite;
use crate::text::wrapped;

pub(super) fn execute(suite: &Suite, aim: &TargetArgs) -> anyhow::Result<Exit> {
    let aimed = aim.check(suite)?;
    let used = FixtureLedger::read(&aim.state_folder()?, &aimed.base_url, &aimed.keys.0);
    let plan = aimed.plan(suite, &state::unused_fixtures(&used, &aimed.target));
    let service = &suite.contract.service.title;
    let mut text = format!("{service} at {}, level {}\n", aimed.base_url, aimed.level);
    text.push_str(&running(suite, &plan));
    text.push_str(&skipped(&plan));
    if !aim.has_target() {
        text.push_str(&discoverable(suite, &plan));
    }
    text.push_str(&writes(suite, &plan));
    text.push_str(&summary(suite, &plan));
    print(&text)?;
    Ok(Exit::Conforms)
}

fn is_run(entry: &PlanEntry) -> bool {
    matches!(entry.decision, Decision::Run(_))
}

fn running(suite: &Suite, plan: &Plan) -> String {
    let scenarios = suite.scenarios.iter();
    let entries = scenarios.filter_map(|scenario| Some((scenario, plan.entry(&scenario.id)?)));
    let running: Vec<(&Scenario, &PlanEntry)> =
        entries.filter(|(_, entry)| is_run(entry)).collect();
    let mut text = format!("\n{} would be run\n", counted(running.len(), "scenario"));
    for (folder, scenarios) in by_folder(running.iter().map(|(scenario, _)| *scenario)) {
        let _ = writeln!(text, "  {folder}");
        let rows = scenarios.iter().filter_map(|(name, scenario)| {
            let entry = plan.entry(&scenario.id)?;
            let writes = plan::writes(&suite.contract, scenario).into_iter();
            let writes = writes.map(|(call, count)| format!("{count} {call}"));
            let clauses = counted(entry.claims.len(), "clause");
            Some(vec![(*name).to_owned(), clauses, writes.collect::<Vec<_>>().join(", ")])
        });
        text.push_str(&aligned(&rows.collect::<Vec<_>>(), 4));
    }
    text
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
    let count = reasons.values().map(Vec::len).sum();
    let mut text = format!("\n{} would be skipped\n", counted(count, "scenario"));
    for (reason, scenarios) in reasons {
        if reason == Reason::Filter {
            let count = counted(scenarios.len(), "scenario");
            text.push_str(&wrapped(&format!("{count} skipped by `--only`"), 2));
            continue;
        }
        text.push_str(&wrapped(&format!("{}: {}", reason.name(), reason.explanation()), 2));
        for (scenario, _) in &scenarios {
            let _ = writeln!(text, "    {scenario}");
        }
        for wanted in Requirement::together(scenarios.iter().flat_map(|(_, wanted)| *wanted)) {
            let _ = writeln!(text, "    needed: {wanted}");
        }
    }
    text
}

/// The kinds that a run without a target file discovers, if a skipped scenario needs any.
fn discoverable(suite: &Suite, plan: &Plan) -> String {
    let wanted = plan.missing_fixture_kinds();
    let kinds = suite.contract.service.fixtures.iter();
    let kinds = kinds.filter(|kind| wanted.contains(kind.kind.as_str()));
    let places = kinds.filter_map(|kind| Some((kind, discover::source(suite, kind).ok()?.list)));
    let places: Vec<_> =
        places.map(|(kind, list)| format!("{} in {}", kind.kind, list.id)).collect();
    if places.is_empty() {
        return String::new();
    }
    let places = places.join(", ");
    let text = format!(
        "a run would first look for {places}, and run the scenarios that this makes possible"
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
    let running = plan.entries.iter().filter(|entry| is_run(entry));
    for scenario in running.filter_map(|entry| suite.scenario(&entry.scenario)) {
        for (call, count) in plan::writes(contract, scenario) {
            let Some(operation) = contract.operation(call) else {
                continue;
            };
            let (made, gone) = (operation.creates.as_deref(), operation.removes.as_deref());
            let record = made.or(gone).or(contract::changed_record(operation));
            let writes = records.entry(record.unwrap_or("anything else")).or_default();
            *writes.calls.entry(call).or_default() += count;
            match (made, gone) {
                (Some(_), _) => writes.created += count,
                (None, Some(_)) => writes.removed += count,
                (None, None) => writes.changed += count,
            }
        }
    }
    if records.is_empty() {
        return "\nno writes\n".to_owned();
    }
    let rows = records.iter().map(|(record, writes)| {
        let stays = writes.created > 0 && !contract::can_be_removed(contract, record);
        vec![(*record).to_owned(), writes.counts(stays), writes.calls()]
    });
    let rows: Vec<_> = rows.collect();
    format!("\nwrites, at most\n{}", aligned(&rows, 2))
}

impl Writes<'_> {
    fn counts(&self, stays: bool) -> String {
        let stays = if stays { " and kept" } else { "" };
        let counts = [
            (self.created, "created", stays),
            (self.changed, "changed", ""),
            (self.removed, "removed", ""),
        ];
        let counts = counts.iter().filter(|(count, ..)| *count > 0);
        let counts = counts.map(|(count, done, more)| format!("{count} {done}{more}"));
        counts.collect::<Vec<_>>().join(", ")
    }

    fn calls(&self) -> String {
        let calls = self.calls.iter();
        let calls = calls.map(|(call, count)| format!("{count} {call}"));
        calls.collect::<Vec<_>>().join(", ")
    }
}

fn summary(suite: &Suite, plan: &Plan) -> String {
    let asked = || suite.clauses.iter().filter(|clause| plan.asks_for(&clause.id));
    let running = plan.entries.iter().filter(|entry| is_run(entry));
    let shown: BTreeSet<_> = running.flat_map(|entry| entry.claims.iter()).collect();
    let shown = asked().filter(|clause| shown.contains(&clause.id)).count();
    let untestable = asked().filter(|clause| !clause.testable()).count();
    let all = counted(asked().count(), "clause");
    format!("\n{shown} of {all} would be checked, {untestable} untestable\n")
}
