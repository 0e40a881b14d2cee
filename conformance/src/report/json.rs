//! The JSON report. Its format is identified by `schema`.

use serde_json::{Value, json};

use super::Report;
use crate::leftovers::Leftover;
use crate::parsed::Observation;
use crate::retry::{ChangedStart, FlakyFinding, RetriedScenario};
use crate::verdict::{ClauseFailure, ClauseVerdict, UnclearStep, counts};

/// The report as JSON.
pub fn render(report: &Report<'_>) -> String {
    let run = &report.run;
    let value = json!({
        "schema": 1,
        "run": {
            "base_url": run.base_url,
            "level": run.level.name(),
            "depth": run.depth.name(),
            "profile": run.profile,
            "seed": run.seed,
            "started_at": run.started_at,
            "contract_digest": report.suite.contract_digest(),
            "allowed": run.allowed.iter().map(ToString::to_string).collect::<Vec<_>>(),
        },
        "exit_code": report.exit.code(),
        "could_not_test": report.could_not_test(),
        "summary": counts(&report.verdicts),
        "clauses": report.verdicts.iter().map(|verdict| clause(report, verdict)).collect::<Vec<_>>(),
        "notes": report.notes,
        "observations": report.observations.iter().map(observation).collect::<Vec<_>>(),
        "repeated": report.repeated.iter().map(repeated).collect::<Vec<_>>(),
        "leftovers": report.leftovers.iter().map(leftover).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

fn clause(report: &Report<'_>, verdict: &ClauseVerdict) -> Value {
    let mut clause = json!({
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
    });
    if let Some(classes) = &verdict.classes {
        clause["classes"] = json!({
            "input": format!("body.{}", classes.member),
            "seen": classes.seen,
            "missing": classes.missing,
            "failed": classes.failed.iter().map(|class| class.id).collect::<Vec<_>>(),
        });
    }
    if !verdict.lacking.is_empty() {
        clause["not_implemented"] = json!(verdict.lacking);
    }
    clause
}

fn unclear(unclear: &UnclearStep) -> Value {
    json!({
        "scenario": *unclear.scenario,
        "step": unclear.step,
        "reason": unclear.reason.name(),
    })
}

fn failure(clause_failure: &ClauseFailure) -> Value {
    json!({
        "scenario": *clause_failure.scenario,
        "step": clause_failure.step,
        "exchange": clause_failure.failure.exchange,
        "pointer": clause_failure.failure.pointer,
        "expected": clause_failure.failure.expected,
        "actual": clause_failure.failure.actual,
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
        "doubts": repeated.flaky.iter().map(flaky).collect::<Vec<_>>(),
    })
}

fn flaky(flaky: &FlakyFinding) -> Value {
    json!({
        "clause": flaky.clause,
        "step": flaky.step,
        "wrong": flaky.wrong,
        "held": flaky.held,
        "pointer": flaky.failure.pointer,
        "expected": flaky.failure.expected,
        "actual": flaky.failure.actual,
        "difference": flaky.difference.name(),
        "changed_start": flaky.changed_start.as_ref().map(changed_start),
    })
}

fn changed_start(changed: &ChangedStart) -> Value {
    json!({ "field": changed.field, "before": changed.before, "after": changed.after })
}

fn leftover(left: &Leftover) -> Value {
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
