//! A valid call of an operation, and the records that it needs.

use heck::ToSnakeCase;
use spec::{
    Condition, Contract, Identifier, InputField, InputPart, Operation, PathParameter, Transition,
};

use super::lifecycle::starts_in;
use super::scenario::Draft;
use super::subject::Subject;
use super::updates::samples;
use conformance_model::scenario::{Step, Value};
use conformance_model::values::{bounds, example, has_known_inputs, takes_words};

/// An identifier without a record, of a kind that an input accepts.
pub(crate) fn unknown(kinds: &[Identifier]) -> String {
    let kind = Identifier::own(kinds).unwrap_or(Identifier::Email);
    format!("{{unknown {}}}", kind.name())
}

/// A valid call that the steps of a scenario vary.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// What the scenario obtains first.
    pub(crate) subjects: Vec<Subject>,
    /// The call with its path and the records of its body. Required members besides those are the minimal ones.
    pub(crate) step: Step,
}

impl Call {
    /// A call of the operation; the names of its records end in `suffix`. `None` if a scenario cannot obtain what the call
    /// needs, or the contract does not show a valid value of a required member.
    pub(crate) fn new(contract: &Contract, operation: &Operation, suffix: &str) -> Option<Self> {
        if operation.body.iter().any(|field| field.required && field.several)
            || !has_known_inputs(contract, operation)
        {
            return None;
        }
        let mut call = match operation.path_parameters.as_slice() {
            [] => Self { subjects: Vec::new(), step: Step::call(&operation.id) },
            [parameter] => {
                let name = format!("{}{suffix}", parameter.record.to_snake_case());
                let subject = Subject::shared(contract, &parameter.record, &name)?;
                let subject = subject.ready_for(contract, operation);
                let identifier = subject.accepted_by(&parameter.identifiers)?.to_owned();
                let step = Step::call(&operation.id).path(&parameter.name, identifier);
                Self { subjects: vec![subject], step }
            }
            [_, _] => Self::of_linked_records(contract, operation, suffix)?,
            _ => return None,
        };
        for field in operation.body_fields().filter(|field| operation.always_has(field)) {
            call.name(contract, field, suffix)?;
        }
        Some(call)
    }

    /// Names a record by an input that identifies one.
    fn name(&mut self, contract: &Contract, field: &InputField, suffix: &str) -> Option<()> {
        if let Some(record) = &field.record {
            let name = format!("{}{suffix}", record.to_snake_case());
            let subject = Subject::shared(contract, record, &name)?;
            let identifier = subject.accepted_by(&field.identifiers)?.to_owned();
            self.step = self.step.clone().body(&field.wire, identifier);
            self.subjects.push(subject);
        }
        Some(())
    }

    /// The call with the optional objects around a member, each with what it needs.
    pub(crate) fn with_objects_around(
        &self,
        contract: &Contract,
        operation: &Operation,
        field: &InputField,
    ) -> Option<Self> {
        let is_around =
            |object: &&InputField| field.is_within(object) && !operation.always_has(object);
        match operation.body_fields().find(is_around) {
            Some(object) => self.with_object(contract, operation, object, ""),
            None => Some(self.clone()),
        }
    }

    /// The call with an object of the body that has the members it needs. The names of its records end in `suffix`.
    pub(crate) fn with_object(
        &self,
        contract: &Contract,
        operation: &Operation,
        object: &InputField,
        suffix: &str,
    ) -> Option<Self> {
        let mut call = self.clone();
        for field in operation.body_fields().filter(|field| field.is_within(object)) {
            let mut between = operation.body_fields();
            let is_needed = field.required
                && between.all(|it| !(field.is_within(it) && it.is_within(object)) || it.required);
            if !is_needed {
                continue;
            }
            if field.record.is_some() {
                let name = field.name.replace('.', "_");
                call.name(contract, field, &format!("_as_{name}{suffix}"))?;
            } else if let Some(value) = samples(field).into_iter().next() {
                call.step = call.step.body(&field.wire, value);
            }
        }
        Some(call)
    }

    /// A call whose path names two records. A creation with one of them in its path and the other in its body links them
    /// first: the document need not say what is answered for two records that have nothing to do with each other.
    fn of_linked_records(contract: &Contract, operation: &Operation, suffix: &str) -> Option<Self> {
        let [owner, member] = operation.path_parameters.as_slice() else {
            return None;
        };
        let link = contract.operations().find(|link| {
            let names_owner =
                matches!(link.path_parameters.as_slice(), [one] if one.record == owner.record);
            let names_member = link
                .body
                .iter()
                .any(|field| field.required && field.record.as_ref() == Some(&member.record));
            link.creates.is_some() && names_owner && names_member
        })?;
        let Self { mut subjects, step } = Self::new(contract, link, suffix)?;
        let name = format!("link{suffix}");
        let owner_input = &link.path_parameters.first()?.name;
        let member_input = link.body.iter().find(|field| field.record.is_some())?;
        subjects.push(Subject::created_by(contract, link, &name, step.named(&name)));
        let reference =
            |part: InputPart, input: &str| format!("{{{name}.{}.{input}}}", part.name());
        let step = Step::call(&operation.id)
            .path(&owner.name, reference(InputPart::Path, owner_input))
            .path(&member.name, reference(InputPart::Body, &member_input.wire));
        Some(Self { subjects, step })
    }
}

