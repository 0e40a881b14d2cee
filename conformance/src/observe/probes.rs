//! Additional calls that find out what the service does at gaps. Each repeats a call that should be accepted, but
//! without a key, with the key of another account, or with page parameters. They have no expected outcome.

use std::collections::BTreeSet;

use spec::{Contract, InputPart, InputRef, Operation};

use crate::contract;
use crate::observed::tried_selection;
use crate::scenario::{Expectation, Inputs, KeyChoice, Reference, Scenario, Step, Value};
use crate::suite::{LoadErrors, Suite};

/// The suite with additional calls in the scenarios that run, for the kinds of keys that are available.
pub fn with_probes(
    suite: &Suite,
    running: &BTreeSet<String>,
    keys: &BTreeSet<String>,
) -> Result<Suite, LoadErrors> {
    let contract = &suite.contract;
    let usual = contract::usual_key(contract).unwrap_or_default();
    let needs = suite.scenarios.iter().flat_map(|scenario| &scenario.needs);
    let other = needs.map(|need| &need.account).find(|it| *it != usual && keys.contains(*it));
    let probing = Probing { contract, usual, other: other.map(String::as_str) };
    let mut probes = Vec::new();
    for operation in contract.operations() {
        let scenarios = suite.scenarios.iter().filter(|it| running.contains(&it.id));
        let calls: Vec<_> = scenarios.flat_map(|it| probing.calls(it, operation)).collect();
        probes.extend(probing.without_key(operation, &calls));
        probes.extend(probing.other_account(operation, &calls));
        probes.extend(probing.pages(operation, &calls));
    }
    let scenarios = suite.scenarios.iter().map(|scenario| {
        let mut scenario = scenario.clone();
        let steps = std::mem::take(&mut scenario.steps).into_iter().enumerate();
        let beside = |index: usize, is_before: bool| {
            let own = probes.iter().filter(|probe| probe.scenario == scenario.id);
            let own = own.filter(|probe| (probe.index, probe.is_before) == (index, is_before));
            own.flat_map(|probe| probe.steps.clone()).collect::<Vec<_>>()
        };
        scenario.steps = steps
            .flat_map(|(index, step)| {
                [beside(index, true), vec![step], beside(index, false)].concat()
            })
            .collect();
        scenario
    });
    suite.with_made(scenarios.collect())
}

/// Additional calls beside a step.
struct Probe<'s> {
    scenario: &'s str,
    /// Index of the step.
    index: usize,
    is_before: bool,
    steps: Vec<Step>,
}

struct Probing<'c> {
    contract: &'c Contract,
    usual: &'c str,
    /// The kind of the key of another account.
    other: Option<&'c str>,
}

/// A call of a scenario: the scenario, the index of the step, and the step.
type Call<'s> = (&'s Scenario, usize, &'s Step);

