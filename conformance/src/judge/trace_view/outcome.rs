//! How the steps of a scene came out: worked out once, and asked for by every judge.

use spec::{Contract, Operation};

use super::{Attempt, ParsedTrace, TraceView};
use crate::contract;
use crate::exchange::ScenarioTrace;
use crate::judge::answer::{Answer, AnswerClass};
use crate::reason::Reason;
use crate::scenario::{Expectation, Scenario};

/// How a step came out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// The index of the way that counts.
    pub(super) attempt: usize,
    acceptance: Acceptance,
    refusal: Refusal,
}

impl Outcome {
    /// Nothing was sent.
    const UNKNOWN: Self = Self {
        attempt: 0,
        acceptance: Acceptance::Unusable(Reason::NoCapture),
        refusal: Refusal::Unusable(Reason::NoCapture),
    };
}

/// How the acceptance of a call stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::judge) enum Acceptance {
    /// Accepted, and the answer shows that this means something.
    Shown,
    /// Accepted, but with another body than the stated one.
    Undocumented,
    /// Accepted with a body of which nothing is stated, and nothing shows what that means.
    Unproved,
    /// Refused.
    Refused,
    /// Nothing can be learnt.
    Unusable(Reason),
}

/// How a refusal that was expected came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::judge) enum Refusal {
    /// As documented.
    Matched,
    /// Refused, but not with the documented message.
    Other,
    /// Accepted instead.
    Accepted,
    /// Nothing can be learnt.
    Unusable(Reason),
}

impl<'a> TraceView<'a> {
    /// A play of which nothing is known but what was read, with how each step came out. What comes later looks at what
    /// was found before.
    pub(super) fn settled(
        contract: &'a Contract,
        scenario: &'a Scenario,
        play: &'a ScenarioTrace,
        read: &'a ParsedTrace,
    ) -> Self {
        let mut trace = Self::new(contract, scenario, play, read);
        let attempts = (0..trace.parsed.len()).map(|index| Outcome {
            attempt: trace.best_way(index),
            ..Outcome::UNKNOWN
        });
        trace.outcomes = attempts.collect();
        let outcomes = (0..).zip(&trace.outcomes).map(|(index, outcome)| Outcome {
            attempt: outcome.attempt,
            acceptance: trace.find_acceptance(index),
            refusal: trace.find_refusal(index),
        });
        trace.outcomes = outcomes.collect();
        trace
    }

    fn outcome(&self, index: usize) -> Outcome {
        let outcome = self.outcomes.get(index).copied();
        outcome.unwrap_or(Outcome::UNKNOWN)
    }

    pub(in crate::judge) fn acceptance(&self, index: usize) -> Acceptance {
        self.outcome(index).acceptance
    }

    fn find_acceptance(&self, index: usize) -> Acceptance {
        match (self.attempt(index), self.operation(index)) {
            (Some(attempt), Some(operation)) => self.acceptance_of(attempt, operation),
            _ => Acceptance::Unusable(Reason::NoCapture),
        }
    }

    /// How the acceptance of one way to make a call stands.
    pub(in crate::judge) fn acceptance_of(
        &self,
        attempt: &Attempt,
        operation: &Operation,
    ) -> Acceptance {
        match attempt.class() {
            AnswerClass::Refused => return Acceptance::Refused,
            AnswerClass::Unusable(reason) => return Acceptance::Unusable(reason),
            AnswerClass::Accepted => {}
        }
        let says_something = |answer: &Answer| answer.is_as_documented(operation);
        let documented = attempt.answers.iter().map(says_something);
        match documented.collect::<Option<Vec<_>>>() {
            Some(documented) if documented.contains(&false) => Acceptance::Undocumented,
            Some(_) if attempt.answers.iter().all(|answer| !answer.empty) => Acceptance::Shown,
            _ if self.discriminates(&operation.id) => Acceptance::Shown,
            _ => Acceptance::Unproved,
        }
    }

    pub(in crate::judge) fn refusal(&self, index: usize) -> Refusal {
        self.outcome(index).refusal
    }

    fn find_refusal(&self, index: usize) -> Refusal {
        let (Some(step), Some(attempt)) = (self.step(index), self.attempt(index)) else {
            return Refusal::Unusable(Reason::NoCapture);
        };
        match attempt.class() {
            AnswerClass::Accepted => Refusal::Accepted,
            AnswerClass::Unusable(reason) => Refusal::Unusable(reason),
            AnswerClass::Refused => match &step.expect {
                Expectation::Refused(case)
                    if self.is_refused_as(index, attempt, case)
                        && !self.refuses_good_keys_alike(index, case) =>
                {
                    Refusal::Matched
                }
                _ => Refusal::Other,
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

    fn best_way(&self, index: usize) -> usize {
        let (Some(parsed), Some(step)) = (self.parsed(index), self.step(index)) else {
            return 0;
        };
        let attempts = parsed.attempts;
        // Where there is one way only, it counts.
        if attempts.len() < 2 {
            return 0;
        }
        let class = |wanted| {
            attempts
                .iter()
                .position(|attempt| attempt.class() == wanted)
        };
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
        let usual_key = self
            .step(index)
            .is_some_and(|step| step.key.kind().is_some());
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
