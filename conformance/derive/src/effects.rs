//! What a call changes of a record, as the clauses of the contract say.

use conformance_model::scenario::{ClauseRef, Value};
use conformance_model::values::{always_admits, takes_words};
use spec::{ClauseKind, Contract, Format, InputField, InputPart, Operation, Transition, Type};

use super::clause;
use super::lifecycle::starts_in;
use conformance_model::scenario::Step;

/// A change that one call makes.
#[derive(Clone, Debug)]
pub(crate) struct Effect<'c> {
    /// The clause that says it.
    pub(crate) clause: ClauseRef,
    /// The member of the record that changes, if the contract names it.
    pub(crate) member: Option<&'c str>,
    /// The values of the member of the body that makes the change, one call for each; `None`: the call alone makes it.
    pub(crate) input: Option<(&'c str, Vec<Value>)>,
    /// The state afterwards, if the contract names it.
    pub(crate) to: Option<&'c str>,
    /// Whether the document leaves open when the call is refused.
    pub(crate) may_be_refused: bool,
}

impl Effect<'_> {
    /// Whether it changes an address by which the record is identified.
    fn changes_address(&self) -> bool {
        self.member == Some(spec::Identifier::Email.name())
    }

    /// Whether the value that is sent is a text that can be looked for in a response.
    pub(crate) fn is_text(&self) -> bool {
        self.to.is_none()
            && self
                .input
                .as_ref()
                .is_some_and(|(_, values)| values.iter().all(|it| it.text().is_some()))
    }
}

/// The record that the operation changes.
pub(crate) fn changed_record(operation: &Operation) -> Option<&str> {
    let moved = operation.transitions.first().map(|transition| transition.record.as_str());
    let addressed = |record: &&str| {
        operation.path_parameters.last().is_some_and(|parameter| parameter.record == **record)
    };
    operation.updates.as_deref().or(moved).filter(addressed)
}

/// The changes that an operation makes of the record in its path, in the order of the contract.
pub(crate) fn effects<'c>(contract: &'c Contract, operation: &'c Operation) -> Vec<Effect<'c>> {
    let mut effects = Vec::new();
    if operation.updates.is_some() {
        let plain = operation.body.iter().filter(|field| {
            field.record.is_none() && !operation.is_triggered_by(InputPart::Body, &field.wire)
        });
        effects.extend(plain.filter_map(|field| {
            Some(Effect {
                clause: clause::update(operation, &field.wire),
                member: Some(&field.wire),
                input: Some((&field.wire, values(field)?)),
                to: None,
                may_be_refused: false,
            })
        }));
    }
    let made = operation.transitions.iter().filter(|transition| !transition.is_forbidden());
    effects.extend(made.map(|transition| moved(contract, operation, transition)));
    let starts = |to: Option<&str>| {
        let record = changed_record(operation).and_then(|record| contract.record(record));
        to.is_some_and(|to| record.is_some_and(|record| starts_in(contract, record, to)))
    };
    // A new record may be in a state in which records start, and whether it can be moved there again
    // may be open: another state comes first. Later calls could not name the record by an address
    // that it had before.
    effects.sort_by_key(|effect| (effect.changes_address(), starts(effect.to)));
    let first = effects.iter_mut().find(|effect| effect.to.is_some());
    if let Some(first) = first {
        first.may_be_refused |= starts(first.to);
    }
    effects
}

fn moved<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
    transition: &'c Transition,
) -> Effect<'c> {
    let done = ClauseKind::TransitionDone { transition: transition.name.clone() };
    let record = contract.record(&transition.record);
    let shown_in = record.and_then(|record| record.lifecycle.as_ref()?.shown_in.stated());
    let has_open_case = operation.errors.iter().any(|case| case.when.stated().is_none());
    Effect {
        clause: ClauseRef::new(operation, done),
        member: shown_in.map(String::as_str),
        input: transition.trigger.as_ref().map(|trigger| {
            (trigger.input.name.as_str(), vec![trigger.value.value.as_str().into()])
        }),
        to: transition.to.stated().map(String::as_str),
        may_be_refused: has_open_case,
    }
}

/// Two values of a boolean, or one new text.
fn values(field: &InputField) -> Option<Vec<Value>> {
    let values = match &field.ty {
        _ if field.values_open.is_some() => None,
        Type::Boolean => Some(vec![true.into(), false.into()]),
        Type::Text(None) if !field.several => Some(vec!["After{unique word}".into()]),
        Type::Text(Some(Format::Email)) => Some(vec!["moved.{unique}@{email domain}".into()]),
        _ => None,
    };
    values.filter(|values| values.iter().all(|value| always_admits(&field.constraints, value)))
}

/// Calls that bring a new record at `identifier` into a state other than this one, and the state.
pub(crate) fn to_another_state<'c>(
    contract: &'c Contract,
    record: &str,
    state: Option<&str>,
    identifier: impl Fn(&[spec::Identifier]) -> Option<String>,
) -> Option<(Vec<Step>, &'c str)> {
    let (step, to) = move_to_another(contract, record, state, &identifier)?;
    let starts =
        |state| contract.record(record).is_some_and(|record| starts_in(contract, record, state));
    if !starts(to) {
        return Some((vec![step], to));
    }
    // The record may be there already, and whether it can be moved there again may be open.
    let first = move_to_another(contract, record, Some(to), &identifier);
    let first = first.filter(|(_, elsewhere)| !starts(elsewhere));
    Some(match first {
        Some((first, _)) => (vec![first, step], to),
        None => (vec![step.may_be_refused()], to),
    })
}

/// A call that brings a record into a state other than this one, from any state.
fn move_to_another<'c>(
    contract: &'c Contract,
    record: &str,
    state: Option<&str>,
    identifier: impl Fn(&[spec::Identifier]) -> Option<String>,
) -> Option<(Step, &'c str)> {
    contract.operations().find_map(|operation| {
        let [parameter] = operation.path_parameters.as_slice() else {
            return None;
        };
        let transition = operation.transitions.iter().find(|transition| {
            let to = transition.to.stated().map(String::as_str);
            transition.record == record
                && transition.from.is_none()
                && to.is_some()
                && to != state
                && transition.trigger.is_some()
        })?;
        let trigger = transition.trigger.as_ref()?;
        let step = Step::call(&operation.id)
            .path(&parameter.name, identifier(&parameter.identifiers)?)
            .body(&trigger.input.name, trigger.value.value.as_str());
        Some((step, transition.to.stated()?.as_str()))
    })
}

/// A free text that a creation accepts and an update changes.
pub(crate) fn changeable_text<'c>(contract: &'c Contract, record: &str) -> Option<&'c str> {
    let creation =
        contract.operations().find(|operation| operation.creates.as_deref() == Some(record))?;
    let update =
        contract.operations().find(|operation| operation.updates.as_deref() == Some(record))?;
    let is_free = |field: &&InputField| takes_words(field) && !field.unique;
    let changed = update
        .body
        .iter()
        .filter(is_free)
        .find(|field| creation.body_field(&field.wire).is_some_and(|field| is_free(&field)))?;
    Some(&changed.wire)
}
