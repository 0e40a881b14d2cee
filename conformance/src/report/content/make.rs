//! Makes the content of a report of a run that has ended.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Answer, ChangedStart, Classes, Clause, Content, Doubt, FailedClass, Failure, Fixture, Leftover,
    Meaning, Needed, Observation, Operation, Outcome, Repeated, Run, SCHEMA, Unclear, evidence,
};
use crate::classes::Class;
use crate::exchange::{Fault, ScenarioTrace};
use crate::exit::Exit;
use crate::leftovers;
use crate::parsed::{self, SIDE_EFFECT};
use crate::reason::Reason;
use crate::report::{Report, curl};
use crate::retry::{FlakyFinding, RetriedScenario};
use crate::untested::{ResponseKind, UntestedCause};
use crate::verdict::{ClauseFailure, ClauseVerdict, Verdict, counts};
use crate::waivers::Waiver;

/// What `side effect` stands for.
const SIDE_EFFECT_NOTE: &str =
    "Calls that changed another record, of which no clause says anything.";

impl From<&Report<'_>> for Content {
    fn from(report: &Report<'_>) -> Self {
        let cause = report.untested_cause.as_ref();
        let silent = matches!(cause, Some(UntestedCause::Unanswered { .. }));
        Self {
            schema: SCHEMA,
            service: report.suite.contract.service.title.clone(),
            run: run(report),
            exit: report.exit,
            could_not_test: report.could_not_test(),
            cause: cause.map(ToString::to_string),
            explained: silent || (cause.is_some() && report.exit == Exit::Untested),
            refused_keys: other_refused_keys(report),
            stopped: stopped(report).filter(|_| !silent).map(str::to_owned),
            summary: counts(&report.verdicts)
                .into_iter()
                .map(|(name, count)| (name.to_owned(), count))
                .collect(),
            operations: report.suite.contract.operations().map(operation).collect(),
            clauses: report.verdicts.iter().map(|verdict| clause(report, verdict)).collect(),
            scenarios: evidence::scenarios(report),
            reasons: reasons(report),
            needed: needed(report),
            unimplemented: unimplemented(report),
            notes: report.notes.clone(),
            answers: report.answers.iter().map(Answer::from).collect(),
            observations: report.observations.iter().map(observation).collect(),
            gaps: gaps(report),
            repeated: report.repeated.iter().map(repeated).collect(),
            leftovers: report.leftovers.iter().map(Leftover::from).collect(),
            verbose: report.verbose,
        }
    }
}

fn run(report: &Report<'_>) -> Run {
    let run = &report.run;
    Run {
        base_url: run.base_url.clone(),
        level: run.level.name().to_owned(),
        depth: run.depth.name().to_owned(),
        profile: run.profile.clone(),
        seed: run.seed,
        started_at: run.started_at.clone(),
        duration_ms: report.duration.and_then(|duration| duration.as_millis().try_into().ok()),
        contract_digest: report.suite.contract_digest(),
        allowed: run.allowed.iter().map(ToString::to_string).collect(),
        journal: run.journal.clone(),
    }
}

fn other_refused_keys(report: &Report<'_>) -> Vec<String> {
    let cause = match &report.untested_cause {
        Some(UntestedCause::KeyRefused(key)) => Some(key),
        _ => None,
    };
    let keys = report.refused_keys.iter().filter(|key| Some(*key) != cause);
    keys.map(ToString::to_string).collect()
}

