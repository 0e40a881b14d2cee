//! E-mail addresses: a record that was created with one is identified by it, wherever an address identifies a record.

use spec::{Contract, Identifier, InputField, Operation};

use crate::call::{Call, reader};
use crate::scenario::Draft;
use crate::subject::address_member;
use conformance_model::scenario::Step;

use crate::call::create;

/// Addresses of lower-case letters, digits, dots and plus signs, which every service accepts.
const PLAIN: [&str; 6] = [
    "a{unique}@{email domain}",
    "{unique}@{email domain}",
    "0.{unique}@{email domain}",
    "first.m.last.{unique}@{email domain}",
    "{unique}+tag@{email domain}",
    "{unique}.a.b+c+1@{email domain}",
];

/// Addresses that a service may refuse. None has capitals: how letter case identifies a record is open.
const MAY_BE_REFUSED: [&str; 6] = [
    "under_score.{unique}@{email domain}",
    "hyphen-ated.{unique}@{email domain}",
    "o'brien.{unique}@{email domain}",
    "a?b#c&d=e.{unique}@{email domain}",
    "100%25.{unique}@{email domain}",
    "sub.{unique}@mail.{email domain}",
];

/// A scenario for an operation that an address gets to a record: one that shows it, or that creates another record for it.
pub(super) fn scenarios(contract: &Contract, operation: &Operation) -> Vec<Draft> {
    let inputs = identifying_inputs(operation);
    let by_address =
        inputs.into_iter().filter(|(_, identifiers)| identifiers.contains(&Identifier::Email));
    by_address.filter_map(|(record, _)| scenario(contract, operation, record)).collect()
}

/// The records that the path and the required members of the body identify, and by what.
fn identifying_inputs(operation: &Operation) -> Vec<(&str, &[Identifier])> {
    let path = operation.path_parameters.iter();
    let path = path.map(|parameter| (parameter.record.as_str(), parameter.identifiers.as_slice()));
    let body = operation.body.iter().filter(|field| field.required);
    let body =
        body.filter_map(|field| Some((field.record.as_deref()?, field.identifiers.as_slice())));
    path.chain(body).collect()
}

fn scenario(contract: &Contract, operation: &Operation, record: &str) -> Option<Draft> {
    let is_reader = reader(contract, record).is_some_and(|(reader, _)| reader.id == operation.id);
    let creates_another = operation.creates.as_deref().is_some_and(|created| created != record);
    let creation = contract.operations().find(|other| other.creates.as_deref() == Some(record))?;
    let member = address_member(creation)?;
    if !is_reader && !creates_another {
        return None;
    }
    let title = "Records are identified by their address, whatever characters it has";
    let mut scenario = Draft::new(operation, "addresses", title);
    let plain = PLAIN.iter().map(|address| (address, false));
    let all = plain.chain(MAY_BE_REFUSED.iter().map(|address| (address, true)));
    for (index, (address, is_odd)) in all.enumerate() {
        let mut call = Call::new(contract, operation, &format!("_{}", index + 1))?;
        for step in call.subjects.iter_mut().flat_map(|subject| &mut subject.steps) {
            if step.calls(&creation.id) {
                *step = with_address(step.clone(), member, address, is_odd);
            }
        }
        scenario = call.subjects.iter().fold(scenario, Draft::obtain);
        let name = format!("created_{}", index + 1);
        scenario = create(contract, operation, scenario, &name, call.step);
    }
    Some(scenario)
}

fn with_address(step: Step, member: &InputField, address: &str, is_odd: bool) -> Step {
    let step = step.body(&member.wire, address);
    if is_odd { step.may_be_refused() } else { step }
}