impl Probing<'_> {
    /// The calls of the operation that a correct service accepts, those of short scenarios first.
    fn calls<'s>(
        &self,
        scenario: &'s Scenario,
        operation: &Operation,
    ) -> impl Iterator<Item = Call<'s>> {
        let is_usable = |step: &Step| {
            step.call == operation.id
                && step.expect == Expectation::Accepted
                && step.key.kind() == Some(self.usual)
                && step.at_once == 1
                && step.alternatives.is_empty()
                && !step.may_be_refused
        };
        let steps = scenario.steps.iter().enumerate();
        let usable: Vec<_> = steps.filter(|(_, step)| is_usable(step)).collect();
        usable.into_iter().map(move |(index, step)| (scenario, index, step))
    }

    fn without_key<'s>(&self, operation: &Operation, calls: &[Call<'s>]) -> Option<Probe<'s>> {
        let gap = operation.key_required.gap().filter(|_| keeps_records(operation))?;
        let (scenario, index, step) = shortest(calls.iter().copied())?;
        let probe = Step { key: KeyChoice::Absent, ..probe(step, step.inputs.clone(), gap) };
        Some(Probe { scenario: &scenario.id, index, is_before: true, steps: vec![probe] })
    }

    /// A write is sent before the write of the scenario, and makes the same change to the same record. If the service
    /// gives access to the records of all accounts, nothing else is changed.
    fn other_account<'s>(&self, operation: &Operation, calls: &[Call<'s>]) -> Option<Probe<'s>> {
        let gap = operation.scope.as_ref()?.gap().filter(|_| keeps_records(operation))?;
        let other = self.other?;
        let is_fitting = |(scenario, _, step): &Call<'_>| match operation.lists {
            Some(_) => !has_query(step),
            None => names_fixture(scenario, operation, step, self.usual),
        };
        let (scenario, index, step) = shortest(calls.iter().copied().filter(is_fitting))?;
        let key = KeyChoice::Kind(other.to_owned());
        let probe = Step { key, ..probe(step, step.inputs.clone(), gap) };
        let is_before = !operation.method.is_safe();
        Some(Probe { scenario: &scenario.id, index, is_before, steps: vec![probe] })
    }

    /// Requests two pages of one item each, after the same list without page parameters.
    fn pages<'s>(&self, operation: &Operation, calls: &[Call<'s>]) -> Option<Probe<'s>> {
        let paging = operation.paging.as_ref()?;
        let selection = paging.stated().and_then(|paging| paging.selection.gap());
        let gap = selection.or(paging.gap())?;
        let is_fitting = |(_, _, step): &Call<'_>| !has_query(step) && !step.all_pages;
        let (scenario, index, step) = shortest(calls.iter().copied().filter(is_fitting))?;
        let (page, size) = tried_selection(self.contract);
        let steps = ["1", "2"].map(|number| {
            let mut inputs = step.inputs.clone();
            for (name, value) in [(&page, number), (&size, "1")] {
                let value = Value::Json(crate::json::Json::Text(value.to_owned()));
                inputs.set.insert(InputRef::new(InputPart::Query, name), value);
            }
            probe(step, inputs, gap)
        });
        Some(Probe { scenario: &scenario.id, index, is_before: false, steps: steps.into() })
    }
}

/// Whether the call of the scenario has the same effect after an accepted probe. A creation would create a second
/// record. A call for a record that was removed or is in another state may be refused.
fn keeps_records(operation: &Operation) -> bool {
    operation.creates.is_none() && operation.removes.is_none() && operation.transitions.is_empty()
}

/// The call of the scenario with the fewest steps.
fn shortest<'s>(calls: impl Iterator<Item = Call<'s>>) -> Option<Call<'s>> {
    calls.min_by_key(|(scenario, ..)| (scenario.depth, scenario.steps.len()))
}

/// The call with other inputs, and without an expected outcome.
fn probe(step: &Step, inputs: Inputs, gap: &str) -> Step {
    Step {
        call: step.call.clone(),
        inputs,
        key: step.key.clone(),
        at_once: 1,
        expect: Expectation::Nothing,
        observes_gap: Some(gap.to_owned()),
        span: step.span,
        ..Step::default()
    }
}

fn has_query(step: &Step) -> bool {
    let mut inputs = step.inputs.set.keys();
    inputs.any(|input| input.part == InputPart::Query)
}

/// Whether the call is for a fixture of the usual account.
fn names_fixture(scenario: &Scenario, operation: &Operation, step: &Step, usual: &str) -> bool {
    let Some((at, _)) = contract::target_input(operation) else { return false };
    let value = step.inputs.set.get(&at);
    value.into_iter().flat_map(Value::references).any(|reference| match reference {
        Reference::Fixture { need, fact, .. } => {
            let mut needs = scenario.needs.iter();
            fact == "id" && needs.any(|known| known.name == *need && known.account == usual)
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use spec::Slot;

    use super::*;
    use crate::depth::Depth;
    use crate::suite;

    #[test]
    fn probes_keep_the_records_of_their_scenarios() {
        let suite = suite::embedded(Depth::Quick).unwrap();
        let running = suite.scenarios.iter().map(|scenario| scenario.id.clone()).collect();
        let keys = contract::key_kinds(&suite.contract).into_iter().map(str::to_owned).collect();
        let probed = with_probes(&suite, &running, &keys).unwrap();
        let steps = probed.scenarios.iter().flat_map(|scenario| &scenario.steps);
        for step in steps.filter(|step| step.observes_gap.is_some()) {
            let operation = probed.contract.operation(&step.call).unwrap();
            let scope = operation.scope.as_ref().and_then(Slot::gap);
            if [operation.key_required.gap(), scope].contains(&step.observes_gap.as_deref()) {
                assert!(keeps_records(operation), "{}", step.call);
            }
        }
    }
}
