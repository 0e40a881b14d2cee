//! Fields of the records in a success body: presence, type, value.

use reader::Span;

use crate::clause::scope::OperationScope;

/// The field is always there.
pub(super) mod present {
    pub(in crate::clause) use super::declaration;
    use crate::clause::ClauseKind;
    use crate::clause::scope::{ClauseList, OperationScope};

    pub(in crate::clause) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
        for documented in scope.record_fields() {
            let field = documented.field;
            if field.present.stated() == Some(&true) {
                let kind = ClauseKind::FieldPresent {
                    member: documented.member.to_owned(),
                    field: field.wire.clone(),
                };
                clauses.push_as(kind, &field.section, field.evidence);
            }
        }
    }

    pub(in crate::clause) fn suffix(member: &str, field: &str) -> String {
        format!("success.{member}.{field}.present")
    }

    pub(in crate::clause) fn statement(
        scope: OperationScope<'_>,
        member: &str,
        field: &str,
    ) -> String {
        let the_record = match scope.the_record(member) {
            "each record" => "Each record",
            _ => "The record",
        };
        format!("{the_record} in `{member}` has the member `{field}`.")
    }
}

/// The field, where it is present and not null, is of its documented type.
pub(super) mod ty {
    pub(in crate::clause) use super::declaration;
    use crate::clause::ClauseKind;
    use crate::clause::scope::{ClauseList, OperationScope, states_type};
    use crate::clause::wording::a_value_of;

    pub(in crate::clause) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
        for documented in scope.record_fields() {
            let (record, field) = (documented.record, documented.field);
            let declaration = format!("{}.{}.{}", record.resource, record.name, field.name);
            if states_type(scope.contract, &declaration) {
                let kind = ClauseKind::FieldType {
                    member: documented.member.to_owned(),
                    field: field.wire.clone(),
                };
                clauses.push_as(kind, &field.section, field.evidence);
            }
        }
    }

    pub(in crate::clause) fn suffix(member: &str, field: &str) -> String {
        format!("success.{member}.{field}.type")
    }

    pub(in crate::clause) fn statement(
        scope: OperationScope<'_>,
        member: &str,
        field: &str,
    ) -> Option<String> {
        let documented = scope.record_field(member, field)?;
        let null = match documented.nullable.stated() {
            Some(true) => ", or null",
            _ => "",
        };
        let (the_record, ty) = (scope.the_record(member), a_value_of(&documented.ty));
        Some(format!("In {the_record} in `{member}`, `{field}` is {ty}{null}."))
    }
}

/// The field has a value that is known from elsewhere: from a fixture, the state or the clock.
pub(super) mod value {
    pub(in crate::clause) use super::declaration;
    use crate::clause::ClauseKind;
    use crate::clause::scope::{ClauseList, OperationScope, RecordField};

    pub(in crate::clause) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
        for documented in scope.record_fields() {
            let field = documented.field;
            if is_call_time(scope, documented.member, &field.wire)
                || scope.operation.method.is_safe() && is_known(scope, &documented)
            {
                let kind = ClauseKind::FieldValue {
                    member: documented.member.to_owned(),
                    field: field.wire.clone(),
                };
                clauses.push_as(kind, &field.section, field.evidence);
            }
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

    pub(in crate::clause) fn suffix(member: &str, field: &str) -> String {
        format!("success.{member}.{field}.value")
    }

    pub(in crate::clause) fn statement(
        scope: OperationScope<'_>,
        member: &str,
        field: &str,
    ) -> String {
        let the_record = scope.the_record(member);
        let value = if is_call_time(scope, member, field) {
            "the time of the call"
        } else {
            "the value that the record is known to have"
        };
        format!("In {the_record} in `{member}`, `{field}` is {value}.")
    }
}

pub(in crate::clause) fn declaration(
    scope: OperationScope<'_>,
    member: &str,
    field: &str,
) -> Option<Span> {
    scope.record_field(member, field).map(|field| field.span)
}
