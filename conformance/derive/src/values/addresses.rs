//! E-mail addresses that differ little: each identifies its own record, wherever an address identifies a record.
//!
//! The addresses of a scenario have a text in common. Some contain others, or match them as patterns: a service that
//! looks for a part of an address, or for a pattern, takes one for another.

use spec::{Contract, Identifier, InputField, Operation};

use crate::call::{Call, create, is_repeatable, reader};
use crate::clause;
use crate::record_input::record_inputs;
use crate::scenario::Draft;
use crate::subject::{Subject, address_member, taken_members, text_member};
use conformance_model::scenario::Step;

/// Addresses of lower-case letters, digits, dots and plus signs, which every service accepts. The second is the end of
/// the first and of the third. The last has a dot, which stands for any character in a pattern, where the one before
/// has a letter.
const PLAIN: [&str; 6] = [
    "joann.{scenario}@{email domain}",
    "ann.{scenario}@{email domain}",
    "maryann.{scenario}@{email domain}",
    "0.{scenario}+tag@{email domain}",
    "axb.{scenario}@{email domain}",
    "a.b.{scenario}@{email domain}",
];

/// Addresses that a service may refuse: for their signs, or because it may take them for the same mailbox as a plain
/// one. Those that most services accept come first, because a refusal leaves open what follows. None has capitals: how
/// letter case identifies a record is open. The first one starts with the second plain address.
const MAY_BE_REFUSED: [&str; 8] = [
    "ann.{scenario}@{email domain}.au",
    "a_b.{scenario}@{email domain}",
    "ann.{scenario}@mail.{email domain}",
    "a%b.{scenario}@{email domain}",
    "o'b.{scenario}@{email domain}",
    "a?b#c&d=e.{scenario}@{email domain}",
    "ann.{scenario}+tag@{email domain}",
    "ab.{scenario}@{email domain}",
];

/// A scenario for the creation of records that an address identifies, or one for an operation that creates another
/// record for such a record.
pub(super) fn scenarios(contract: &Contract, operation: &Operation) -> Vec<Draft> {
    if let Some(scenario) = told_apart(contract, operation) {
        return vec![scenario];
    }
    let inputs = identifying_inputs(operation);
    let by_address =
        inputs.into_iter().filter(|(_, identifiers)| identifiers.contains(&Identifier::Email));
    by_address.filter_map(|(record, _)| for_another(contract, operation, record)).collect()
}

/// The addresses, each with whether a service may refuse it.
fn addresses() -> impl Iterator<Item = (&'static str, bool)> {
    let plain = PLAIN.iter().map(|address| (*address, false));
    plain.chain(MAY_BE_REFUSED.iter().map(|address| (*address, true)))
}

/// How many addresses there are when some records are changed, and which ones, counted from 1: one that others contain, and
/// one that matches others as a pattern. The first is changed before an address that may be refused, which would leave open
/// what follows.
const CHANGED: [(usize, &[usize]); 2] = [(PLAIN.len(), &[2]), (PLAIN.len() + 2, &[2, 8])];

/// Records with all the addresses are created, read and changed. A second record with the same address is refused.
fn told_apart(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let record = operation.creates.as_deref()?;
    let member = address_member(operation).filter(|_| is_repeatable(operation))?;
    let call = Call::new(contract, operation, "")?;
    let read = reader(contract, record).filter(|(reader, parameter)| {
        let parameter = reader.path_parameter(parameter);
        parameter.is_some_and(|it| it.identifiers.contains(&Identifier::Email))
    });
    let taken = taken_members(operation).find(|(input, _)| *input == member.wire);
    let title = "Addresses that differ little are told apart";
    let mut scenario =
        call.subjects.iter().fold(Draft::new(operation, "addresses", title), Draft::obtain);
    scenario = scenario.steps(read.map(|(reader, parameter)| {
        Step::call(&reader.id).path(parameter, "{unknown email}").no_expectation()
    }));
    for (index, (address, is_odd)) in addresses().enumerate() {
        let name = format!("created_{}", index + 1);
        let step = with_address(call.step.clone(), member, address, is_odd);
        let sent = format!("{{{name}.body.{}}}", member.wire);
        let created = Subject::created_by(contract, operation, &name, step.named(&name));
        scenario = scenario.obtain(&created);
        if let Some((reader, parameter)) = read {
            let step = Step::call(&reader.id).path(parameter, sent.as_str());
            scenario = scenario.step(step);
        }
        if let Some((input, case)) = taken.filter(|_| !is_odd) {
            scenario = scenario.step(call.step.clone().body(input, sent).refused(case));
        }
        let changed = CHANGED.iter().find(|(count, _)| *count == index + 1);
        if let Some((count, changed)) = changed
            && let Some((reader, parameter)) = read
        {
            let read = |address: String| Step::call(&reader.id).path(parameter, address);
            scenario =
                scenario.steps(changes(contract, (record, member), (*count, changed), &read));
        }
    }
    Some(scenario)
}

/// Changes of some of the first records, by their addresses. Reads of the others show nothing of the change.
fn changes(
    contract: &Contract,
    (record, member): (&str, &InputField),
    (count, all_changed): (usize, &[usize]),
    read: &dyn Fn(String) -> Step,
) -> Vec<Step> {
    let Some(text) = text_member(contract, record) else {
        return Vec::new();
    };
    let mut targets = record_inputs(contract, record).filter(|target| {
        let is_update = target.operation.updates.as_deref() == Some(record);
        let has_text = target.operation.body_field(text).is_some();
        is_update && has_text && target.is_path() && target.identifiers.contains(&Identifier::Email)
    });
    let Some(target) = targets.next() else {
        return Vec::new();
    };
    let address = |index: usize| format!("{{created_{index}.body.{}}}", member.wire);
    let mut steps = Vec::new();
    for &changed in all_changed {
        let Some(step) = target.call(&address(changed)) else { continue };
        let name = format!("changed_{changed}_of_{count}");
        let step = step.body(text, "Changed{unique word}").named(&name);
        let may_be_refused = |step: Step, index: usize| {
            if index > PLAIN.len() { step.may_be_refused() } else { step }
        };
        steps.push(may_be_refused(step, changed));
        let others = (1..=count).filter(|index| *index != changed);
        steps.extend(others.map(|index| {
            let read = read(address(index)).shows([address(index)]);
            let read = read.hides([format!("{{{name}.body.{text}}}")]);
            may_be_refused(read.must_not_affect(clause::update(target.operation, text)), index)
        }));
    }
    steps
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

/// Records with all the addresses are created, and another record for each of them.
fn for_another(contract: &Contract, operation: &Operation, record: &str) -> Option<Draft> {
    operation.creates.as_deref().filter(|created| *created != record)?;
    let creation = contract.operations().find(|other| other.creates.as_deref() == Some(record))?;
    let member = address_member(creation)?;
    let title = "Records are identified by their address, also beside one that differs little";
    let mut scenario = Draft::new(operation, "addresses", title);
    for (index, (address, is_odd)) in addresses().enumerate() {
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
