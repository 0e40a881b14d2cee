//! Records that a call names without changing them. Differences are observations.

use spec::{Contract, Operation};

use crate::call::Call;
use crate::effects::{changeable_text, changed_record};
use crate::reading::Reading;
use crate::scenario::Draft;
use crate::subject::Subject;
use conformance_model::scenario::Step;

/// `None` if the call makes or removes nothing, changes all records that it names, or none of them can be read.
pub(super) fn scenario(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let (scenario, call, named) = match (&operation.removes, &operation.creates) {
        (Some(record), _) => removal(contract, operation, record)?,
        (None, Some(_)) => creation(contract, operation)?,
        (None, None) => return None,
    };
    let reads: Vec<Step> = named
        .iter()
        .filter(|(record, _)| changed_record(operation) != Some(record))
        .filter_map(|(record, subject)| {
            Some(Reading::single(contract, record, subject).into_iter().next()?.step)
        })
        .collect();
    if reads.is_empty() {
        return None;
    }
    let name = |index: usize| format!("before_{}", index + 1);
    let before = reads.iter().enumerate().map(|(index, read)| read.clone().named(&name(index)));
    let after =
        reads.iter().enumerate().map(|(index, read)| read.clone().unchanged_since(&name(index)));
    Some(scenario.steps(before).step(call).steps(after))
}

/// The scenario up to the call, the call, and the records that it names.
type Setup = (Draft, Step, Vec<(String, Subject)>);

fn start(operation: &Operation) -> Draft {
    let title = format!("What {} names and does not change stays as it was", operation.id);
    Draft::new(operation, "addressed", title)
}

/// The same with a text in what its steps create.
fn with_text(contract: &Contract, subject: &Subject) -> Subject {
    let mut subject = subject.clone();
    for step in &mut subject.steps {
        let mut creations = contract.operations().filter(|operation| step.calls(&operation.id));
        let created = creations.find_map(|operation| operation.creates.as_deref());
        if let Some(text) = created.and_then(|record| changeable_text(contract, record)) {
            *step = step.clone().body(text, "Named{unique word}");
        }
    }
    subject
}

/// A call that creates something.
fn creation(contract: &Contract, operation: &Operation) -> Option<Setup> {
    let call = Call::new(contract, operation, "")?;
    let path = operation.path_parameters.iter().map(|parameter| parameter.record.clone());
    let body = operation.body.iter().filter(|field| field.required);
    let records = path.chain(body.filter_map(|field| field.record.clone()));
    let subjects = call.subjects.iter().map(|subject| with_text(contract, subject));
    let scenario = subjects.fold(start(operation), |scenario, subject| scenario.obtain(&subject));
    let scenario = match created(contract, operation, &call.step) {
        Some(created) => created.finally.iter().cloned().fold(scenario, Draft::finally),
        None => scenario,
    };
    let name =
        if operation.removes.is_none() && is_removable(contract, operation) { "made" } else { "" };
    let step = if name.is_empty() { call.step } else { call.step.named(name) };
    Some((scenario, step, records.zip(call.subjects).collect()))
}

fn is_removable(contract: &Contract, operation: &Operation) -> bool {
    operation.creates.is_some()
        && contract.operations().any(|removal| removal.removes == operation.creates)
}

/// What the call creates, to remove it.
fn created(contract: &Contract, operation: &Operation, step: &Step) -> Option<Subject> {
    is_removable(contract, operation)
        .then(|| Subject::created_by(contract, operation, "made", step.clone().named("made")))
}

/// A call that removes what a creation with records in its body made.
fn removal(contract: &Contract, operation: &Operation, record: &str) -> Option<Setup> {
    let creation = contract.operations().find(|known| known.creates.as_deref() == Some(record))?;
    let made = Subject::create(contract, record, "made", &[])?;
    let call = made.finally.iter().find(|step| step.calls(&operation.id))?.clone();
    let path =
        creation.path_parameters.iter().map(|parameter| (&parameter.record, &parameter.name));
    let body = creation.body.iter().filter(|field| field.required);
    let body = body.filter_map(|field| Some((field.record.as_ref()?, &field.name)));
    let named = path.chain(body).filter_map(|(record, name)| {
        Some((record.clone(), Subject::shared(contract, record, &format!("made_{name}"))?))
    });
    Some((start(operation).obtain(&with_text(contract, &made)), call, named.collect()))
}
