//! How the steps of a scene came out: worked out once, and asked for by every judge.

use spec::{Contract, Operation};

use super::{Readings, Scene, Way};
use crate::contract;
use crate::exchange::Play;
use crate::judge::answer::{Answer, Standing};
use crate::reason::Reason;
use crate::scenario::{Expectation, Scenario};

/// How a step came out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// The index of the way that counts.
    pub(super) way: usize,
    acceptance: Acceptance,
    refusal: Refusal,
}

impl Outcome {
    /// Nothing was sent.
    const UNKNOWN: Self = Self {
        way: 0,
        acceptance: Acceptance::Nothing(Reason::NoCapture),
        refusal: Refusal::Nothing(Reason::NoCapture),
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
    Nothing(Reason),
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
    Nothing(Reason),
}

impl<'a> Scene<'a> {
    /// A play of which nothing is known but what was read, with how each step came out. What comes later looks at what
    /// was found before.
    pub(super) fn settled(
        contract: &'a Contract,
        scenario: &'a Scenario,
        play: &'a Play,
        read: &'a Readings,
    ) -> Self {
        let mut scene = Self::new(contract, scenario, play, read);
        let ways = (0..scene.readings.len()).map(|index| Outcome {
            way: scene.best_way(index),
            ..Outcome::UNKNOWN
        });
        scene.outcomes = ways.collect();
        let outcomes = (0..).zip(&scene.outcomes).map(|(index, outcome)| Outcome {
            way: outcome.way,
            acceptance: scene.find_acceptance(index),
            refusal: scene.find_refusal(index),
        });
        scene.outcomes = outcomes.collect();
        scene
    }

    fn outcome(&self, index: usize) -> Outcome {
        let outcome = self.outcomes.get(index).copied();
        outcome.unwrap_or(Outcome::UNKNOWN)
    }

    pub(in crate::judge) fn acceptance(&self, index: usize) -> Acceptance {
        self.outcome(index).acceptance
    }

    fn find_acceptance(&self, index: usize) -> Acceptance {
        match (self.way(index), self.operation(index)) {
            (Some(way), Some(operation)) => self.acceptance_of(way, operation),
            _ => Acceptance::Nothing(Reason::NoCapture),
        }
    }

    /// How the acceptance of one way to make a call stands.
    pub(in crate::judge) fn acceptance_of(&self, way: &Way, operation: &Operation) -> Acceptance {
        match way.standing() {
            Standing::Refused => return Acceptance::Refused,
            Standing::Nothing(reason) => return Acceptance::Nothing(reason),
            Standing::Accepted => {}
        }
        let says_something = |answer: &Answer| answer.is_as_documented(operation);
        let documented = way.answers.iter().map(says_something);
        match documented.collect::<Option<Vec<_>>>() {
            Some(documented) if documented.contains(&false) => Acceptance::Undocumented,
            Some(_) if way.answers.iter().all(|answer| !answer.empty) => Acceptance::Shown,
            _ if self.discriminates(&operation.id) => Acceptance::Shown,
            _ => Acceptance::Unproved,
        }
    }

    pub(in crate::judge) fn refusal(&self, index: usize) -> Refusal {
        self.outcome(index).refusal
    }

    fn find_refusal(&self, index: usize) -> Refusal {
        let (Some(step), Some(way)) = (self.step(index), self.way(index)) else {
            return Refusal::Nothing(Reason::NoCapture);
        };
        match way.standing() {
            Standing::Accepted => Refusal::Accepted,
            Standing::Nothing(reason) => Refusal::Nothing(reason),
            Standing::Refused => match &step.expect {
                Expectation::Refused(case)
                    if self.is_refused_as(index, way, case)
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
        let (Some(reading), Some(step)) = (self.reading(index), self.step(index)) else {
            return 0;
        };
        let ways = reading.ways;
        // Where there is one way only, it counts.
        if ways.len() < 2 {
            return 0;
        }
        let standing = |wanted| ways.iter().position(|way| way.standing() == wanted);
        let best = match &step.expect {
            _ if step.wants_acceptance() => standing(Standing::Accepted),
            Expectation::Refused(case) => {
                let matched = |way: &Way| self.is_refused_as(index, way, case);
                let matched = ways.iter().position(matched);
                matched.or_else(|| standing(Standing::Refused))
            }
            Expectation::RefusedAnyhow => standing(Standing::Refused),
            Expectation::Accepted | Expectation::Nothing => standing(Standing::Accepted),
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
        let (Some(reading), Some(operation)) = (self.reading(index), self.operation(index)) else {
            return false;
        };
        let usual_key = self
            .step(index)
            .is_some_and(|step| step.key.kind().is_some());
        let about_key = |said: &str| {
            let case = contract::case_of(self.contract, operation, said);
            !usual_key || case.is_some_and(contract::is_about_key)
        };
        let any_will_do = contract::acts_on(operation).is_none();
        let refuses = |answer: &Answer| {
            let said = answer.message.as_deref();
            said.is_some_and(|said| any_will_do || !about_key(said))
        };
        let mut answers = reading.ways.iter().flat_map(|way| &way.answers);
        answers.any(refuses)
    }
}
