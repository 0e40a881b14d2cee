//! A scenario and what was answered, step by step, before anything is judged.

mod known;
mod listed;
mod outcome;
mod way;

use std::collections::BTreeMap;

use spec::{Contract, ErrorCase, Operation, ValueSource};

use crate::exchange::{Play, StepPlay, Values};
use crate::scenario::{Expectation, Scenario, Step};
use crate::target::Supplied;

use super::answer::Standing;
use super::facts::RunFacts;
use super::message;
use super::observe::Seen;
use super::things::{self, Things};

use outcome::Outcome;

pub(super) use outcome::{Acceptance, Refusal};
pub(super) use way::Way;

/// What the exchanges of a play say: all that takes long to find out, and that needs no other play.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readings {
    /// The ways of each step.
    ways: Vec<Vec<Way>>,
    /// How each step came out.
    outcomes: Vec<Outcome>,
    /// What the play shows for the whole run.
    pub(super) facts: RunFacts,
    /// What was seen where the contract is silent.
    pub(super) seen: Seen,
    /// The things that each step looked at.
    things: Vec<Things>,
}

impl Readings {
    /// Reads a play of a scenario.
    pub(crate) fn of(contract: &Contract, scenario: &Scenario, play: &Play) -> Self {
        let pairs = scenario.steps.iter().zip(&play.steps);
        let ways = pairs.map(|(step, play)| read_step(contract, step, play));
        let read = Self {
            ways: ways.collect(),
            ..Self::default()
        };
        let scene = Scene::settled(contract, scenario, play, &read);
        Self {
            facts: RunFacts::of(&scene),
            seen: Seen::of(&scene),
            things: (0..scene.readings.len())
                .map(|index| things::of(&scene, index))
                .collect(),
            outcomes: scene.outcomes,
            ways: read.ways,
        }
    }
}

fn read_step(contract: &Contract, step: &Step, play: &StepPlay) -> Vec<Way> {
    let Some(operation) = contract.operation(&step.call) else {
        return Vec::new();
    };
    let read = |way| Way::read(contract, operation, way);
    play.ways.iter().filter_map(read).collect()
}

/// A play, read.
pub(super) struct Scene<'a> {
    pub(super) contract: &'a Contract,
    pub(super) scenario: &'a Scenario,
    /// By name of the need.
    pub(super) fixtures: &'a BTreeMap<String, Supplied>,
    /// Whether no earlier run can have used them up.
    pub(super) fresh_fixtures: bool,
    readings: Vec<Reading<'a>>,
    /// What is asked of each step again and again, worked out once.
    outcomes: Vec<Outcome>,
    things: &'a [Things],
}

/// A step, read.
pub(super) struct Reading<'a> {
    pub(super) operation: Option<&'a Operation>,
    pub(super) ways: &'a [Way],
    pub(super) values: &'a Values,
}

impl<'a> Scene<'a> {
    /// A play whose exchanges were read.
    pub(super) fn new(
        contract: &'a Contract,
        scenario: &'a Scenario,
        play: &'a Play,
        readings: &'a Readings,
    ) -> Self {
        let steps = scenario.steps.iter().zip(&play.steps);
        let steps = steps
            .zip(&readings.ways)
            .map(|((step, play), ways)| Reading {
                operation: contract.operation(&step.call),
                ways,
                values: &play.values,
            });
        Self {
            contract,
            scenario,
            fixtures: &play.fixtures,
            fresh_fixtures: play.fresh_fixtures,
            readings: steps.collect(),
            outcomes: readings.outcomes.clone(),
            things: &readings.things,
        }
    }

    pub(super) fn step(&self, index: usize) -> Option<&'a Step> {
        self.scenario.steps.get(index)
    }

    pub(super) fn reading(&self, index: usize) -> Option<&Reading<'a>> {
        self.readings.get(index)
    }

    /// The things that a step looked at.
    pub(super) fn things(&self, index: usize) -> Things {
        self.things.get(index).cloned().unwrap_or_default()
    }

    pub(super) fn operation(&self, index: usize) -> Option<&'a Operation> {
        self.reading(index)?.operation
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
        let outcome = self.outcomes.get(index)?;
        self.reading(index)?.ways.get(outcome.way)
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

    /// Whether the step came out as its file expects.
    pub(super) fn is_met(&self, index: usize) -> bool {
        let step = self.step(index);
        if step.is_some_and(Step::wants_acceptance) {
            return self.acceptance(index) == Acceptance::Shown;
        }
        match step.map(|step| &step.expect) {
            Some(Expectation::Refused(_)) => self.refusal(index) == Refusal::Matched,
            Some(Expectation::RefusedAnyhow) => {
                matches!(self.refusal(index), Refusal::Matched | Refusal::Other)
            }
            Some(Expectation::Nothing) => true,
            Some(Expectation::Accepted) | None => false,
        }
    }

    /// Whether the step was answered with the message of a case.
    pub(super) fn is_answered_as(&self, index: usize, case: &str) -> bool {
        self.way(index)
            .is_some_and(|way| self.is_refused_as(index, way, case))
    }

    /// Whether one way to make the step was answered with the message of a case, or of one that the document does not tell
    /// from it.
    pub(super) fn is_refused_as(&self, index: usize, way: &Way, case: &str) -> bool {
        let Some(operation) = self.operation(index) else {
            return false;
        };
        let Some(case) = self.contract.error_case(operation, case) else {
            return false;
        };
        let mut cases = self.contract.indistinct(Some(operation), case);
        cases.any(|case| self.is_worded_as(index, way, case))
    }

    /// Whether one way to make the step was answered with the message of this very case.
    pub(super) fn is_worded_as(&self, index: usize, way: &Way, case: &ErrorCase) -> bool {
        let said = way
            .answers
            .first()
            .and_then(|answer| answer.message.as_deref());
        let known = |sources: &[ValueSource]| self.known_values(sources, way, index);
        said.is_some_and(|said| message::is_of(case, said, &known))
    }
}
