//! A scenario and what was answered, step by step, before anything is judged.

mod attempt;
mod known;
mod listed;
mod outcome;

use std::collections::BTreeMap;

use spec::{Contract, ErrorCase, Operation, ValueSource};

use crate::exchange::{ExpectedValues, ScenarioTrace, StepTrace};
use crate::scenario::{Expectation, Scenario, Step};
use crate::target::TargetFixture;

use super::answer::AnswerClass;
use super::facts::RunFacts;
use super::message;
use super::observations::ObservationCounts;
use super::subjects::{self, Subjects};

use outcome::Outcome;

pub(super) use attempt::Attempt;
pub(super) use outcome::{Acceptance, Refusal};

/// What the exchanges of a play say: all that takes long to find out, and that needs no other play.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParsedTrace {
    /// The ways of each step.
    attempts: Vec<Vec<Attempt>>,
    /// How each step came out.
    outcomes: Vec<Outcome>,
    /// What the play shows for the whole run.
    pub(super) facts: RunFacts,
    /// What was seen where the contract is silent.
    pub(super) seen: ObservationCounts,
    /// The things that each step looked at.
    subjects: Vec<Subjects>,
}

impl ParsedTrace {
    /// Reads a play of a scenario.
    pub(crate) fn of(contract: &Contract, scenario: &Scenario, play: &ScenarioTrace) -> Self {
        let pairs = scenario.steps.iter().zip(&play.steps);
        let attempts = pairs.map(|(step, play)| read_step(contract, step, play));
        let read = Self {
            attempts: attempts.collect(),
            ..Self::default()
        };
        let trace = TraceView::settled(contract, scenario, play, &read);
        Self {
            facts: RunFacts::of(&trace),
            seen: ObservationCounts::of(&trace),
            subjects: (0..trace.parsed.len())
                .map(|index| subjects::in_step(&trace, index))
                .collect(),
            outcomes: trace.outcomes,
            attempts: read.attempts,
        }
    }
}

fn read_step(contract: &Contract, step: &Step, play: &StepTrace) -> Vec<Attempt> {
    let Some(operation) = contract.operation(&step.call) else {
        return Vec::new();
    };
    let read = |attempt| Attempt::read(contract, operation, attempt);
    play.attempts.iter().filter_map(read).collect()
}

/// A play, read.
pub(super) struct TraceView<'a> {
    pub(super) contract: &'a Contract,
    pub(super) scenario: &'a Scenario,
    /// By name of the need.
    pub(super) fixtures: &'a BTreeMap<String, TargetFixture>,
    /// Whether no earlier run can have used them up.
    pub(super) fresh_fixtures: bool,
    parsed: Vec<ParsedStep<'a>>,
    /// What is asked of each step again and again, worked out once.
    outcomes: Vec<Outcome>,
    subjects: &'a [Subjects],
}

/// A step, read.
pub(super) struct ParsedStep<'a> {
    pub(super) operation: Option<&'a Operation>,
    pub(super) attempts: &'a [Attempt],
    pub(super) values: &'a ExpectedValues,
}

impl<'a> TraceView<'a> {
    /// A play whose exchanges were read.
    pub(super) fn new(
        contract: &'a Contract,
        scenario: &'a Scenario,
        play: &'a ScenarioTrace,
        parsed: &'a ParsedTrace,
    ) -> Self {
        let steps = scenario.steps.iter().zip(&play.steps);
        let steps = steps
            .zip(&parsed.attempts)
            .map(|((step, play), attempts)| ParsedStep {
                operation: contract.operation(&step.call),
                attempts,
                values: &play.values,
            });
        Self {
            contract,
            scenario,
            fixtures: &play.fixtures,
            fresh_fixtures: play.fresh_fixtures,
            parsed: steps.collect(),
            outcomes: parsed.outcomes.clone(),
            subjects: &parsed.subjects,
        }
    }

    pub(super) fn step(&self, index: usize) -> Option<&'a Step> {
        self.scenario.steps.get(index)
    }

    pub(super) fn parsed(&self, index: usize) -> Option<&ParsedStep<'a>> {
        self.parsed.get(index)
    }

    /// The things that a step looked at.
    pub(super) fn subjects(&self, index: usize) -> Subjects {
        self.subjects.get(index).cloned().unwrap_or_default()
    }

    pub(super) fn operation(&self, index: usize) -> Option<&'a Operation> {
        self.parsed(index)?.operation
    }

    /// Indexes of the steps that call the operation.
    pub(super) fn calls<'s>(&'s self, operation: &'s str) -> impl Iterator<Item = usize> + 's {
        let steps = self
            .scenario
            .steps
            .iter()
            .enumerate()
            .take(self.parsed.len());
        steps
            .filter(move |(_, step)| step.call == operation)
            .map(|(index, _)| index)
    }

    /// The way of a step that counts: of several, the one that does best what is expected.
    pub(super) fn attempt(&self, index: usize) -> Option<&Attempt> {
        let outcome = self.outcomes.get(index)?;
        self.parsed(index)?.attempts.get(outcome.attempt)
    }

    /// Whether an answer of the step shows a value that its own request did not say.
    pub(super) fn shows_something(&self, index: usize) -> bool {
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

    /// Whether the step came out as its file expects.
    pub(super) fn is_met(&self, index: usize) -> bool {
        let step = self.step(index);
        if step.is_some_and(Step::wants_acceptance) {
            return self.acceptance(index) == Acceptance::Shown;
        }
        match step.map(|step| &step.expect) {
            Some(Expectation::Refused(_)) => self.refusal(index) == Refusal::Matched,
            Some(Expectation::RefusedAny) => {
                matches!(self.refusal(index), Refusal::Matched | Refusal::Other)
            }
            Some(Expectation::Nothing) => true,
            Some(Expectation::Accepted) | None => false,
        }
    }

    /// Whether the step was answered with the message of a case.
    pub(super) fn is_answered_as(&self, index: usize, case: &str) -> bool {
        self.attempt(index)
            .is_some_and(|attempt| self.is_refused_as(index, attempt, case))
    }

    /// Whether one way to make the step was answered with the message of a case, or of one that the document does not tell
    /// from it.
    pub(super) fn is_refused_as(&self, index: usize, attempt: &Attempt, case: &str) -> bool {
        let Some(operation) = self.operation(index) else {
            return false;
        };
        let Some(case) = self.contract.error_case(operation, case) else {
            return false;
        };
        let mut cases = self.contract.indistinct_cases(Some(operation), case);
        cases.any(|case| self.is_worded_as(index, attempt, case))
    }

    /// Whether one way to make the step was answered with the message of this very case.
    pub(super) fn is_worded_as(&self, index: usize, attempt: &Attempt, case: &ErrorCase) -> bool {
        let said = attempt
            .answers
            .first()
            .and_then(|answer| answer.message.as_deref());
        let known = |sources: &[ValueSource]| self.known_values(sources, attempt, index);
        said.is_some_and(|said| message::is_of(case, said, &known))
    }
}
