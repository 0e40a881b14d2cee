//! Parameters that change the order of a list: each value is sent, and each sort with each direction, for records that differ
//! in what they sort by.

use conformance_model::contract::whole_list;
use conformance_model::scenario::{Step, Value};
use conformance_model::values::always_admits;
use spec::{Contract, Operation, QueryParameter, QueryValue, Type};

use super::{CODE_POINTS, creation_of, given};
use crate::call::Call;
use crate::lists::List;
use crate::scenario::Draft;
use crate::subject::Subject;
use crate::updates::samples;

/// Names of the records.
const RECORDS: [&str; 3] = ["one", "two", "three"];

/// `None` if no parameter changes the order, or the records cannot be created.
pub(super) fn scenario(contract: &Contract, list: &List<'_>) -> Option<Draft> {
    let operation = list.operation;
    let record = operation.lists.as_deref()?;
    let creation = creation_of(contract, operation)?;
    let requests = requests(operation);
    if requests.is_empty() {
        return None;
    }
    let call = Call::new(contract, operation, "")?;
    let step = whole_list(operation)?
        .into_iter()
        .fold(call.step.clone(), |step, (name, value)| step.query(name, value));
    let whole = list.in_large_pages(list.on(step));
    let draft = Draft::new(operation, "sorted", "The list comes in each order that is requested");
    let mut draft = call.subjects.iter().fold(draft, Draft::obtain);
    let given = given(&call, operation, creation);
    let members = members(operation, creation);
    let mut oldest = None;
    for (index, name) in RECORDS.into_iter().enumerate() {
        let mut created = Subject::create_by(contract, creation, name, &given, &[])?;
        let made = created.steps.last_mut()?;
        for (wire, values) in &members {
            if let Some(value) = values.get(index) {
                *made = made.clone().body(wire, value.clone());
            }
        }
        // Records of one second may have equal times.
        if index > 0 && sorts_by_others(operation, &members) {
            *made = made.clone().after_a_second();
        }
        draft = draft.obtain(&created);
        oldest = oldest.or(Some(created));
    }
    // A change moves the oldest record where the time of the last change decides.
    let oldest = oldest.filter(|_| sorts_by_others(operation, &members));
    let changed = oldest.and_then(|oldest| change(contract, &oldest, record)).unwrap_or_default();
    let steps = requests.iter().map(|request| {
        request.iter().fold(whole.clone(), |step, (parameter, value)| {
            step.query(&parameter.name, value.wire.as_str())
        })
    });
    let changed = changed.into_iter().map(Step::after_a_second);
    let draft = draft.steps(changed).step(whole.clone());
    Some(draft.steps(steps).step(whole.clone()))
}

/// Steps that change the record: an update of the required members, or of one; or a move to another state.
fn change(contract: &Contract, subject: &Subject, record: &str) -> Option<Vec<Step>> {
    let mut updates = contract.operations().filter(|it| it.updates.as_deref() == Some(record));
    let update = updates.find_map(|update| {
        let [parameter] = update.path_parameters.as_slice() else { return None };
        let step = Step::call(&update.id)
            .path(&parameter.name, subject.accepted_by(&parameter.identifiers)?);
        let required: Vec<_> = update.body.iter().filter(|field| field.required).collect();
        let sent =
            if required.is_empty() { update.body.first().into_iter().collect() } else { required };
        sent.into_iter()
            .try_fold(step, |step, field| Some(step.body(&field.wire, samples(field).pop()?)))
    });
    if let Some(update) = update {
        return Some(vec![update]);
    }
    let record = contract.record(record)?;
    let states = &record.lifecycle.as_ref()?.states.value;
    let mut moved = states.iter().filter_map(|state| {
        let moved = subject.clone().in_state(contract, record, state)?;
        Some(moved.steps.get(subject.steps.len()..)?.to_vec())
    });
    moved.find(|steps| !steps.is_empty())
}

type Request<'c> = Vec<(&'c QueryParameter, &'c QueryValue)>;

/// Each value alone, and each sort with each direction.
fn requests(operation: &Operation) -> Vec<Request<'_>> {
    let values = operation
        .query
        .iter()
        .flat_map(|query| query.values.iter().map(move |value| (query, value)));
    let sorts: Vec<_> = values.clone().filter(|(_, value)| value.sorts.is_some()).collect();
    let directs: Vec<_> = values.filter(|(_, value)| value.directs.is_some()).collect();
    let alone = sorts.iter().chain(&directs).map(|one| vec![*one]);
    let together =
        sorts.iter().flat_map(|sort| directs.iter().map(move |direct| vec![*sort, *direct]));
    alone.chain(together).collect()
}

/// The members that the list can be sorted by and that a creation sends, each with a value for each record: neither in order
/// nor in reverse.
fn members<'c>(operation: &'c Operation, creation: &Operation) -> Vec<(&'c str, Vec<Value>)> {
    let values = operation.query.iter().flat_map(|query| &query.values);
    let orders = values.filter_map(|value| value.sorts.as_ref());
    let mut members: Vec<(&str, Vec<Value>)> = Vec::new();
    for order in orders {
        let Some(by) = order.by.as_deref() else { continue };
        let Some(field) = creation.body_field(by) else { continue };
        let mut values = match (order.collation, &field.ty) {
            (Some(_), Type::Text(None)) if field.values_open.is_none() => {
                CODE_POINTS.map(|(_, text)| Value::from(text)).to_vec()
            }
            _ => samples(field),
        };
        values.retain(|value| always_admits(&field.constraints, value));
        if values.len() >= RECORDS.len() && members.iter().all(|(known, _)| *known != by) {
            values.truncate(RECORDS.len());
            values.rotate_left(1);
            members.push((by, values));
        }
    }
    members
}

/// Whether the list can be sorted by a member that the service sets.
fn sorts_by_others(operation: &Operation, members: &[(&str, Vec<Value>)]) -> bool {
    let values = operation.query.iter().flat_map(|query| &query.values);
    let mut orders = values.filter_map(|value| value.sorts.as_ref());
    orders.any(|order| members.iter().all(|(known, _)| order.by.as_deref() != Some(*known)))
}
