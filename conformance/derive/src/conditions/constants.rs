//! Constants and times that a success gives to members: a read shows them after the call. Before it, another call gives the
//! member another constant, where the contract has such a call; a time is compared with that of a read before the call.

use conformance_model::json::Json;
use conformance_model::scenario::{ClauseRef, Step};
use spec::{ClauseKind, Contract, Given, InputCondition, InputPart, MemberConstant, Operation};

use crate::call::create;
use crate::reading::Reading;
use crate::scenario::Draft;
use crate::subject::Subject;

/// One scenario for each condition of the constants that an operation gives to a record in its path.
pub(super) fn scenarios(contract: &Contract, operation: &Operation) -> Vec<Draft> {
    let mut conditions: Vec<&[InputCondition]> = Vec::new();
    for constant in &operation.constants {
        if !conditions.contains(&constant.when.as_slice()) {
            conditions.push(&constant.when);
        }
    }
    let scenarios = conditions.into_iter().enumerate();
    scenarios.filter_map(|(index, when)| scenario(contract, operation, when, index)).collect()
}

fn scenario(
    contract: &Contract,
    operation: &Operation,
    when: &[InputCondition],
    index: usize,
) -> Option<Draft> {
    let [parameter] = operation.path_parameters.as_slice() else { return None };
    let name = &parameter.record;
    let constants = operation.constants.iter();
    let constants: Vec<_> = constants.filter(|it| it.when == when && it.record == *name).collect();
    let first = constants.first()?;
    let mut subject = Subject::create(contract, name, "it", &[])?;
    // The state in which the call moves the record.
    let is_trigger = |it: &spec::TransitionTrigger| {
        let mut conditions = when.iter();
        conditions.any(|when| {
            let value = when.value.as_ref().map(|value| &value.value);
            when.input == it.input && value == Some(&it.value.value)
        })
    };
    let transition = operation.transitions.iter().find(|transition| {
        transition.record == *name && transition.trigger.as_ref().is_none_or(is_trigger)
    });
    if let Some(from) = transition.and_then(|it| it.from.as_ref()?.first()) {
        subject = subject.in_state(contract, contract.record(name)?, from)?;
    }
    let identifier = subject.accepted_by(&parameter.identifiers)?.to_owned();
    let title = "A success gives members their values, and a read shows them";
    let what = if index == 0 { "constants".to_owned() } else { format!("constants_{}", index + 1) };
    let draft = Draft::new(operation, &what, title).obtain(&subject);
    let other = other(contract, operation, first, &subject);
    let step = Step::call(&operation.id).path(&parameter.name, identifier);
    let step = when.iter().try_fold(step, |step, when| with_condition(operation, step, when))?;
    let is_time = |constant: &&MemberConstant| constant.value == Given::CallTime;
    let step = if constants.iter().any(is_time) { step.after_a_second() } else { step };
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (index, reading) in Reading::single(contract, name, &subject).iter().enumerate() {
        let known = format!("before_{}", index + 1);
        let compared: Vec<_> = constants
            .iter()
            .filter_map(|constant| read(contract, operation, reading, constant, &known))
            .collect();
        if !compared.is_empty() && constants.iter().any(is_time) {
            before.push(reading.step.clone().named(&known));
        }
        after.extend(compared);
    }
    if after.is_empty() {
        return None;
    }
    let draft = draft.steps(other).steps(before);
    let draft = create(contract, operation, draft, "done", step.named("done"));
    Some(draft.steps(after))
}

/// A call whose request meets the condition as well.
fn with_condition(operation: &Operation, step: Step, when: &InputCondition) -> Option<Step> {
    let (part, name) = (when.input.part, &when.input.name);
    match &when.value {
        Some(value) => Some(step.input(part, name, value.value.as_str())),
        None => {
            let is_required = match part {
                InputPart::Body => operation.body_field(name)?.required,
                InputPart::Query => operation.query_parameter(name)?.required,
                InputPart::Path | InputPart::Header => true,
            };
            (!is_required).then_some(step)
        }
    }
}

/// A read that shows the value. `before` is the name of the same read before the call.
fn read(
    contract: &Contract,
    operation: &Operation,
    reading: &Reading,
    constant: &MemberConstant,
    before: &str,
) -> Option<Step> {
    let place = reading.member(contract, &constant.field)?;
    let step = reading.step.clone();
    let step = match &constant.value {
        Given::Value(value) => step.equals(&place, Json::from(value)),
        Given::CallTime => {
            step.differs(&place, format!("{{{before}.response.{place}}}")).near(&place, "{ago 0s}")
        }
    };
    let (record, field) = (constant.record.clone(), constant.field.clone());
    Some(step.proves([ClauseRef::new(operation, ClauseKind::Effect { record, field })]))
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
        let is_constant = |it: &MemberConstant| matches!(it.value, Given::Value(_));
        let is_other =
            given.any(|it| it.when.is_empty() && is_constant(it) && it.value != constant.value);
        let is_free = other.body.iter().all(|field| !field.required);
        let identifier = subject.accepted_by(&parameter.identifiers)?;
        (is_other && is_free && parameter.record == constant.record)
            .then(|| Step::call(&other.id).path(&parameter.name, identifier))
    })
}