/// Why the run stopped early, unless it was interrupted.
fn stopped(report: &Report<'_>) -> Option<&'static str> {
    let mut exchanges = report.traces.iter().flat_map(ScenarioTrace::exchanges);
    exchanges.find_map(|exchange| match exchange.outcome {
        Err(Fault::Unanswered) => Some("stopped early: the service does not answer"),
        Err(Fault::Oversized) => {
            Some("stopped early: the responses of the service take more memory than a run may use")
        }
        Err(Fault::Throttled) => Some("stopped early: the service keeps asking to wait"),
        Err(Fault::FailedFast) => Some("stopped early: at the first violation (`--fail-fast`)"),
        _ => None,
    })
}

/// Those that the cause does not name already.
fn unimplemented(report: &Report<'_>) -> Vec<String> {
    let cause = report.untested_cause.as_ref();
    if cause.is_some_and(|cause| cause.is_only(ResponseKind::NotFound)) {
        return Vec::new();
    }
    report.unimplemented.notes()
}

fn operation(operation: &spec::Operation) -> Operation {
    Operation {
        id: operation.id.clone(),
        resource: operation.resource.clone(),
        method: operation.method.to_string(),
        path: operation.path.to_string(),
    }
}

fn clause(report: &Report<'_>, verdict: &ClauseVerdict) -> Clause {
    let clause = &verdict.clause;
    let outcome = Outcome::from(&verdict.verdict);
    let note = clause.operation.as_deref().and_then(|id| report.unimplemented.note(id));
    let again = || report.repeat.of_clause(report.run.level, &clause.id);
    let waiver = report.run.waivers.get(&clause.id);
    Clause {
        id: clause.id.clone(),
        operation: clause.operation.clone(),
        section: clause.section.clone(),
        evidence: clause.evidence.name().to_owned(),
        statement: clause.statement.clone(),
        testable: clause.testable(),
        verdict: outcome,
        reason: verdict.verdict.reason().map(str::to_owned),
        selected: verdict.is_selected(),
        allowed: report.is_allowed(verdict),
        witnesses: verdict.witnesses,
        things: verdict.subjects,
        scenarios: verdict.scenarios.iter().map(ToString::to_string).collect(),
        failures: verdict.failures.iter().map(|one| failure(report, one)).collect(),
        unclear: verdict
            .unclear
            .iter()
            .map(|unclear| Unclear {
                scenario: unclear.scenario.to_string(),
                step: unclear.step,
                reason: unclear.reason.name().to_owned(),
            })
            .collect(),
        again: outcome.is_breach().then(again),
        note: note.filter(|_| outcome.is_breach()),
        classes: verdict.classes.as_ref().map(|classes| Classes {
            input: format!("body.{}", classes.member),
            seen: classes.seen.iter().map(ToString::to_string).collect(),
            missing: classes.missing.iter().map(ToString::to_string).collect(),
            failed: classes.failed.iter().map(|class| failed_class(class)).collect(),
        }),
        waiver: waiver.cloned(),
        has_idle_waiver: waiver.is_some() && Waiver::is_idle(&verdict.verdict),
        not_implemented: verdict.lacking.iter().cloned().collect(),
    }
}

fn failed_class(class: &Class) -> FailedClass {
    FailedClass { id: class.id.to_owned(), has: class.has.to_owned() }
}

fn failure(report: &Report<'_>, found: &ClauseFailure) -> Failure {
    let failure = &found.failure;
    let run = &report.run;
    let request = report.request(&found.scenario, failure.exchange);
    Failure {
        scenario: found.scenario.to_string(),
        step: found.step,
        exchange: failure.exchange,
        pointer: failure.pointer.to_string(),
        expected: failure.expected.to_string(),
        actual: failure.actual.to_string(),
        steps: evidence::steps(report, found),
        curl: request.map(|request| curl::line(&run.base_url, &request, &run.curl_arguments)),
    }
}

/// Those that clauses and steps of the report have.
fn reasons(report: &Report<'_>) -> BTreeMap<String, Meaning> {
    let mut used = BTreeSet::new();
    for verdict in &report.verdicts {
        if let Verdict::NotExercised(reason) | Verdict::Inconclusive(reason) = verdict.verdict {
            used.insert(reason);
        }
        used.extend(verdict.unclear.iter().map(|unclear| unclear.reason));
    }
    let meaning = |reason: Reason| {
        let (meaning, remedy) = (reason.explanation().to_owned(), reason.remedy().to_owned());
        (reason.name().to_owned(), Meaning { meaning, remedy })
    };
    used.into_iter().map(meaning).collect()
}

/// In the order of the reasons, which begins with those that hide others.
fn needed(report: &Report<'_>) -> Vec<Needed> {
    let mut groups: BTreeMap<(Outcome, Reason), Vec<&str>> = BTreeMap::new();
    for found in &report.verdicts {
        if let Verdict::NotExercised(reason) | Verdict::Inconclusive(reason) = found.verdict {
            let group = (Outcome::from(&found.verdict), reason);
            groups.entry(group).or_default().push(&found.clause.id);
        }
    }
    let needed = groups.into_iter().map(|((verdict, reason), clauses)| Needed {
        verdict,
        reason: reason.name().to_owned(),
        wanted: report
            .plan
            .requirements_for(clauses, reason)
            .iter()
            .map(ToString::to_string)
            .collect(),
    });
    needed.filter(|needed| !needed.wanted.is_empty()).collect()
}

fn observation(seen: &parsed::Observation) -> Observation {
    Observation { gap: seen.gap.clone(), value: seen.value.to_string(), witnesses: seen.witnesses }
}

fn gaps(report: &Report<'_>) -> BTreeMap<String, String> {
    let note = |gap: &str| match report.suite.contract.gap(gap) {
        Some(known) => known.note.clone(),
        None if gap == SIDE_EFFECT => SIDE_EFFECT_NOTE.to_owned(),
        None => String::new(),
    };
    report.observations.iter().map(|seen| (seen.gap.clone(), note(&seen.gap))).collect()
}

fn repeated(repeated: &RetriedScenario) -> Repeated {
    let fixtures = repeated.fixtures.iter();
    Repeated {
        scenario: repeated.scenario.clone(),
        why: repeated.why.name().to_owned(),
        meaning: repeated.why.explanation().to_owned(),
        tries: repeated.attempts,
        fixtures: fixtures
            .map(|(kind, id)| Fixture { kind: kind.clone(), id: id.to_string() })
            .collect(),
        doubts: repeated.flaky.iter().map(doubt).collect(),
    }
}

fn doubt(flaky: &FlakyFinding) -> Doubt {
    Doubt {
        clause: flaky.clause.clone(),
        step: flaky.step,
        wrong: flaky.wrong,
        held: flaky.held,
        pointer: flaky.failure.pointer.to_string(),
        expected: flaky.failure.expected.to_string(),
        actual: flaky.failure.actual.to_string(),
        difference: flaky.difference.name().to_owned(),
        meaning: flaky.difference.explanation().to_owned(),
        changed_start: flaky.changed_start.as_ref().map(|changed| ChangedStart {
            field: changed.field.to_string(),
            before: changed.before.to_string(),
            after: changed.after.to_string(),
        }),
    }
}

impl From<&leftovers::Leftover> for Leftover {
    fn from(left: &leftovers::Leftover) -> Self {
        Self {
            record: left.record.clone(),
            done: left.done.name().to_owned(),
            known_by: left.known_by.to_string(),
            scenario: left.scenario.clone(),
            unavoidable: left.unavoidable,
            operation: left.operation.clone(),
            members: left.members.clone(),
        }
    }
}
