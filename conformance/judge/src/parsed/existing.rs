//! Whether a step names a record that is known to exist.

use spec::{Contract, InputRef};

use crate::contract;
use crate::scenario::{Reference, Value};

use super::view::{ParsedStep, TraceView};

/// Whether an earlier step with the same key created the only record that a step names, and no call since then may have
/// taken it away. A record in another state may not be found there, and an address may be that of no record after an
/// update. Where a call names several records, one may be unknown to the other. Some operations never return some records.
pub fn names_existing_record<'a>(trace: &TraceView<'a>, call: &ParsedStep<'a>) -> bool {
    if !call.operation.hidden.is_empty() {
        return false;
    }
    let mut named = call.step.inputs.set.iter().filter(|(at, _)| addresses_record(call, at));
    let (Some((at, value)), None) = (named.next(), named.next()) else {
        return false;
    };
    let Some(creation) = creation_of(trace, call, at, value) else {
        return false;
    };
    let between = trace.steps.iter().take(call.index).skip(creation.index + 1);
    creation.is_shown() && creation.step.key == call.step.key && !between.into_iter().any(may_hide)
}

fn addresses_record(call: &ParsedStep<'_>, at: &InputRef) -> bool {
    !contract::identifier_forms(call.operation, at).is_empty()
}

/// The earlier step that created the record which an input identifies.
pub(super) fn creation_of<'v, 'a>(
    trace: &'v TraceView<'a>,
    call: &ParsedStep<'a>,
    at: &InputRef,
    value: &Value,
) -> Option<&'v ParsedStep<'a>> {
    let record = contract::addressed_record(call.operation, at)?;
    let (name, is_identifier) = match value.text()?.single_reference()? {
        Reference::Sent { step, .. } => (step, true),
        Reference::Response { step, place, .. } => {
            (step, is_own_identifier(trace.contract, record, &place.field))
        }
        _ => return None,
    };
    let source = trace.named(name)?;
    let is_creation = source.operation.creates.as_deref() == Some(record);
    (is_identifier && is_creation && source.index < call.index).then_some(source)
}

fn is_own_identifier(contract: &Contract, record: &str, field: &str) -> bool {
    let identifier = contract.record(record).and_then(|record| record.identifier());
    identifier.is_some_and(|identifier| identifier.wire == field)
}

/// Whether a record may no longer be found by an identifier after the call.
fn may_hide(call: &ParsedStep<'_>) -> bool {
    let operation = call.operation;
    let changes = operation.removes.is_some()
        || operation.updates.is_some()
        || !operation.transitions.is_empty();
    changes && !operation.method.is_safe() && !call.had_no_effect()
}