/// Whether the record of a call is in a state from which the transition starts.
fn may_start(contract: &Contract, call: &Call, transition: &Transition) -> bool {
    let lifecycle = contract.record(&transition.record).and_then(|it| it.lifecycle.as_ref());
    let initial = lifecycle.and_then(|lifecycle| lifecycle.initial.stated());
    let moved = call.subjects.iter().find_map(|subject| subject.state.as_ref());
    let state = moved.or(initial);
    transition.from.is_none() || state.is_some_and(|state| transition.starts_in(state))
}

/// The call as it is. It may be refused if it moves a record that the scenario creates, and the document does not show that
/// the record is in a state from which it can be moved.
pub(crate) fn attempted(contract: &Contract, operation: &Operation, call: &Call) -> Step {
    let is_created = call.subjects.iter().all(|subject| !subject.steps.is_empty());
    let mut transitions = operation.transitions.iter();
    let is_open = is_created && !operation.transitions.is_empty();
    let may_start = transitions.any(|transition| may_start(contract, call, transition));
    let step = call.step.clone();
    if is_open && !may_start { step.may_be_refused() } else { step }
}

/// A call that the document says is accepted. It moves a record out of the state that it has, or changes a member.
/// Returns `None` if the document defines no such call, or if the call would change a fixture.
pub(crate) fn accepted(contract: &Contract, operation: &Operation, call: &Call) -> Option<Step> {
    let step = call.step.clone();
    let changes = !operation.method.is_safe() && operation.creates.is_none();
    if changes && call.subjects.iter().any(|subject| subject.steps.is_empty()) {
        return None;
    }
    if !operation.transitions.is_empty() {
        let starts_here = |transition: &&Transition| {
            // The document may not say whether a record can be moved to the state that it already has.
            let is_there = contract.record(&transition.record).zip(transition.to.stated());
            let is_there = is_there.is_none_or(|(record, to)| starts_in(contract, record, to));
            !is_there && transition.except.is_none() && may_start(contract, call, transition)
        };
        let transition = operation.transitions.iter().find(starts_here)?;
        return Some(match &transition.trigger {
            Some(trigger) => {
                let input = &trigger.input;
                step.input(input.part, &input.name, trigger.value.value.as_str())
            }
            None => step,
        });
    }
    if operation.updates.is_none() || operation.body.iter().any(|field| field.required) {
        return Some(step);
    }
    let (field, value) = changed_members(operation).next()?;
    Some(step.body(&field.wire, value))
}

/// The members of the body that name no record, each with a value that is accepted.
pub(crate) fn changed_members(operation: &Operation) -> impl Iterator<Item = (&InputField, Value)> {
    operation.body.iter().filter(|field| field.record.is_none()).filter_map(|field| {
        let text = || takes_words(field).then(|| Value::from("Changed {unique}"));
        let example = || example(&field.constraints).map(Value::Json);
        let bound = || bounds(&field.ty, &field.constraints).into_iter().next();
        let value = text().or_else(|| bound().filter(|_| field.values_open.is_none()));
        let value = value.or_else(example)?;
        Some((field, value))
    })
}

/// A call for a record that does not exist. A refusal shows that the response depends on the record.
pub(crate) fn for_unknown(operation: &Operation, parameter: &PathParameter) -> Step {
    let identifier = unknown(&parameter.identifiers);
    Step::call(&operation.id).path(&parameter.name, identifier).no_expectation()
}

/// Makes the call, and removes what it creates if an operation does.
pub(crate) fn create(
    contract: &Contract,
    operation: &Operation,
    scenario: Draft,
    name: &str,
    step: Step,
) -> Draft {
    let created = Subject::created_by(contract, operation, name, step.clone().named(name));
    let is_removed = operation.creates.is_some() && !created.finally.is_empty();
    if is_removed { scenario.obtain(&created) } else { scenario.step(step) }
}

/// Whether the call can be made several times with the same records.
pub(crate) fn is_repeatable(operation: &Operation) -> bool {
    let changes_state = operation.transitions.iter().any(|transition| transition.trigger.is_none());
    let refuses_repetition =
        operation.errors.iter().any(|case| case.when.stated() == Some(&Condition::Repeated));
    operation.removes.is_none() && !changes_state && !refuses_repetition
}

/// An operation that shows one record, by its only path parameter, and the name of that parameter.
pub(crate) fn reader<'c>(contract: &'c Contract, record: &str) -> Option<(&'c Operation, &'c str)> {
    contract.operations().find_map(|operation| match operation.path_parameters.as_slice() {
        [one]
            if operation.method.is_safe() && operation.lists.is_none() && one.record == record =>
        {
            Some((operation, one.name.as_str()))
        }
        _ => None,
    })
}

/// A member of the body that holds free text and moves no record to another state.
pub(crate) fn text_members(operation: &Operation) -> impl Iterator<Item = &InputField> {
    operation.body.iter().filter(|field| {
        takes_words(field) && !operation.is_triggered_by(InputPart::Body, &field.wire)
    })
}
