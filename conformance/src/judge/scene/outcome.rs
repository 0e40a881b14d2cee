//! How the steps of a scene came out: worked out once, and asked for by every judge.

use spec::Operation;

use super::{Scene, Way};
use crate::contract;
use crate::judge::answer::{Answer, Standing};
use crate::reason::Reason;
use crate::scenario::Expectation;

/// How a step came out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    acceptance: Acceptance,
    refusal: Refusal,
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

impl Scene<'_> {
    /// Works out how each step came out. What comes later looks at what was found before.
    pub(super) fn settle(&mut self) {
        for index in 0..self.readings.len() {
            let counts = self.best_way(index);
            if let Some(reading) = self.readings.get_mut(index) {
                reading.counts = counts;
            }
        }
        let outcomes = (0..self.readings.len()).map(|index| Outcome {
            acceptance: self.find_acceptance(index),
            refusal: self.find_refusal(index),
        });
        self.outcomes = outcomes.collect();
    }

    pub(in crate::judge) fn acceptance(&self, index: usize) -> Acceptance {
        let nothing = Acceptance::Nothing(Reason::NoCapture);
        self.outcomes.get(index).map_or(nothing, |it| it.acceptance)
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
        let nothing = Refusal::Nothing(Reason::NoCapture);
        self.outcomes.get(index).map_or(nothing, |it| it.refusal)
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
        self.calls(operation).any(|index| {
            let Some(reading) = self.reading(index) else {
                return false;
            };
            let refused = |answer: &Answer| answer.message.is_some();
            let refused = reading
                .ways
                .iter()
                .any(|way| way.answers.iter().any(refused));
            refused || self.shows_something(index)
        })
    }
}
