//! Judging: from scenarios and traces to findings. A pure function: no clock, no I/O, no randomness.
//!
//! Each claim of each step gets one finding. `parsed` says what the responses of a trace say, `clauses` judges one step by one
//! clause, and `verdict` combines the findings.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use spec::Contract;

use crate::claims::Clauses;
use crate::classes::ClassedInput;
use crate::clauses::{self, Claim};
use crate::cores::map_in_parallel;
use crate::exchange::ScenarioTrace;
use crate::finding::{FindingResult, NotHeld};
use crate::parsed::facts::RunFacts;
use crate::parsed::step_context::StepContext;
use crate::parsed::{
    Observation, ParsedTrace, Subjects, TraceSummary, separate_readings, total_observations,
};
use crate::scenario::Scenario;

/// What one step shows of one clause, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub claim: Claim,
    pub scenario: Arc<str>,
    pub step: usize,
    pub result: FindingResult,
    /// The ids of the classes of the values that were sent, of those that the clause is about.
    pub classes: Vec<&'static str>,
    pub subjects: Subjects,
    /// The ids of the operations that are not implemented and that may be why the step shows nothing.
    pub lacking: Arc<BTreeSet<String>>,
}

#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// One for each claim of each step with a trace.
    pub findings: Vec<Finding>,
    /// Observations at gaps, in order of gap.
    pub observations: Vec<Observation>,
}

/// Judges all traces of a run.
///
/// The order of the traces has no influence: what they show together is gathered before any is judged.
pub fn judge(
    contract: &Contract,
    clauses: &Clauses,
    scenarios: &[Scenario],
    traces: &[ScenarioTrace],
) -> Judgement {
    let summarize = |trace: &ScenarioTrace| {
        let Some(scenario) = scenarios.iter().find(|known| known.id == trace.scenario) else {
            return TraceSummary::default();
        };
        let parsed = ParsedTrace::parse(contract, scenario, trace);
        TraceSummary::of(&parsed.view(contract, scenario, trace))
    };
    let summaries: Vec<_> = traces.iter().map(summarize).collect();
    let summarized = traces.iter().zip(&summaries);
    judge_summarized(contract, clauses, scenarios, summarized, |_| true)
}

/// Judges traces that were summarized before. Only the scenarios that are `wanted` get findings, with the facts of all
/// traces.
pub fn judge_summarized<'t>(
    contract: &Contract,
    clauses: &Clauses,
    scenarios: &[Scenario],
    traces: impl DoubleEndedIterator<Item = (&'t ScenarioTrace, &'t TraceSummary)>,
    wanted: impl Fn(&str) -> bool,
) -> Judgement {
    let index = clauses.claim_index(contract, scenarios);
    let by_scenario: BTreeMap<&str, _> =
        traces.rev().map(|(trace, summary)| (trace.scenario.as_str(), (trace, summary))).collect();
    let summaries = || by_scenario.values().map(|(_, summary)| *summary);
    let facts = RunFacts::merge(summaries().map(|summary| &summary.facts));
    let numbered = scenarios.iter().enumerate().filter(|(_, scenario)| wanted(&scenario.id));
    let claimed: Vec<_> = numbered
        .filter_map(|(number, scenario)| {
            let (trace, summary) = by_scenario.get(scenario.id.as_str())?;
            let (id, claims) = (index.id(number)?, index.steps(number));
            Some(ClaimedTrace { scenario, id, claims, trace, summary })
        })
        .collect();
    let judge = |claimed: &ClaimedTrace<'_>| claimed.judge(contract, &facts);
    let findings =
        map_in_parallel(&claimed, |part| part.iter().flat_map(judge).collect::<Vec<_>>());
    Judgement {
        findings: findings.into_iter().flatten().collect(),
        observations: total_observations(summaries().map(|summary| &summary.observations)),
    }
}

/// A trace with the claims of its scenario.
struct ClaimedTrace<'a> {
    scenario: &'a Scenario,
    id: &'a Arc<str>,
    /// By step.
    claims: &'a [Vec<Claim>],
    trace: &'a ScenarioTrace,
    summary: &'a TraceSummary,
}

impl ClaimedTrace<'_> {
    /// One finding for each claim, with the facts of the run.
    fn judge(&self, contract: &Contract, facts: &RunFacts) -> Vec<Finding> {
        let mut findings = self.judge_trace(contract, facts, self.trace);
        for reading in separate_readings(contract, self.scenario, self.trace) {
            let alone = self.judge_trace(contract, facts, &reading);
            for (finding, alone) in findings.iter_mut().zip(alone) {
                let has_failed = matches!(finding.result, Err(NotHeld::Breach(_)));
                if let Err(NotHeld::Breach(failure)) = alone.result
                    && !has_failed
                {
                    finding.result = Err(NotHeld::Unstable(failure));
                }
            }
        }
        findings
    }

    fn judge_trace(
        &self,
        contract: &Contract,
        facts: &RunFacts,
        trace: &ScenarioTrace,
    ) -> Vec<Finding> {
        let parsed = ParsedTrace::parse(contract, self.scenario, trace);
        let mut view = parsed.view(contract, self.scenario, trace);
        view.prove_acceptances(|operation| facts.discriminates(operation));
        let mut findings = Vec::new();
        // All operations of most servers are implemented.
        let nothing = Arc::new(BTreeSet::new());
        for (call, claims) in view.steps.iter().zip(self.claims) {
            let Some(ctx) = StepContext::new(&view, call, facts) else {
                continue;
            };
            // There was no refusal to explain.
            if call.step.if_refused.is_some() && call.attempts.is_empty() {
                continue;
            }
            let subjects = self.summary.subjects(call.index);
            findings.extend(claims.iter().map(|claim| {
                let lacking = ctx.lacking_operations(&claim.clause);
                let input = ClassedInput::of(contract, &claim.clause);
                Finding {
                    claim: claim.clone(),
                    scenario: Arc::clone(self.id),
                    step: call.index,
                    classes: input.map(|input| input.seen(&ctx)).unwrap_or_default(),
                    result: clauses::judge(claim, &ctx, !lacking.is_empty()),
                    subjects: Arc::clone(&subjects),
                    lacking: if lacking.is_empty() {
                        Arc::clone(&nothing)
                    } else {
                        Arc::new(lacking.into_iter().map(str::to_owned).collect())
                    },
                }
            }));
        }
        findings
    }
}
