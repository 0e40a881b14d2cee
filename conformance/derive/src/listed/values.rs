//! Members of listed records: each record has those that were sent with it.

use conformance_model::contract::is_numbered;
use conformance_model::scenario::{ClauseRef, Value};
use conformance_model::values::always_admits;
use spec::{ClauseKind, Contract, InputField, InputPart, InputRef, Operation};

use super::{creation_of, given, list_member, shows};
use crate::call::{Call, text_members};
use crate::lists::List;
use crate::scenario::Draft;
use crate::subject::Subject;
use crate::updates::two_values;

/// Names of the records, each with the start of a text that only it has.
const RECORDS: [(&str, &str); 2] = [("one", "One{unique word}"), ("two", "Two{unique word}")];

/// Creates two records with different values, and compares the items of the list with them.
pub(super) fn scenario(contract: &Contract, list: &List<'_>) -> Option<Draft> {
    let operation = list.operation;
    let record = operation.lists.as_deref()?;
    let member = list_member(operation, record)?;
    let creation = creation_of(contract, operation)?;
    let call = Call::new(contract, operation, "")?;
    let given = given(&call, operation, creation);
    let mark = text_members(creation).find(|text| shows(contract, record, text));
    if mark.is_none() && is_numbered(contract, record) {
        return None;
    }
    let title = format!("A listed {record} has the values that were sent with it");
    let mut draft = Draft::new(operation, "values", title);
    draft = call.subjects.iter().fold(draft, Draft::obtain);
    let compared = compared(contract, creation, record, mark);
    let mut reads = Vec::new();
    for (index, (name, start)) in RECORDS.into_iter().enumerate() {
        let body: Vec<_> = mark.map(|field| (field.wire.as_str(), start)).into_iter().collect();
        let mut created = Subject::create_by(contract, creation, name, &given, &body)?;
        let item = match mark {
            Some(field) => format!("{name}.body.{}", field.wire),
            None => created.own_identifier()?.trim_matches(['{', '}']).to_owned(),
        };
        let mut read = list.in_large_pages(list.on(call.step.clone()));
        for (field, values) in &compared {
            let value = values.as_ref().and_then(|values| values.get(index));
            if let (Some(value), Some(step)) = (value, created.steps.last_mut()) {
                *step = step.clone().body(&field.wire, value.clone());
            }
            let shown = match value {
                Some(Value::Json(json)) => Value::Json(json.clone()),
                _ => format!("{{{name}.body.{}}}", field.wire).into(),
            };
            read = read.equals(&format!("{member}[{item}].{}", field.wire), shown);
        }
        draft = draft.obtain(&created);
        reads.push(read.proves([ClauseRef::new(creation, ClauseKind::Creation)]));
    }
    (!compared.is_empty()).then(|| draft.steps(reads))
}

/// The members that a list shows as they are sent: unique ones, which each record has, and others with a value for each
/// record.
fn compared<'c>(
    contract: &Contract,
    creation: &'c Operation,
    record: &str,
    mark: Option<&InputField>,
) -> Vec<(&'c InputField, Option<[Value; 2]>)> {
    let is_shown = |field: &InputField| {
        let fields = contract.record(record).map(|record| record.fields.iter());
        let mut fields = fields.into_iter().flatten();
        fields.any(|shown| shown.wire == field.wire && shown.present.stated() == Some(&true))
            && shows(contract, record, field)
    };
    let fields = creation.body.iter().filter(|field| {
        mark.is_none_or(|mark| mark.wire != field.wire)
            && !creation.is_triggered_by(InputPart::Body, &field.wire)
            && is_shown(field)
    });
    fields
        .filter_map(|field| {
            if field.unique && field.required && is_echoed(creation, field) {
                return Some((field, None));
            }
            let values = two_values(field)?;
            let are_kept = values.iter().all(|value| always_admits(&field.constraints, value));
            are_kept.then_some((field, Some(values)))
        })
        .collect()
}

/// Whether the document says that the value comes back as it was sent.
fn is_echoed(creation: &Operation, field: &InputField) -> bool {
    let sent = InputRef::new(InputPart::Body, &field.wire);
    creation.success.echoes.iter().any(|echo| echo.from == sent)
}
