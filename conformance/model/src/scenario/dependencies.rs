//! The earlier calls of a scenario that a step rests on: without them, its request or a correct response is another one.

use std::collections::BTreeSet;

use spec::{Contract, InputPart, Operation};

use super::{Reference, Scenario, Step};
use crate::contract;

/// What a scenario has a name for: a fixture, or the record of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Named<'a> {
    Need(&'a str),
    Step(usize),
}

/// The steps of a scenario, as they rest on each other.
pub struct Dependencies<'a> {
    contract: &'a Contract,
    scenario: &'a Scenario,
}

impl<'a> Dependencies<'a> {
    pub fn new(contract: &'a Contract, scenario: &'a Scenario) -> Self {
        Self { contract, scenario }
    }

    /// Whether a step rests on an earlier one: it uses what that was answered or sent, or that one writes and both are
    /// about the same record, or about records of the same type. A write is not sent without what `finally` restores.
    pub fn rests_on(&self, step: usize, earlier: usize) -> bool {
        if earlier >= step {
            return false;
        }
        let (own, others) = (self.named(step), self.named(earlier));
        let (Some(own_call), Some(other_call)) = (self.operation(step), self.operation(earlier))
        else {
            return false;
        };
        own.contains(&Named::Step(earlier))
            || !own_call.method.is_safe() && self.is_to_be_restored(earlier)
            || !other_call.method.is_safe()
                && (own_call.id == other_call.id
                    || !own.is_disjoint(&others)
                    || !self.record_types(step, own_call).is_disjoint(&changed_types(other_call)))
    }

    /// Whether a step uses what an earlier one was answered or sent, itself or through another step.
    pub fn uses(&self, step: usize, earlier: usize) -> bool {
        earlier != step && self.named(step).contains(&Named::Step(earlier))
    }

    /// The ids of the operations whose calls a step rests on.
    pub fn operations(&self, step: usize) -> BTreeSet<&'a str> {
        let earlier = (0..step).filter(|earlier| self.rests_on(step, *earlier));
        earlier.filter_map(|earlier| Some(self.operation(earlier)?.id.as_str())).collect()
    }

    /// The names of the needs that a step, or a step that it names, uses.
    pub fn needs(&self, step: usize) -> impl Iterator<Item = &'a str> + use<'a> {
        self.named(step).into_iter().filter_map(|named| match named {
            Named::Need(need) => Some(need),
            Named::Step(_) => None,
        })
    }

    /// Whether `finally` restores what a step read.
    fn is_to_be_restored(&self, read: usize) -> bool {
        let mut values = self.scenario.finally.iter().flat_map(Step::references);
        self.operation(read).is_some_and(|operation| operation.method.is_safe())
            && values.any(|value| match value {
                Reference::Response { step, .. } => self.scenario.step(step) == Some(read),
                _ => false,
            })
    }

    fn step(&self, index: usize) -> Option<&'a Step> {
        self.scenario.steps.get(index)
    }

    fn operation(&self, index: usize) -> Option<&'a Operation> {
        self.contract.operation(&self.step(index)?.call)
    }

    /// The step itself, all that it names, and what the named steps name.
    fn named(&self, step: usize) -> BTreeSet<Named<'a>> {
        let mut named = BTreeSet::new();
        let mut open = vec![step];
        while let Some(index) = open.pop() {
            let Some(step) = self.step(index).filter(|_| named.insert(Named::Step(index))) else {
                continue;
            };
            for name in step.names() {
                match self.scenario.step(name) {
                    Some(earlier) => open.push(earlier),
                    None => {
                        named.insert(Named::Need(name));
                    }
                }
            }
        }
        named
    }

    /// The types of the records that a step is about: those that it lists, creates or changes, and those that its request
    /// identifies.
    fn record_types(&self, step: usize, operation: &'a Operation) -> BTreeSet<&'a str> {
        let mut types = changed_types(operation);
        types.extend(operation.lists.as_deref());
        types.extend(operation.path_parameters.iter().map(|parameter| parameter.record.as_str()));
        let sent = self.step(step).into_iter().flat_map(|step| step.forms());
        let sent = sent.flat_map(|inputs| inputs.set.keys());
        let sent = sent.filter(|input| input.part == InputPart::Body);
        types.extend(sent.filter_map(|input| contract::addressed_record(operation, input)));
        types
    }
}

/// The types of the records that an accepted call creates, changes or removes.
fn changed_types(operation: &Operation) -> BTreeSet<&str> {
    let moved = operation.transitions.iter().map(|transition| transition.record.as_str());
    let types = [operation.creates.as_deref(), operation.removes.as_deref()];
    types.into_iter().flatten().chain(contract::changed_record(operation)).chain(moved).collect()
}
