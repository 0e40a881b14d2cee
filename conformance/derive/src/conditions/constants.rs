//! Constants that a success gives to members: a read shows them after the call. Before it, another call gives the member
//! another constant, where the contract has such a call.

use conformance_model::json::Json;
use conformance_model::scenario::{ClauseRef, Step};
use spec::{ClauseKind, Contract, MemberConstant, Operation, TransitionTrigger};

use crate::reading::Reading;
use crate::scenario::Draft;
use crate::subject::Subject;

/// One scenario for each condition of the constants that an operation gives to a record in its path.
pub(super) fn scenarios(contract: &Contract, operation: &Operation) -> Vec<Draft> {
    let mut conditions: Vec<Option<&TransitionTrigger>> = Vec::new();
    for constant in &operation.constants {
        if !conditions.contains(&constant.when.as_ref()) {
            conditions.push(constant.when.as_ref());
        }
    }
    let scenarios = conditions.into_iter().enumerate();
    scenarios.filter_map(|(index, when)| scenario(contract, operation, when, index)).collect()
}

fn scenario(
    contract: &Contract,
    operation: &Operation,
    when: Option<&TransitionTrigger>,
    index: usize,
) -> Option<Draft> {
    let [parameter] = operation.path_parameters.as_slice() else { return None };
    let name = &parameter.record;
    let constants = operation.constants.iter();
    let constants: Vec<_> =
        constants.filter(|it| it.when.as_ref() == when && it.record == *name).collect();
    let first = constants.first()?;
    let record = contract.record(name)?;
    let mut subject = Subject::create(contract, name, "it", &[])?;
    // The state in which the call moves the record.
    let transition =
        operation.transitions.iter().find(|it| it.trigger.as_ref().map(same) == when.map(same));
    if let Some(from) = transition.and_then(|it| it.from.as_ref()?.first()) {
        subject = subject.in_state(contract, record, from)?;
    }
    let identifier = subject.accepted_by(&parameter.identifiers)?.to_owned();
    let title = "A success gives members their constants, and a read shows them";
    let what = if index == 0 { "constants".to_owned() } else { format!("constants_{}", index + 1) };
    let draft = Draft::new(operation, &what, title).obtain(&subject);
    let before = other(contract, operation, first, &subject);
    let step = Step::call(&operation.id).path(&parameter.name, identifier);
    let step = match when {
        Some(when) => step.input(when.input.part, &when.input.name, when.value.value.as_str()),
        None => step,
    };
    let readings = Reading::single(contract, name, &subject);
    let reads = readings.iter().flat_map(|reading| {
        constants.iter().filter_map(|constant| {
            let place = reading.member(contract, &constant.field)?;
            let value = Json::parse(constant.value.to_string().as_bytes())?;
            let (record, field) = (constant.record.clone(), constant.field.clone());
            let clause = ClauseRef::new(operation, ClauseKind::Effect { record, field });
            Some(reading.step.clone().equals(&place, value).proves([clause]))
        })
    });
    let reads: Vec<_> = reads.collect();
    (!reads.is_empty()).then(|| draft.steps(before).step(step).steps(reads))
}

fn same(trigger: &TransitionTrigger) -> (&spec::InputRef, &str) {
    (&trigger.input, &trigger.value.value)
}

/// A call that gives the member another constant.
fn other(
    contract: &Contract,
    operation: &Operation,
    constant: &MemberConstant,
    subject: &Subject,
) -> Option<Step> {
    let mut others =
        contract.operations().filter(|it| it.id != operation.id && it.transitions.is_empty());
    others.find_map(|other| {
        let [parameter] = other.path_parameters.as_slice() else { return None };
        let mut given = other.constants_of(&constant.record, &constant.field);
        let is_other = given.any(|it| it.when.is_none() && it.value != constant.value);
        let is_free = other.body.iter().all(|field| !field.required);
        let identifier = subject.accepted_by(&parameter.identifiers)?;
        (is_other && is_free && parameter.record == constant.record)
            .then(|| Step::call(&other.id).path(&parameter.name, identifier))
    })
}
