//! The outcome of each step: computed once, because every clause asks for it.

use spec::{Contract, Operation};

use super::{Attempt, TraceView};
use crate::contract;
use crate::exchange::ScenarioTrace;
use crate::parsed::answer::{Answer, AnswerClass};
use crate::reason::Reason;
use crate::scenario::{Expectation, Scenario};

/// The outcome of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepOutcome {
    /// Index of the attempt that counts.
    pub(crate) attempt: usize,
    acceptance: AcceptanceOutcome,
    refusal: RefusalOutcome,
}

impl StepOutcome {
    /// Nothing was sent.
    const UNKNOWN: Self = Self {
        attempt: 0,
        acceptance: AcceptanceOutcome::Unusable(Reason::NoCapture),
        refusal: RefusalOutcome::Unusable(Reason::NoCapture),
    };
}

/// Outcome of a call that should be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AcceptanceOutcome {
    /// Accepted, and the answer shows that this means something.
    Shown,
    /// Accepted, but with another body than the stated one.
    Undocumented,
    /// Accepted with a body of which nothing is stated, and nothing shows what that means.
    Unproved,
    /// Refused.
    Refused,
    /// No usable answer.
    Unusable(Reason),
}

/// Outcome of a call that should be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefusalOutcome {
    /// As documented.
    Matched,
    /// Refused, but not with the documented message.
    Other,
    /// Accepted instead.
    Accepted,
    /// No usable answer.
    Unusable(Reason),
}

impl<'a> TraceView<'a> {
    /// The view of a trace whose outcomes are not known yet.
    // The choice of the attempt that counts needs no outcomes; acceptance and refusal of a step need those choices
    // for all steps.
    pub(in crate::parsed) fn with_outcomes(
        contract: &'a Contract,
        scenario: &'a Scenario,
        trace: &'a ScenarioTrace,
        attempts: &'a [Vec<Attempt>],
    ) -> Self {
        let mut view = Self::new(contract, scenario, trace, attempts, Vec::new());
        view.outcomes = (0..view.steps.len())
            .map(|index| StepOutcome { attempt: view.best_attempt(index), ..StepOutcome::UNKNOWN })
            .collect();
        view.outcomes = (0..)
            .zip(&view.outcomes)
            .map(|(index, outcome)| StepOutcome {
                attempt: outcome.attempt,
                acceptance: view.find_acceptance(index),
                refusal: view.find_refusal(index),
            })
            .collect();
        view
    }

    fn outcome(&self, index: usize) -> StepOutcome {
        let outcome = self.outcomes.get(index).copied();
        outcome.unwrap_or(StepOutcome::UNKNOWN)
    }

    pub(crate) fn acceptance(&self, index: usize) -> AcceptanceOutcome {
        self.outcome(index).acceptance
    }

    fn find_acceptance(&self, index: usize) -> AcceptanceOutcome {
        match (self.attempt(index), self.operation(index)) {
            (Some(attempt), Some(operation)) => self.acceptance_of(attempt, operation),
            _ => AcceptanceOutcome::Unusable(Reason::NoCapture),
        }
    }

    /// Outcome of one attempt that should be accepted.
    pub(crate) fn acceptance_of(
        &self,
        attempt: &Attempt,
        operation: &Operation,
    ) -> AcceptanceOutcome {
        match attempt.class() {
            AnswerClass::Refused => return AcceptanceOutcome::Refused,
            AnswerClass::Unusable(reason) => return AcceptanceOutcome::Unusable(reason),
            AnswerClass::Accepted => {}
        }
        let says_something = |answer: &Answer| answer.is_as_documented(operation);
        let documented = attempt.answers.iter().map(says_something);
        match documented.collect::<Option<Vec<_>>>() {
            Some(documented) if documented.contains(&false) => AcceptanceOutcome::Undocumented,
            Some(_) if attempt.answers.iter().all(|answer| !answer.empty) => {
                AcceptanceOutcome::Shown
            }
            _ if self.discriminates(&operation.id) => AcceptanceOutcome::Shown,
            _ => AcceptanceOutcome::Unproved,
        }
    }

    pub(crate) fn refusal(&self, index: usize) -> RefusalOutcome {
        self.outcome(index).refusal
    }

    fn find_refusal(&self, index: usize) -> RefusalOutcome {
        let (Some(step), Some(attempt)) = (self.step(index), self.attempt(index)) else {
            return RefusalOutcome::Unusable(Reason::NoCapture);
        };
        match attempt.class() {
            AnswerClass::Accepted => RefusalOutcome::Accepted,
            AnswerClass::Unusable(reason) => RefusalOutcome::Unusable(reason),
            AnswerClass::Refused => match &step.expect {
                Expectation::Refused(case)
                    if self.is_refused_as(index, attempt, case)
                        && !self.refuses_good_keys_alike(index, case) =>
                {
                    RefusalOutcome::Matched
                }
                _ => RefusalOutcome::Other,
            },
        }
    }

    /// Whether a refusal of the key is given to calls with a good key as well: then it says nothing
    /// of the key that was to be refused.
    fn refuses_good_keys_alike(&self, index: usize, case: &str) -> bool {
        let Some(operation) = self.operation(index) else {
            return false;
        };
        let found = self.contract.error_case(operation, case);
        let about_key = found.is_some_and(contract::is_about_key);
        about_key
            && self.calls(&operation.id).any(|other| {
                let wanted = self.step(other).map(|step| &step.expect);
                wanted == Some(&Expectation::Accepted) && self.is_answered_as(other, case)
            })
    }

    fn best_attempt(&self, index: usize) -> usize {
        let (Some(parsed), Some(step)) = (self.parsed(index), self.step(index)) else {
            return 0;
        };
        let attempts = parsed.attempts;
        // A single attempt counts.
        if attempts.len() < 2 {
            return 0;
        }
        let class = |wanted| attempts.iter().position(|attempt| attempt.class() == wanted);
        let best = match &step.expect {
            _ if step.wants_acceptance() => class(AnswerClass::Accepted),
            Expectation::Refused(case) => {
                let matched = |attempt: &Attempt| self.is_refused_as(index, attempt, case);
                let matched = attempts.iter().position(matched);
                matched.or_else(|| class(AnswerClass::Refused))
            }
            Expectation::RefusedAny => class(AnswerClass::Refused),
            Expectation::Accepted | Expectation::Nothing => class(AnswerClass::Accepted),
        };
        best.unwrap_or_default()
    }

    /// Whether this scenario shows that the operation does not answer alike to everything: it
    /// refused something in the error body, or it showed something that the run knows of.
    fn discriminates(&self, operation: &str) -> bool {
        let mut calls = self.calls(operation);
        calls.any(|index| self.refuses_request(index) || self.shows_something(index))
    }

    /// Whether the step was refused in the error body for what it asks, and not for its key; for either, where a
    /// request names nothing that could be refused.
    fn refuses_request(&self, index: usize) -> bool {
        let (Some(parsed), Some(operation)) = (self.parsed(index), self.operation(index)) else {
            return false;
        };
        let usual_key = self.step(index).is_some_and(|step| step.key.kind().is_some());
        let about_key = |said: &str| {
            let case = contract::case_for_message(self.contract, operation, said);
            !usual_key || case.is_some_and(contract::is_about_key)
        };
        let any_will_do = contract::target_input(operation).is_none();
        let refuses = |answer: &Answer| {
            let said = answer.message.as_deref();
            said.is_some_and(|said| any_will_do || !about_key(said))
        };
        let mut answers = parsed.attempts.iter().flat_map(|attempt| &attempt.answers);
        answers.any(refuses)
    }
}
