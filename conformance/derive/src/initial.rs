//! New records show their first state, however they are created.

use conformance_model::scenario::{ClauseRef, Step};
use spec::{ClauseKind, Contract, Operation, Record};

use super::reading::Reading;
use super::scenario::Draft;
use super::subject::Subject;
use super::updates::two_values;

/// One scenario for each operation that creates a record whose first state the document shows.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let creations = contract.operations().filter(|operation| operation.creates.is_some());
    creations.filter_map(|operation| scenario(contract, operation)).collect()
}

/// A record with the required inputs only, and one with all that can be sent.
fn scenario(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let record = contract.record(operation.creates.as_deref()?)?;
    let title = "New records show their first state";
    let (draft, reads) =
        created(contract, operation, record, Draft::new(operation, "", title), "plain", |step| {
            step
        })?;
    let all = |step: Step| {
        let optional =
            operation.body.iter().filter(|field| !field.required && field.record.is_none());
        optional.fold(step, |step, field| match two_values(field) {
            Some([_, other]) => step.body(&field.wire, other),
            None => step,
        })
    };
    let (draft, more) = created(contract, operation, record, draft, "full", all)?;
    (!reads.is_empty()).then(|| draft.steps(reads).steps(more))
}

/// Creates a record, and reads it: each read shows the first state.
fn created(
    contract: &Contract,
    operation: &Operation,
    record: &Record,
    draft: Draft,
    name: &str,
    change: impl Fn(Step) -> Step,
) -> Option<(Draft, Vec<Step>)> {
    let lifecycle = record.lifecycle.as_ref()?;
    let (initial, shown_in) = (lifecycle.initial.stated()?, lifecycle.shown_in.stated()?);
    let mut subject = Subject::create(contract, &record.name, name, &[])?;
    let creation = subject.steps.iter_mut().rfind(|step| step.call == operation.id)?;
    *creation = change(creation.clone());
    let readings = Reading::single(contract, &record.name, &subject);
    let reads = readings.iter().filter_map(|reading| {
        let place = reading.member(contract, shown_in)?;
        let reader = contract.operation(&reading.step.call)?;
        let member = reading.envelope()?.to_owned();
        let kind = ClauseKind::FieldValue { member, field: shown_in.clone() };
        let read = reading.step.clone().equals(&place, initial.as_str());
        Some(read.proves([ClauseRef::new(reader, kind)]))
    });
    let reads = reads.collect();
    Some((draft.obtain(&subject), reads))
}
