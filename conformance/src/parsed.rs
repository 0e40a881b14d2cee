//! What the answers of a trace say, before any clause is judged.
//!
//! `ParsedTrace` is everything that one trace shows by itself; `TraceView` is the same beside its scenario, and
//! `StepContext` is one step of it with what the whole run shows.

pub(crate) mod addressing;
pub(crate) mod answer;
pub(crate) mod attempt;
pub(crate) mod facts;
mod message;
mod observations;
mod sent_inputs;
mod side_effects;
pub(crate) mod step_context;
mod subjects;
pub mod types;
pub(crate) mod view;

use spec::{Contract, Operation};

use crate::exchange::{Exchange, Response, ScenarioTrace};
use crate::scenario::Scenario;

pub(crate) use message::expected_message;
pub use observations::Observation;
pub(crate) use observations::total_observations;
pub use sent_inputs::SentInputs;
pub use subjects::Subjects;

use answer::{Answer, AnswerClass};
use attempt::Attempt;
use facts::RunFacts;
use observations::ObservationCounts;
use view::TraceView;

/// Everything that a trace shows without the other traces of its run.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParsedTrace {
    /// The attempts of each step.
    attempts: Vec<Vec<Attempt>>,
    /// What the trace shows for the whole run.
    pub(crate) facts: RunFacts,
    /// Observations at gaps.
    pub(crate) observations: ObservationCounts,
    /// What each step looked at.
    subjects: Vec<Subjects>,
}

impl ParsedTrace {
    /// Parses the trace of a scenario.
    pub(crate) fn parse(contract: &Contract, scenario: &Scenario, trace: &ScenarioTrace) -> Self {
        let attempts = scenario
            .steps
            .iter()
            .zip(&trace.steps)
            .map(|(step, trace)| {
                let Some(operation) = contract.operation(&step.call) else {
                    return Vec::new();
                };
                let attempts = trace.attempts.iter();
                attempts
                    .filter_map(|attempt| Attempt::parse(contract, operation, attempt))
                    .collect()
            })
            .collect();
        let mut parsed = Self { attempts, ..Self::default() };
        let view = parsed.view(contract, scenario, trace);
        let facts = RunFacts::from_trace(&view);
        let observations = ObservationCounts::from_trace(&view);
        parsed.subjects = view.steps.iter().map(|call| subjects::of_step(&view, call)).collect();
        Self { facts, observations, ..parsed }
    }

    /// The trace beside its scenario.
    pub(crate) fn view<'a>(
        &'a self,
        contract: &'a Contract,
        scenario: &'a Scenario,
        trace: &'a ScenarioTrace,
    ) -> TraceView<'a> {
        TraceView::new(contract, scenario, trace, &self.attempts)
    }

    /// What a step looked at.
    pub(crate) fn subjects(&self, step: usize) -> Subjects {
        self.subjects.get(step).cloned().unwrap_or_default()
    }
}

/// What an answer says without its scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerSummary {
    /// A status of success, and not the error body.
    pub accepted: bool,
    /// The message of the error body.
    pub message: Option<String>,
}

/// Parses one answer, whatever was expected of it.
pub fn summarize_answer(
    contract: &Contract,
    operation: &Operation,
    exchange: &Exchange,
) -> AnswerSummary {
    let answer = Answer::parse(contract, operation, exchange);
    AnswerSummary { accepted: answer.class == AnswerClass::Accepted, message: answer.message }
}

/// Whether the answer is a 2xx that is not the error body.
pub(crate) fn is_accepted(contract: &Contract, operation: &Operation, exchange: &Exchange) -> bool {
    exchange.outcome.as_ref().is_ok_and(Response::is_success)
        && Answer::parse(contract, operation, exchange).class == AnswerClass::Accepted
}

/// Whether an accepted answer holds all of these texts, and the request none of them.
pub(crate) fn finds_new_texts(
    contract: &Contract,
    operation: &Operation,
    exchange: &Exchange,
    texts: &[String],
) -> bool {
    let answer = Answer::parse(contract, operation, exchange);
    let sent = SentInputs::parse(operation, &exchange.request);
    answer.class == AnswerClass::Accepted
        && texts.iter().all(|text| answer.holds(text) && !sent.holds(text))
}
