//! What is removed is gone: no read shows it, no list has it, and each call that names it is refused as for an unknown record.

use conformance_model::contract::is_numbered;
use conformance_model::scenario::{ClauseRef, Step};
use spec::{ClauseKind, Contract, Defect, InputPart, InputRef, Operation};

use super::call::{Call, accepted, for_unknown, text_members};
use super::listed::shows;
use super::lists::List;
use super::reading::Reading;
use super::record_input::record_inputs;
use super::scenario::Draft;
use super::subject::Subject;

/// Names of the records, each with the start of a text that it holds. The first one is removed.
const RECORDS: [(&str, &str); 3] =
    [("it", "Gone{unique word}"), ("older", "Older{unique word}"), ("newer", "Newer{unique word}")];

/// One scenario for each removal of a record that its path names.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    contract.operations().filter_map(|removal| scenario(contract, removal)).collect()
}

fn scenario(contract: &Contract, removal: &Operation) -> Option<Draft> {
    let record = removal.removes.as_deref()?;
    let [parameter] = removal.path_parameters.as_slice() else {
        return None;
    };
    (parameter.record == record).then_some(())?;
    let mut creations = contract.operations();
    let creation = creations.find(|known| known.creates.as_deref() == Some(record))?;
    let text = text_members(creation).find(|text| shows(contract, record, text));
    let subject = |(name, start): (&str, &'static str)| {
        let body: Vec<_> = text.map(|text| (text.wire.as_str(), start)).into_iter().collect();
        Subject::create(contract, record, name, &body)
    };
    let [it, older, newer] = RECORDS.map(subject);
    let (it, older, newer) = (it?, older?, newer?);
    // A number may stand for something else in a list.
    let known = |subject: &Subject, name: &str| match text {
        Some(text) => Some(format!("{{{name}.body.{}}}", text.wire)),
        None if is_numbered(contract, record) => None,
        None => subject.own_identifier().map(str::to_owned),
    };
    let (gone, kept) =
        (known(&it, "it"), [known(&older, "older"), known(&newer, "newer")].into_iter().flatten());
    let kept: Vec<String> = kept.collect();
    let is_gone = ClauseRef::new(removal, ClauseKind::Removal);
    let calls = calls(contract, record, &it);
    let title = format!("A {record} that was removed is gone, and others stay");
    let mut draft = Draft::new(removal, "", title).obtain(&older).obtain(&it).obtain(&newer);
    draft = draft.steps(calls.iter().map(|call| call.unknown.clone()));
    let lists =
        || List::all(contract).filter(|list| list.operation.lists.as_deref() == Some(record));
    let lists: Vec<_> = lists()
        .filter(|list| {
            // What a default of a filter leaves out is asked for.
            let mut query = list.operation.query.iter();
            list.operation.path_parameters.is_empty()
                && query.all(|it| !it.required && (it.default.is_none() || it.filter.is_some()))
        })
        .filter_map(|list| {
            let kept = kept.iter().map(String::as_str);
            Some(list.in_large_pages(list.whole()?).shows(kept))
        })
        .collect();
    let reads = |subject: &Subject| {
        let reads = Reading::single(contract, record, subject).into_iter();
        reads.map(|reading| reading.step).collect::<Vec<_>>()
    };
    draft = draft.steps(lists.iter().map(|list| list.clone().shows(gone.as_deref())));
    draft = draft.steps(reads(&it)).steps(reads(&older));
    let remove =
        Step::call(&removal.id).path(&parameter.name, it.accepted_by(&parameter.identifiers)?);
    let is_seen = !lists.is_empty() || !reads(&it).is_empty();
    draft = draft.step(match unknown_case(removal).filter(|_| !is_seen) {
        // Only the removal shows that the record is there.
        Some(unknown) => {
            let created = ClauseRef::new(creation, ClauseKind::Creation);
            remove.proves([created]).disproved_by(unknown)
        }
        None => remove,
    });
    draft = draft.steps(calls.into_iter().map(|call| call.refused.proves([is_gone.clone()])));
    let hidden = lists
        .into_iter()
        .filter_map(|list| Some(list.hides([gone.clone()?]).proves([is_gone.clone()])));
    draft = draft.steps(hidden.collect::<Vec<_>>());
    let stay = [older, newer].iter().flat_map(reads).collect::<Vec<_>>();
    Some(draft.steps(stay.into_iter().map(|read| read.must_not_affect(is_gone.clone()))))
}

/// The case of a path that names no record.
fn unknown_case(operation: &Operation) -> Option<&str> {
    let parameter = operation.path_parameters.last()?;
    let input = InputRef::new(InputPart::Path, &parameter.name);
    operation.case_of(&input, Defect::Unknown).map(|case| case.id.as_str())
}

/// A call that names the record.
struct NamingCall {
    /// The same call for a record that never was.
    unknown: Step,
    refused: Step,
}

/// The calls that the document says are refused for an unknown record. Reads come first, because another call may show what
/// it was sent. The removal itself is among them.
fn calls(contract: &Contract, record: &str, subject: &Subject) -> Vec<NamingCall> {
    let targets = record_inputs(contract, record).filter(|target| target.is_path());
    let calls = targets.filter_map(|target| {
        let operation = target.operation;
        let [parameter] = operation.path_parameters.as_slice() else {
            return None;
        };
        let input = InputRef::new(InputPart::Path, &parameter.name);
        let case = unknown_case(operation)?;
        let call = Call::new(contract, operation, "").filter(|call| call.subjects.len() == 1)?;
        let step = accepted(contract, operation, &call)?;
        let identifier = subject.accepted_by(&parameter.identifiers)?;
        let unknown = for_unknown(operation, parameter);
        let unknown = Step { inputs: step.inputs.clone(), ..unknown.clone() }.input(
            input.part,
            &input.name,
            unknown.inputs.set.get(&input)?.clone(),
        );
        let refused = step.path(&parameter.name, identifier).refused(case);
        let is_read = operation.method.is_safe();
        Some((!is_read, NamingCall { unknown, refused }))
    });
    let mut calls: Vec<_> = calls.collect();
    calls.sort_by_key(|(is_write, _)| *is_write);
    calls.into_iter().map(|(_, call)| call).collect()
}
