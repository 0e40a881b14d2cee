//! What was sent and answered in the steps that failures refer to.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use http::HeaderMap;

use super::{Body, Exchange, Request, Response, Role, Scenario, Step, StepRole};
use crate::exchange::{self, ScenarioTrace, StepTrace};
use crate::redact::Redactor;
use crate::report::Report;
use crate::scenario::{self, Dependencies, Expectation};
use crate::verdict::ClauseFailure;

/// The most characters of a body.
const LONGEST_BODY: usize = 4_000;
/// The most bytes of all bodies of a report that are searched for keys; of further bodies only the length is said.
const MAX_SEARCHED: usize = 64 << 20;
/// The most exchanges of a step.
const MAX_EXCHANGES: usize = 4;
/// The most earlier calls of the same operation that a failure is compared with.
const MAX_CONTROLS: usize = 2;

/// The steps that lead to a failure, in order.
pub(super) fn steps(report: &Report<'_>, found: &ClauseFailure) -> Vec<StepRole> {
    let failed = StepRole { step: found.step, role: Role::Failed };
    let (Some(scenario), Some(trace)) =
        (report.suite.scenario(&found.scenario), trace(report, &found.scenario))
    else {
        return vec![failed];
    };
    // The response may be that of another step.
    let index = answered(trace, found.failure.exchange).unwrap_or(found.step - 1);
    let mut steps = earlier(report, scenario, trace, index);
    steps.push(StepRole { step: index + 1, role: Role::Failed });
    steps
}

fn earlier(
    report: &Report<'_>,
    scenario: &scenario::Scenario,
    trace: &ScenarioTrace,
    index: usize,
) -> Vec<StepRole> {
    let dependencies = Dependencies::new(&report.suite.contract, scenario);
    let call = |step: usize| scenario.steps.get(step).map(|step| &step.call);
    let mut controls = 0;
    let mut steps = Vec::new();
    for step in (0..index).rev() {
        let is_like = call(step) == call(index);
        let is_kept = dependencies.uses(index, step)
            // A call that was refused had no effect, and is nothing to compare with.
            || trace.steps.get(step).is_some_and(is_accepted)
                && if is_like {
                    controls += 1;
                    controls <= MAX_CONTROLS
                } else {
                    dependencies.rests_on(index, step)
                };
        if is_kept {
            let role = if is_like { Role::Control } else { Role::Subject };
            steps.push(StepRole { step: step + 1, role });
        }
    }
    steps.reverse();
    steps
}

fn is_accepted(step: &StepTrace) -> bool {
    let mut outcomes = exchanges(step).map(|exchange| &exchange.outcome);
    outcomes.any(|outcome| outcome.as_ref().is_ok_and(exchange::Response::is_success))
}

fn exchanges(step: &StepTrace) -> impl Iterator<Item = &exchange::Exchange> {
    step.attempts.iter().flat_map(|way| way.exchanges.iter().chain(&way.reread))
}

fn trace<'r>(report: &'r Report<'_>, scenario: &str) -> Option<&'r ScenarioTrace> {
    report.traces.iter().find(|trace| trace.scenario == scenario)
}

/// The index of the step with an exchange.
fn answered(trace: &ScenarioTrace, number: u32) -> Option<usize> {
    let has_it = |step| exchanges(step).any(|exchange| exchange.number == number);
    trace.steps.iter().position(has_it)
}

/// What failures of a scenario refer to.
#[derive(Default)]
struct Referred {
    steps: BTreeSet<usize>,
    exchanges: BTreeSet<u32>,
}

/// The scenarios that failures refer to, each with the steps that lead to one.
pub(super) fn scenarios(report: &Report<'_>) -> Vec<Scenario> {
    let mut referred: BTreeMap<&str, Referred> = BTreeMap::new();
    for failure in report.verdicts.iter().flat_map(|verdict| &verdict.failures) {
        let of_scenario = referred.entry(&failure.scenario).or_default();
        of_scenario.steps.extend(steps(report, failure).iter().map(|role| role.step));
        of_scenario.exchanges.insert(failure.failure.exchange);
    }
    let mut left = MAX_SEARCHED;
    let described = referred.iter().filter_map(|(id, referred)| {
        let (scenario, trace) = (report.suite.scenario(id)?, trace(report, id)?);
        let mut excerpt = Excerpt { redactor: &trace.redactor, left };
        let step = |number: &usize| {
            let (step, trace) = (scenario.steps.get(number - 1)?, trace.steps.get(number - 1)?);
            Some(excerpt.step(*number, step, trace, &referred.exchanges))
        };
        let steps = referred.steps.iter().filter_map(step).collect();
        left = excerpt.left;
        Some(Scenario { id: scenario.id.clone(), title: scenario.title.clone(), steps })
    });
    described.collect()
}

/// Quotes exchanges, as long as there are not too many bytes.
struct Excerpt<'a> {
    redactor: &'a Redactor,
    left: usize,
}

impl Excerpt<'_> {
    fn step(
        &mut self,
        number: usize,
        step: &scenario::Step,
        trace: &StepTrace,
        wanted: &BTreeSet<u32>,
    ) -> Step {
        let mut sent: Vec<_> = exchanges(trace).collect();
        sent.sort_by_key(|exchange| Reverse(wanted.contains(&exchange.number)));
        let left_out = sent.len().saturating_sub(MAX_EXCHANGES);
        sent.truncate(MAX_EXCHANGES);
        sent.sort_by_key(|exchange| exchange.number);
        Step {
            step: number,
            operation: step.call.clone(),
            expected: expected(step),
            exchanges: sent.into_iter().map(|exchange| self.exchange(exchange)).collect(),
            left_out,
        }
    }

    fn exchange(&mut self, exchange: &exchange::Exchange) -> Exchange {
        let request = &exchange.request;
        let response = exchange.outcome.as_ref();
        Exchange {
            number: exchange.number,
            request: Request {
                method: request.method.to_string(),
                target: self.redactor.shown(&request.target),
                headers: request
                    .headers
                    .iter()
                    .map(|(name, value)| (self.redactor.shown(name), self.redactor.shown(value)))
                    .collect(),
                body: request.body.as_ref().and_then(|body| self.body(body.as_bytes())),
            },
            response: response.ok().map(|response| Response {
                status: response.status,
                headers: self.headers(&response.headers),
                body: self.body(&response.body),
            }),
            fault: response.err().map(|fault| self.redactor.quote(fault.to_string()).into()),
        }
    }

    fn headers(&self, headers: &HeaderMap) -> Vec<(String, String)> {
        let value = |value: &http::HeaderValue| {
            self.redactor.quote(String::from_utf8_lossy(value.as_bytes())).into()
        };
        headers.iter().map(|(name, text)| (name.to_string(), value(text))).collect()
    }

    fn body(&mut self, body: &[u8]) -> Option<Body> {
        if body.is_empty() {
            return None;
        }
        let is_searched = body.len() <= self.left;
        self.left = self.left.saturating_sub(body.len());
        let text = if is_searched { String::from_utf8_lossy(body) } else { "".into() };
        let (text, cut) = self.redactor.start(&text, LONGEST_BODY);
        Some(Body { text: text.into(), bytes: body.len(), cut: cut || !is_searched })
    }
}

/// What the scenario expects of a step.
fn expected(step: &scenario::Step) -> String {
    match &step.expect {
        Expectation::Accepted => "accepted".to_owned(),
        Expectation::Refused(case) => format!("refused: {case}"),
        Expectation::RefusedAny => "refused".to_owned(),
        Expectation::Nothing => "anything".to_owned(),
    }
}
