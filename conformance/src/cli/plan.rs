//! `plan`: what a run would do and what it would leave out; nothing is sent.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use spec::Operation;

use super::list::{by_folder, counted};
use super::options::Aim;
use super::out::print;
use super::table::aligned;
use super::used::Used;
use crate::contract;
use crate::exit::Exit;
use crate::plan::{Decision, Entry, Plan, Wanted};
use crate::reason::Reason;
use crate::report::wrap::wrapped;
use crate::scenario::Scenario;
use crate::suite::Suite;

pub(super) fn execute(suite: &Suite, aim: &Aim) -> anyhow::Result<Exit> {
    let aimed = aim.check(suite)?;
    let used = Used::read(&aim.state_folder()?, &aimed.base_url, &aimed.keys);
    let plan = aimed.plan(suite, &used.left(&aimed.target));
    let service = &suite.contract.service.title;
    let mut text = format!("{service} at {}, level {}\n", aimed.base_url, aimed.level);
    text.push_str(&played(suite, &plan));
    text.push_str(&left_out(&plan));
    text.push_str(&writes(suite, &plan));
    text.push_str(&summary(suite, &plan));
    print(&text)?;
    Ok(Exit::Conforms)
}

fn is_played(entry: &Entry) -> bool {
    matches!(entry.decision, Decision::Play(_))
}

fn played(suite: &Suite, plan: &Plan) -> String {
    let scenarios = suite.scenarios.iter();
    let entries = scenarios.filter_map(|scenario| Some((scenario, plan.entry(&scenario.id)?)));
    let played: Vec<(&Scenario, &Entry)> = entries.filter(|(_, entry)| is_played(entry)).collect();
    let mut text = format!("\n{} would be played\n", counted(played.len(), "scenario"));
    for (folder, scenarios) in by_folder(played.iter().map(|(scenario, _)| *scenario)) {
        let _ = writeln!(text, "  {folder}");
        let rows = scenarios.iter().filter_map(|(name, scenario)| {
            let entry = plan.entry(&scenario.id)?;
            let writes = entry
                .writes
                .iter()
                .map(|(call, count)| format!("{count} {call}"));
            let clauses = counted(entry.claims.len(), "clause");
            Some(vec![
                (*name).to_owned(),
                clauses,
                writes.collect::<Vec<_>>().join(", "),
            ])
        });
        text.push_str(&aligned(&rows.collect::<Vec<_>>(), 4));
    }
    text
}

/// What would not be played, by reason, and what would change that.
fn left_out(plan: &Plan) -> String {
    let mut reasons: BTreeMap<Reason, Vec<(&str, &[Wanted])>> = BTreeMap::new();
    for entry in &plan.entries {
        if let Decision::Skip(reason, wanted) = &entry.decision {
            reasons
                .entry(*reason)
                .or_default()
                .push((&entry.scenario, wanted));
        }
    }
    if reasons.is_empty() {
        return String::new();
    }
    let count = reasons.values().map(Vec::len).sum();
    let mut text = format!("\n{} would be left out\n", counted(count, "scenario"));
    for (reason, scenarios) in reasons {
        text.push_str(&wrapped(
            &format!("{}: {}", reason.name(), reason.explanation()),
            2,
        ));
        for (scenario, _) in &scenarios {
            let _ = writeln!(text, "    {scenario}");
        }
        for wanted in Wanted::together(scenarios.iter().flat_map(|(_, wanted)| *wanted)) {
            let _ = writeln!(text, "    wanted: {wanted}");
        }
    }
    text
}

/// What would be written, by what it does. Some of it is to be refused.
fn writes(suite: &Suite, plan: &Plan) -> String {
    let mut writes: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in plan.entries.iter().filter(|entry| is_played(entry)) {
        for (call, count) in &entry.writes {
            *writes.entry(call).or_default() += count;
        }
    }
    if writes.is_empty() {
        return "\nnothing would be written\n".to_owned();
    }
    let rows = writes.iter().map(|(call, count)| {
        let effect = suite.contract.operation(call).map_or(String::new(), effect);
        vec![format!("{count:>4}"), (*call).to_owned(), effect]
    });
    let rows: Vec<_> = rows.collect();
    format!("\nwrites, at most\n{}", aligned(&rows, 0))
}

fn effect(operation: &Operation) -> String {
    let (creates, removes) = (&operation.creates, &operation.removes);
    match (creates, removes, contract::changes(operation)) {
        (Some(record), _, None) => format!("creates {record}"),
        (Some(record), _, Some(changed)) => format!("creates {record}, changes {changed}"),
        (None, Some(record), _) => format!("removes {record}"),
        (None, None, Some(record)) => format!("changes {record}"),
        (None, None, None) => String::new(),
    }
}

fn summary(suite: &Suite, plan: &Plan) -> String {
    let played = plan.entries.iter().filter(|entry| is_played(entry));
    let shown: BTreeSet<_> = played.flat_map(|entry| &entry.claims).collect();
    let untestable = suite
        .clauses
        .iter()
        .filter(|clause| !clause.testable())
        .count();
    let all = counted(suite.clauses.iter().count(), "clause");
    format!(
        "\n{} of {all} would be looked at, {untestable} untestable\n",
        shown.len()
    )
}
