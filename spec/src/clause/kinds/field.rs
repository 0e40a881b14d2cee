//! Fields of the records in a success body: presence, type, value.

use super::prelude::*;
use crate::clause::scope::{RecordField, states_type};
use crate::clause::wording::{a_value_of, bracketed};

/// The field is always there.
pub(super) fn present(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for documented in scope.record_fields() {
        let RecordField { member, field, .. } = documented;
        if field.present.stated() == Some(&true) {
            let the_record = if documented.is_list { "Each record" } else { "The record" };
            let the_record = documented.placed(the_record);
            let wire = field.wire.clone();
            let statement = format!("{the_record} has the member `{wire}`.");
            let kind = ClauseKind::FieldPresent { member: member.to_owned(), field: wire };
            clauses.push(kind, &field.section, field.span, statement).evidence(field.evidence);
        }
    }
}

/// The field, where it is present and not null, is of its documented type.
pub(super) fn ty(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for documented in scope.record_fields() {
        let RecordField { member, record, field, .. } = documented;
        let declaration = format!("{}.{}.{}", record.resource, record.name, field.name);
        let is_stated = states_type(scope.contract, &declaration);
        // Every value has the type `json`, except null where the member is never null.
        if is_stated && (field.ty != Type::Json || field.nullable.stated() == Some(&false)) {
            let null = if field.nullable.stated() == Some(&true) { ", or null" } else { "" };
            let (the_record, ty) = (documented.the_record(), a_value_of(&field.ty));
            let others = if field.complete { ", and no other" } else { "" };
            let constraints = bracketed(&field.constraints.in_words(&field.ty));
            let wire = field.wire.clone();
            let statement =
                format!("In {the_record}, `{wire}` is {ty}{others}{constraints}{null}.");
            let kind = ClauseKind::FieldType { member: member.to_owned(), field: wire };
            clauses.push(kind, &field.section, field.span, statement).evidence(field.evidence);
        }
    }
}

/// The field has a value that is known from elsewhere: from a fixture, the state or the clock.
pub(super) fn value(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for documented in scope.record_fields() {
        let RecordField { member, field, .. } = documented;
        let value = if is_call_time(scope, member, &field.wire) {
            "the time of the call"
        } else if scope.operation.method.is_safe() && is_known(scope, &documented) {
            "the value that the record is known to have"
        } else {
            continue;
        };
        let (the_record, wire) = (documented.the_record(), field.wire.clone());
        let statement = format!("In {the_record}, `{wire}` is {value}.");
        let kind = ClauseKind::FieldValue { member: member.to_owned(), field: wire };
        clauses.push(kind, &field.section, field.span, statement).evidence(field.evidence);
    }
}

fn is_call_time(scope: OperationScope<'_>, member: &str, field: &str) -> bool {
    let mut fields = scope.operation.success.call_time_fields.iter();
    fields.any(|known| known.member == member && known.field == field)
}

/// Whether a fixture has the value of the field, or the field shows the state.
fn is_known(scope: OperationScope<'_>, documented: &RecordField<'_>) -> bool {
    let (record, wire) = (documented.record, &documented.field.wire);
    let lifecycle = record.lifecycle.as_ref();
    let shown_in = lifecycle.and_then(|lifecycle| lifecycle.shown_in.stated());
    let mut fixtures = scope.contract.service.fixtures.iter();
    shown_in == Some(wire)
        || fixtures.any(|fixture| {
            let mut discriminators = fixture.discriminated_by.iter();
            fixture.record == record.name
                && (fixture.facts.iter().any(|fact| fact.name == *wire)
                    || discriminators.any(|known| known.member == *wire))
        })
}
