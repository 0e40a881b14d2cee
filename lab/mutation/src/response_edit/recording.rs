//! A recorded run, and what the judge says of it after one response was edited.

use std::sync::Arc;

use clap::ValueEnum as _;
use fastrand::Rng;
use jiff::Timestamp;
use referral_conformance::exchange::{Exchange, Response, ScenarioTrace, StepTrace};
use referral_conformance::judge::judge;
use referral_conformance::plan::Plan;
use referral_conformance::scenario::{Expectation, Step};
use referral_conformance::suite::Suite;
use referral_conformance::verdict::verdicts;

use super::legality::{Legality, Oracle};
use super::operator::{Operator, describe};
use crate::server::ServerFactory;
use crate::suite_run::{self, RunOptions, reported_clauses};

/// Tries to find an exchange that an operator applies to.
const TRIES: usize = 200;

/// A recorded run of a correct server.
pub struct Recording {
    /// The suite.
    pub suite: Arc<Suite>,
    /// The scenarios of the run.
    pub plan: Plan,
    /// What was sent and received.
    pub traces: Vec<ScenarioTrace>,
    /// The time of the run.
    pub now: Timestamp,
}

/// An edited response, what the oracle says of it, and what the judge reports.
#[derive(Clone, Debug)]
pub struct EditedResponse {
    /// The operator.
    pub operator: Operator,
    /// The scenario.
    pub scenario: String,
    /// The step, from 1.
    pub step: usize,
    /// The operator and the location.
    pub edit: String,
    /// Request line, and the response after the edit.
    pub exchange: String,
    /// What the oracle says.
    pub legality: Legality,
    /// The clauses that the judge reports.
    pub reported: Vec<String>,
}

/// Where an exchange is in a recording.
#[derive(Clone, Copy)]
struct ExchangePlace {
    trace: usize,
    step: usize,
    exchange: usize,
}

impl Recording {
    /// Records a run of all scenarios against a new server, one at a time, so that lists change less while they are read.
    /// Fails when the server cannot be started.
    pub async fn new(
        suite: &Arc<Suite>,
        servers: &dyn ServerFactory,
        options: RunOptions,
    ) -> anyhow::Result<Self> {
        let options = RunOptions { jobs: 1, ..options };
        let server = servers.start().await?;
        let transport = suite_run::http_transport(&server.base_url)?;
        let test_data = servers.test_data();
        let report = suite_run::run(suite, test_data, options, None, transport).await?;
        Ok(Self {
            suite: Arc::clone(suite),
            plan: suite.plan(&suite_run::plan_inputs(test_data, options.depth)),
            traces: report.traces(),
            now: (options.clock)(),
        })
    }

