//! Lists of records in each state: those that say that they list all records show a record in every state, and with the
//! same word of the state as a read of it.

use spec::{ClauseKind, Contract, Operation, Record};

use crate::lifecycle::{Move, Reader, moves, starts_in};
use crate::scenario::Draft;
use crate::subject::Subject;
use conformance_model::scenario::{ClauseRef, Step};

/// For each list of such records whose default says what it lists.
pub(super) fn scenarios(contract: &Contract, record: &Record) -> Vec<Draft> {
    let lists = contract.operations().filter(|operation| {
        operation.lists.as_deref() == Some(&record.name)
            && operation.path_parameters.is_empty()
            && operation
                .query
                .iter()
                .all(|query| !query.required && query.filters_by_default().is_none())
            && defaults(operation).next().is_some()
    });
    lists.filter_map(|list| scenario(contract, record, list)).collect()
}

/// The parameters with a default that the document describes, each with it.
fn defaults(list: &Operation) -> impl Iterator<Item = (&str, &str)> {
    list.query.iter().filter_map(|query| {
        let default = query.default.as_deref()?;
        let value = query.values.iter().find(|value| value.wire == default)?;
        value.meaning.stated().map(|_| (query.name.as_str(), default))
    })
}

fn scenario(contract: &Contract, record: &Record, list: &Operation) -> Option<Draft> {
    let reader = Reader::find(contract, &record.name)?;
    let subject = |name: &str| {
        let subject = Subject::create(contract, &record.name, name, &[])?;
        let identifier = subject.accepted_by(reader.target.identifiers)?.to_owned();
        Some((subject, identifier))
    };
    let ((older, before), (it, identifier), (newer, after)) =
        (subject("older")?, subject("it")?, subject("newer")?);
    let listed = || Step::call(&list.id).shows([&identifier, &before, &after].map(String::as_str));
    let with_default =
        || defaults(list).fold(listed(), |step, (name, value)| step.query(name, value));
    let lists = |name: &str, first: Step| {
        let sent = format!("{name}_with_default");
        let by_default = with_default().named(&sent).same_as(name);
        [first.named(name), by_default, listed().same_as(&sent)]
    };
    let title = format!("{} shows a {} in each state, as a read does", list.id, record.name);
    let mut scenario = Draft::new(list, "listed", title);
    for created in [&older, &it, &newer] {
        scenario = scenario.obtain(created);
    }
    scenario = scenario.step(listed());
    let moves = certain_moves(contract, record);
    for (index, step) in moves.iter().enumerate() {
        let (shown, name) = (format!("shown_{}", index + 1), format!("list_{}", index + 1));
        let call = step.step(&identifier)?;
        let may_be_there = step.to().is_some_and(|to| starts_in(contract, record, to));
        let call = if index == 0 && may_be_there { call.may_be_refused() } else { call };
        let read = reader.step(&identifier)?.named(&shown).shows([identifier.as_str()]);
        let first = listed().same_state_as(&shown).proves([step.done()]);
        let kept =
            has_lasting_order(contract, list).then(|| ClauseRef::new(list, ClauseKind::Order));
        scenario = scenario.step(call).step(read).steps(lists(&name, first.proves(kept)));
    }
    (!moves.is_empty()).then(|| scenario.step(with_default()).step(listed()))
}

/// Whether the list comes in the order of a member that a creation sets, so that no transition moves a record in it.
fn has_lasting_order(contract: &Contract, list: &Operation) -> bool {
    let by = list.order.as_ref().and_then(|order| order.stated()?.by.as_deref());
    let mut creations = contract.operations().filter(|operation| operation.creates == list.lists);
    by.is_some_and(|by| creations.any(|creation| creation.body_field(by).is_some()))
}

/// The transitions from any state to a known one; first those to a state in which no record starts.
fn certain_moves<'c>(contract: &'c Contract, record: &'c Record) -> Vec<Move<'c>> {
    let mut certain: Vec<_> = moves(contract, &record.name)
        .into_iter()
        .filter(|step| step.is_from_any() && step.is_certain() && step.to().is_some())
        .filter(|step| step.target.operation.creates.is_none())
        .collect();
    certain.sort_by_key(|step| step.to().is_some_and(|to| starts_in(contract, record, to)));
    certain
}
