//! A trace beside its scenario, step by step, before anything is judged.

mod known_values;
mod listed;
mod outcome;

use std::collections::BTreeMap;

use spec::{Contract, ErrorCase, Operation, ValueSource};

use crate::exchange::{ExpectedValues, ScenarioTrace};
use crate::scenario::{Expectation, Scenario, Step};
use crate::target::TargetFixture;

use super::answer::AnswerClass;
use super::attempt::Attempt;
use super::message;

pub(crate) use outcome::{AcceptanceOutcome, RefusalOutcome, StepOutcome};

/// A parsed trace beside its scenario.
pub(crate) struct TraceView<'a> {
    pub(crate) contract: &'a Contract,
    pub(crate) scenario: &'a Scenario,
    /// By name of the need.
    pub(crate) fixtures: &'a BTreeMap<String, TargetFixture>,
    /// Whether no earlier run can have used them up.
    pub(crate) fresh_fixtures: bool,
    steps: Vec<ParsedStep<'a>>,
    /// Computed once, because every clause asks for them.
    outcomes: Vec<StepOutcome>,
}

/// The attempts of a step, and the values that it looks for.
pub(crate) struct ParsedStep<'a> {
    pub(crate) operation: Option<&'a Operation>,
    pub(crate) attempts: &'a [Attempt],
    pub(crate) values: &'a ExpectedValues,
}

impl<'a> TraceView<'a> {
    pub(super) fn new(
        contract: &'a Contract,
        scenario: &'a Scenario,
        trace: &'a ScenarioTrace,
        attempts: &'a [Vec<Attempt>],
        outcomes: Vec<StepOutcome>,
    ) -> Self {
        let steps = scenario.steps.iter().zip(&trace.steps).zip(attempts);
        Self {
            contract,
            scenario,
            fixtures: &trace.fixtures,
            fresh_fixtures: trace.fresh_fixtures,
            steps: steps
                .map(|((step, trace), attempts)| ParsedStep {
                    operation: contract.operation(&step.call),
                    attempts,
                    values: &trace.values,
                })
                .collect(),
            outcomes,
        }
    }

    pub(super) fn into_outcomes(self) -> Vec<StepOutcome> {
        self.outcomes
    }

    pub(crate) fn step(&self, index: usize) -> Option<&'a Step> {
        self.scenario.steps.get(index)
    }

    pub(crate) fn parsed(&self, index: usize) -> Option<&ParsedStep<'a>> {
        self.steps.get(index)
    }

    pub(crate) fn operation(&self, index: usize) -> Option<&'a Operation> {
        self.parsed(index)?.operation
    }

    /// Indexes of the steps that call the operation.
    pub(crate) fn calls<'s>(&'s self, operation: &'s str) -> impl Iterator<Item = usize> + 's {
        let steps = self.scenario.steps.iter().enumerate().take(self.steps.len());
        steps.filter(move |(_, step)| step.call == operation).map(|(index, _)| index)
    }

    /// The attempt of a step that counts: of several, the one that best meets the expectation.
    pub(crate) fn attempt(&self, index: usize) -> Option<&Attempt> {
        let outcome = self.outcomes.get(index)?;
        self.parsed(index)?.attempts.get(outcome.attempt)
    }

    /// Whether an answer of the step shows a value that its request did not send.
    pub(crate) fn shows_something(&self, index: usize) -> bool {
        let (Some(parsed), Some(attempt)) = (self.parsed(index), self.attempt(index)) else {
            return false;
        };
        let order = parsed.values.order.iter().map(|(value, _)| value);
        let mut wanted = parsed.values.shows.iter().chain(order);
        attempt.class() == AnswerClass::Accepted
            && wanted.any(|value| {
                let said = attempt.sent.iter().any(|(_, sent)| sent.holds_text(value));
                !said && attempt.holds(value)
            })
    }

    /// Whether the step met its expectation.
    pub(crate) fn is_met(&self, index: usize) -> bool {
        let step = self.step(index);
        if step.is_some_and(Step::wants_acceptance) {
            return self.acceptance(index) == AcceptanceOutcome::Shown;
        }
        match step.map(|step| &step.expect) {
            Some(Expectation::Refused(_)) => self.refusal(index) == RefusalOutcome::Matched,
            Some(Expectation::RefusedAny) => {
                matches!(self.refusal(index), RefusalOutcome::Matched | RefusalOutcome::Other)
            }
            Some(Expectation::Nothing) => true,
            Some(Expectation::Accepted) | None => false,
        }
    }

    /// Whether the step was answered with the message of a case.
    pub(crate) fn is_answered_as(&self, index: usize, case: &str) -> bool {
        self.attempt(index).is_some_and(|attempt| self.is_refused_as(index, attempt, case))
    }

    /// Whether one attempt of the step was answered with the message of a case, or of one that the document does not distinguish
    /// from it.
    pub(crate) fn is_refused_as(&self, index: usize, attempt: &Attempt, case: &str) -> bool {
        let Some(operation) = self.operation(index) else {
            return false;
        };
        let Some(case) = self.contract.error_case(operation, case) else {
            return false;
        };
        let mut cases = self.contract.indistinct_cases(Some(operation), case);
        cases.any(|case| self.is_worded_as(index, attempt, case))
    }

    /// Whether one attempt of the step was answered with the message of this very case.
    pub(crate) fn is_worded_as(&self, index: usize, attempt: &Attempt, case: &ErrorCase) -> bool {
        let said = attempt.answers.first().and_then(|answer| answer.message.as_deref());
        let known = |sources: &[ValueSource]| self.known_values(sources, attempt, index);
        said.is_some_and(|said| message::is_message_of(case, said, &known))
    }
}