    fn oracle(&self) -> Oracle<'_> {
        Oracle { contract: &self.suite.contract, now: self.now }
    }

    /// The clauses that the judge reports of these traces.
    ///
    /// # Errors
    /// When the verdicts are inconsistent.
    pub fn reported(&self, traces: &[ScenarioTrace]) -> anyhow::Result<Vec<String>> {
        let suite = &self.suite;
        let judgement = judge(&suite.contract, &suite.clauses, &suite.scenarios, traces);
        Ok(reported_clauses(&verdicts(&suite.clauses, &self.plan, &judgement.findings)?))
    }

    /// Recorded responses that the oracle rejects, each with the reason.
    #[must_use]
    pub fn contradictions(&self) -> Vec<String> {
        let exchanges = self.traces.iter().flat_map(|trace| {
            trace.exchanges().map(|exchange| (trace.scenario.as_str(), exchange))
        });
        exchanges
            .filter_map(|(scenario, exchange)| {
                let response = exchange.outcome.as_ref().ok()?;
                let reason = self.oracle().contradiction_of(&exchange.request, response)?;
                Some(format!("{scenario}: {reason}: {}", summary(exchange, response)))
            })
            .collect()
    }

    /// Edits a random response of a judged step and judges the recording again. The draw is determined by seed and number.
    ///
    /// # Errors
    /// When the verdicts are inconsistent.
    pub fn draw(&self, seed: u64, number: u64) -> anyhow::Result<Option<EditedResponse>> {
        let mut rng = Rng::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number);
        let places = self.places();
        let Some(operator) = rng.choice(Operator::value_variants()).copied() else {
            return Ok(None);
        };
        for _ in 0..TRIES {
            let Some(place) = rng.choice(places.iter().copied()) else {
                break;
            };
            let exchange = self.exchange(place);
            let Ok(original) = &exchange.outcome else {
                continue;
            };
            if let Some((edited, location)) = operator.apply(original, &mut rng) {
                let legality = self.oracle().classify(
                    &exchange.request,
                    original,
                    &edited,
                    (operator, &location),
                );
                return Ok(Some(EditedResponse {
                    operator,
                    scenario: self.traces[place.trace].scenario.clone(),
                    step: place.step + 1,
                    edit: describe(operator, &location),
                    exchange: summary(exchange, &edited),
                    legality,
                    reported: self.reported(&self.with_edited(place, edited))?,
                }));
            }
        }
        Ok(None)
    }

    /// The exchanges whose outcome is decided: accepted, or refused with a documented message beside an accepted call of the
    /// same operation. Without one, a server may refuse every such call, for a reason that the document does not show.
    fn places(&self) -> Vec<ExchangePlace> {
        let mut places = Vec::new();
        for (trace, recorded) in self.traces.iter().enumerate() {
            let scenario = self.suite.scenario(&recorded.scenario);
            let steps = scenario.into_iter().flat_map(|scenario| &scenario.steps);
            let steps = steps.zip(&recorded.steps);
            let accepted: Vec<_> = steps.clone().filter(|(_, trace)| is_accepted(trace)).collect();
            for (index, (step, step_trace)) in steps.enumerate() {
                let is_refusal = matches!(step.expect, Expectation::Refused(_));
                if is_refusal && !accepted.iter().any(|(other, _)| other.call == step.call) {
                    continue;
                }
                // Of several requests at once, and of several forms of a request, one is decided.
                let [attempt] = step_trace.attempts.as_slice() else {
                    continue;
                };
                // The list changed while it was read, so its pages decide nothing.
                if !attempt.reread.is_empty() {
                    continue;
                }
                let exchanges = attempt.exchanges.iter().enumerate();
                let decided = exchanges.filter(|(_, exchange)| is_decided(step, exchange));
                places.extend(decided.map(|(exchange, _)| ExchangePlace {
                    trace,
                    step: index,
                    exchange,
                }));
            }
        }
        places
    }

    fn exchange(&self, place: ExchangePlace) -> &Exchange {
        &self.traces[place.trace].steps[place.step].attempts[0].exchanges[place.exchange]
    }

    fn with_edited(&self, place: ExchangePlace, edited: Response) -> Vec<ScenarioTrace> {
        let mut traces = self.traces.clone();
        let step = &mut traces[place.trace].steps[place.step];
        let attempt = &mut step.attempts[0];
        attempt.exchanges[place.exchange].outcome = Ok(edited);
        // A server that sends wrong pages sends them again.
        if attempt.exchanges.len() > 1 {
            attempt.reread.clone_from(&attempt.exchanges);
        }
        traces
    }
}

fn is_accepted(step: &StepTrace) -> bool {
    let exchanges = step.attempts.iter().flat_map(|attempt| &attempt.exchanges);
    let mut answers = exchanges.filter_map(|exchange| exchange.outcome.as_ref().ok());
    answers.any(Response::is_success)
}

/// Whether the scenario expects the recorded outcome.
fn is_decided(step: &Step, exchange: &Exchange) -> bool {
    let Ok(response) = &exchange.outcome else {
        return false;
    };
    match &step.expect {
        // A server that does not know the other name of a record may refuse a repetition for that.
        _ if step.at_once > 1 || step.may_be_refused || step.repeats.is_some() => false,
        Expectation::Accepted => response.is_success(),
        Expectation::Refused(_) => !response.is_success(),
        Expectation::RefusedAny | Expectation::Nothing => false,
    }
}

/// The request line, and the start of the response.
fn summary(exchange: &Exchange, response: &Response) -> String {
    const SHOWN: usize = 300;
    let body: String = String::from_utf8_lossy(&response.body).chars().take(SHOWN).collect();
    let request = &exchange.request;
    let sent = request.body.as_deref().unwrap_or_default();
    format!("{} {} {sent} -> {} {body}", request.method, request.target, response.status)
}
