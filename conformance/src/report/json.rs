//! The report for programs: one JSON object, its form fixed by `schema`.

use serde_json::{Value, json};

use super::Report;
use crate::exit::Exit;
use crate::parsed::Observation;
use crate::residue::Residue;
use crate::retry::{FlakyFinding, RetriedScenario};
use crate::verdict::{ClauseFailure, ClauseVerdict, UnclearStep, counts};

/// The report as JSON.
#[must_use]
pub fn render(report: &Report<'_>) -> String {
    let run = &report.run;
    let value = json!({
        "schema": 1,
        "run": {
            "base_url": run.base_url,
            "level": run.level.name(),
            "profile": run.profile,
            "seed": run.seed,
            "started_at": run.started_at,
            "contract_digest": report.suite.contract_digest(),
            "allowed": run.allowed.iter().map(ToString::to_string).collect::<Vec<_>>(),
        },
        "exit_code": report.exit.code(),
        "could_not_test": could_not_test(report),
        "summary": counts(&report.verdicts),
        "clauses": report.verdicts.iter().map(|it| clause(report, it)).collect::<Vec<_>>(),
        "observations": report.observations.iter().map(observation).collect::<Vec<_>>(),
        "repeated": report.repeated.iter().map(repeated).collect::<Vec<_>>(),
        "residue": report.residue.iter().map(residue).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

/// RetryReason nothing could be tested, where that decides the exit code.
fn could_not_test(report: &Report<'_>) -> Option<String> {
    let untested = report.untested.as_ref();
    let decides = report.exit == Exit::Untested;
    untested.filter(|_| decides).map(ToString::to_string)
}

fn clause(report: &Report<'_>, verdict: &ClauseVerdict) -> Value {
    json!({
        "id": verdict.clause.id,
        "verdict": verdict.verdict.name(),
        "reason": verdict.verdict.reason(),
        "selected": verdict.is_selected(),
        "allowed": report.is_allowed(verdict),
        "witnesses": verdict.witnesses,
        "things": verdict.subjects,
        "scenarios": verdict.scenarios.iter().map(|id| &**id).collect::<Vec<_>>(),
        "failures": verdict.failures.iter().map(failure).collect::<Vec<_>>(),
        "unclear": verdict.unclear.iter().map(unclear).collect::<Vec<_>>(),
    })
}

fn unclear(unclear: &UnclearStep) -> Value {
    json!({
        "scenario": *unclear.scenario,
        "step": unclear.step,
        "reason": unclear.reason.name(),
    })
}

fn failure(blame: &ClauseFailure) -> Value {
    json!({
        "scenario": *blame.scenario,
        "step": blame.step,
        "exchange": blame.failure.exchange,
        "pointer": blame.failure.pointer,
        "expected": blame.failure.expected,
        "actual": blame.failure.actual,
    })
}

fn observation(seen: &Observation) -> Value {
    json!({ "gap": seen.gap, "value": seen.value, "witnesses": seen.witnesses })
}

fn repeated(repeated: &RetriedScenario) -> Value {
    let things = repeated.fixtures.iter();
    let things = things.map(|(kind, id)| json!({ "kind": kind, "id": id }));
    json!({
        "scenario": repeated.scenario,
        "why": repeated.why.name(),
        "tries": repeated.attempts,
        "fixtures": things.collect::<Vec<_>>(),
        "doubts": repeated.flaky.iter().map(doubt).collect::<Vec<_>>(),
    })
}

fn doubt(doubt: &FlakyFinding) -> Value {
    json!({
        "clause": doubt.clause,
        "step": doubt.step,
        "wrong": doubt.wrong,
        "held": doubt.held,
        "pointer": doubt.failure.pointer,
        "expected": doubt.failure.expected,
        "actual": doubt.failure.actual,
    })
}

fn residue(left: &Residue) -> Value {
    json!({
        "record": left.record,
        "done": left.done.name(),
        "known_by": left.known_by,
        "scenario": left.scenario,
        "unavoidable": left.unavoidable,
        "operation": left.operation,
        "members": left.members,
    })
}
