//! What the responses of a trace say, before any clause is judged.
//!
//! `ParsedTrace` has the parsed responses of one trace; `TraceView` is the same beside its scenario, and `StepContext` is one
//! step of it with what the whole run shows. `TraceSummary` is what a trace contributes to the run.

mod address;
pub mod addressing;
pub mod attempt;
pub mod calculation;
mod existing;
pub mod facts;
mod message;
mod observations;
mod readings;
pub mod response;
mod sent_inputs;
mod side_effects;
pub mod step_context;
mod subjects;
pub mod types;
pub mod view;

use spec::{Condition, Contract, Operation};

use crate::contract;
use crate::exchange::{Exchange, Response, ScenarioTrace};
use crate::redact::Redactor;
use crate::scenario::{Scenario, Step};

pub use message::expected_message;
pub use observations::Observation;
pub use observations::{SIDE_EFFECT, total_observations};
pub(crate) use observations::{first_page_number, further_error_members};
pub use readings::separate_readings;
pub use sent_inputs::SentInputs;
pub use subjects::Subjects;

use attempt::Attempt;
use facts::RunFacts;
use observations::ObservationCounts;
use response::{ParsedResponse, ResponseClass};
use view::TraceView;

/// What a trace shows without the other traces of its run.
///
/// The responses are not part of it. They are classified again when the trace is judged; their bodies are parsed once.
#[derive(Clone, Debug, Default)]
pub struct TraceSummary {
    /// What the trace shows for the whole run.
    pub facts: RunFacts,
    /// Observations at gaps.
    pub observations: ObservationCounts,
    subjects: Vec<Subjects>,
}

impl TraceSummary {
    pub fn of(view: &TraceView<'_>) -> Self {
        Self {
            facts: RunFacts::from_trace(view),
            observations: ObservationCounts::from_trace(view),
            subjects: view.steps.iter().map(|call| subjects::of_step(view, call)).collect(),
        }
    }

    pub fn subjects(&self, step: usize) -> Subjects {
        self.subjects.get(step).cloned().unwrap_or_default()
    }
}

/// The parsed responses of a trace: the attempts of each step.
pub struct ParsedTrace(Vec<Vec<Attempt>>);

impl ParsedTrace {
    pub fn parse(contract: &Contract, scenario: &Scenario, trace: &ScenarioTrace) -> Self {
        let redactor = &trace.redactor;
        let steps = scenario.steps.iter().zip(&trace.steps).map(|(step, trace)| {
            let Some(operation) = contract.operation(&step.call) else {
                return Vec::new();
            };
            let attempts = trace.attempts.iter();
            let parse = |attempt| Attempt::parse(contract, operation, attempt, redactor);
            attempts.filter_map(parse).collect()
        });
        Self(steps.collect())
    }

    pub fn view<'a>(
        &'a self,
        contract: &'a Contract,
        scenario: &'a Scenario,
        trace: &'a ScenarioTrace,
    ) -> TraceView<'a> {
        TraceView::new(contract, scenario, trace, &self.0)
    }

    /// The exchanges of all steps, each with its step and its parsed response.
    pub fn responses<'a>(
        &'a self,
        scenario: &'a Scenario,
        trace: &'a ScenarioTrace,
    ) -> impl Iterator<Item = (&'a Step, &'a Exchange, &'a ParsedResponse)> {
        let steps = scenario.steps.iter().zip(&trace.steps).zip(&self.0);
        steps.flat_map(|((step, trace), attempts)| {
            // An attempt without exchanges is not parsed, and has no responses.
            let exchanges = trace.attempts.iter().flat_map(|attempt| &attempt.exchanges);
            let responses = attempts.iter().flat_map(|attempt| &attempt.responses);
            exchanges.zip(responses).map(move |(exchange, response)| (step, exchange, response))
        })
    }
}

/// What a response says without its scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResponseSummary {
    /// A status of success, and not the error body.
    pub accepted: bool,
    pub message: Option<String>,
}

/// Parses one response, whatever was expected of it.
pub fn summarize_response(
    contract: &Contract,
    operation: &Operation,
    exchange: &Exchange,
) -> ResponseSummary {
    let response = classify(contract, operation, exchange);
    ResponseSummary {
        accepted: response.class == ResponseClass::Accepted,
        message: response.message,
    }
}

/// A response that is not quoted.
fn classify(contract: &Contract, operation: &Operation, exchange: &Exchange) -> ParsedResponse {
    ParsedResponse::parse(contract, operation, exchange, &Redactor::default())
}

/// Whether the response is the documented refusal for an unknown record.
pub fn is_unknown_record(contract: &Contract, operation: &Operation, exchange: &Exchange) -> bool {
    let response = classify(contract, operation, exchange);
    contract::case_for(contract, operation, &response.said(contract))
        .is_some_and(|case| matches!(case.when.value(), Some(Condition::Unknown(_))))
}

/// Whether a refusal is about the key.
pub(crate) fn is_key_refusal_of(
    contract: &Contract,
    operation: &Operation,
    response: &ParsedResponse,
) -> bool {
    let message = response.message.as_deref();
    contract::is_key_refusal(contract, operation, response.status, message)
}

/// Whether the response is a 2xx that is not the error body.
pub fn is_accepted(contract: &Contract, operation: &Operation, exchange: &Exchange) -> bool {
    exchange.outcome.as_ref().is_ok_and(Response::is_success)
        && classify(contract, operation, exchange).class == ResponseClass::Accepted
}

/// Whether an accepted response holds all of these texts, and the request none of them.
pub fn finds_new_texts(
    contract: &Contract,
    operation: &Operation,
    exchange: &Exchange,
    texts: &[String],
) -> bool {
    let response = classify(contract, operation, exchange);
    let sent = SentInputs::parse(contract, operation, &exchange.request);
    response.class == ResponseClass::Accepted
        && texts.iter().all(|text| response.holds(text) && !sent.holds(text))
}
