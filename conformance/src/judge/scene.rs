//! A scenario and what was answered, step by step, before anything is judged.

mod known;
mod way;

use std::collections::BTreeMap;

use spec::{Contract, Operation, ValueSource};

use crate::contract;
use crate::exchange::{Play, StepPlay, Values};
use crate::reason::Reason;
use crate::scenario::{Expectation, Scenario, Step};

use super::answer::{Answer, Standing};
use super::message;

pub(super) use way::Way;

/// A play, read.
pub(super) struct Scene<'a> {
    pub(super) contract: &'a Contract,
    pub(super) scenario: &'a Scenario,
    /// What the target told of fixtures: by name of the need, then by fact.
    pub(super) fixtures: &'a BTreeMap<String, BTreeMap<String, String>>,
    /// Whether no earlier run can have used them up.
    pub(super) fresh_fixtures: bool,
    readings: Vec<Reading<'a>>,
    /// What is asked of each step again and again, worked out once.
    outcomes: Vec<Outcome>,
}

/// How a step came out.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    acceptance: Acceptance,
    refusal: Refusal,
}

/// A step, read.
pub(super) struct Reading<'a> {
    pub(super) ways: Vec<Way>,
    pub(super) values: &'a Values,
    /// The index of the way that counts.
    counts: usize,
}

/// How the acceptance of a call stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Acceptance {
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
pub(super) enum Refusal {
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
    pub(super) fn new(contract: &'a Contract, scenario: &'a Scenario, play: &'a Play) -> Self {
        let pairs = scenario.steps.iter().zip(&play.steps);
        let readings = pairs
            .map(|(step, play)| read_step(contract, step, play))
            .collect();
        let mut scene = Self {
            contract,
            scenario,
            fixtures: &play.fixtures,
            fresh_fixtures: play.fresh_fixtures,
            readings,
            outcomes: Vec::new(),
        };
        scene.settle();
        scene
    }

    /// Works out how each step came out. What comes later looks at what was found before.
    fn settle(&mut self) {
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

    pub(super) fn step(&self, index: usize) -> Option<&'a Step> {
        self.scenario.steps.get(index)
    }

    pub(super) fn reading(&self, index: usize) -> Option<&Reading<'a>> {
        self.readings.get(index)
    }

    pub(super) fn operation(&self, index: usize) -> Option<&'a Operation> {
        self.contract.operation(&self.step(index)?.call)
    }

    /// Indexes of the steps that call the operation.
    pub(super) fn calls<'s>(&'s self, operation: &'s str) -> impl Iterator<Item = usize> + 's {
        let steps = self
            .scenario
            .steps
            .iter()
            .enumerate()
            .take(self.readings.len());
        steps
            .filter(move |(_, step)| step.call == operation)
            .map(|(index, _)| index)
    }

    /// The way of a step that counts: of several, the one that does best what is expected.
    pub(super) fn way(&self, index: usize) -> Option<&Way> {
        let reading = self.reading(index)?;
        reading.ways.get(reading.counts)
    }

    fn best_way(&self, index: usize) -> usize {
        let (Some(reading), Some(step)) = (self.reading(index), self.step(index)) else {
            return 0;
        };
        let ways = reading.ways.as_slice();
        // Where there is one way only, it counts.
        if ways.len() < 2 {
            return 0;
        }
        let standing = |wanted| ways.iter().position(|way| way.standing() == wanted);
        let best = match &step.expect {
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

    pub(super) fn acceptance(&self, index: usize) -> Acceptance {
        let nothing = Acceptance::Nothing(Reason::NoCapture);
        self.outcomes.get(index).map_or(nothing, |it| it.acceptance)
    }

    fn find_acceptance(&self, index: usize) -> Acceptance {
        let (Some(way), Some(operation)) = (self.way(index), self.operation(index)) else {
            return Acceptance::Nothing(Reason::NoCapture);
        };
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

    /// Whether an answer of the step shows a value that its own request did not say.
    pub(super) fn shows_something(&self, index: usize) -> bool {
        let (Some(reading), Some(way)) = (self.reading(index), self.way(index)) else {
            return false;
        };
        let order = reading.values.order.iter().map(|(value, _)| value);
        let mut wanted = reading.values.shows.iter().chain(order);
        way.standing() == Standing::Accepted
            && wanted.any(|value| {
                let said = way.sent.iter().any(|(_, sent)| sent.holds_text(value));
                !said && way.holds(value)
            })
    }

    pub(super) fn refusal(&self, index: usize) -> Refusal {
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

    /// Whether the step came out as its file expects.
    pub(super) fn is_met(&self, index: usize) -> bool {
        match self.step(index).map(|step| &step.expect) {
            Some(Expectation::Accepted) => self.acceptance(index) == Acceptance::Shown,
            Some(Expectation::Refused(_)) => self.refusal(index) == Refusal::Matched,
            Some(Expectation::RefusedAnyhow) => {
                matches!(self.refusal(index), Refusal::Matched | Refusal::Other)
            }
            Some(Expectation::Nothing) => true,
            None => false,
        }
    }

    /// Whether the step was answered with the message of a case.
    pub(super) fn is_answered_as(&self, index: usize, case: &str) -> bool {
        self.way(index)
            .is_some_and(|way| self.is_refused_as(index, way, case))
    }

    fn is_refused_as(&self, index: usize, way: &Way, case: &str) -> bool {
        let Some(operation) = self.operation(index) else {
            return false;
        };
        let Some(case) = self.contract.error_case(operation, case) else {
            return false;
        };
        let Some(answer) = way.answers.first() else {
            return false;
        };
        let said = answer.message.as_deref();
        let known = |sources: &[ValueSource]| self.known_values(sources, way, index);
        said.is_some_and(|said| message::is_of(case, said, &known))
    }
}

fn read_step<'a>(contract: &Contract, step: &Step, play: &'a StepPlay) -> Reading<'a> {
    let ways = match contract.operation(&step.call) {
        Some(operation) => play
            .ways
            .iter()
            .filter_map(|way| Way::read(contract, operation, way))
            .collect(),
        None => Vec::new(),
    };
    Reading {
        ways,
        values: &play.values,
        counts: 0,
    }
}
