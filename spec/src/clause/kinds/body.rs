//! Members of the body.

use super::prelude::*;
use crate::clause::wording::{bracketed, timestamp_form};
use crate::model::{Defect, Operation};

/// An optional member of the body is accepted.
pub(super) fn accepted(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for input in scope.operation.body_fields().filter(|input| !input.required) {
        let field = input.wire.clone();
        let effect = effect::note(effect::of_body_field(scope, &field));
        let constraints = bracketed(&input.constraints.in_words(&input.ty));
        let route = scope.route();
        let statement = format!("{route} accepts the member `{field}`{constraints}{effect}.");
        clauses.push(ClauseKind::InputAccepted { field }, &input.section, input.span, statement);
    }
}

/// A required member of the body, without a documented message for a request that lacks it.
pub(super) fn required(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for input in scope.operation.body_fields() {
        let at = InputRef::new(InputPart::Body, &input.wire);
        if input.required && scope.operation.case_of(&at, Defect::Missing).is_none() {
            let (route, field) = (scope.route(), input.wire.clone());
            let when = input.required_when.as_ref();
            let when = when.map_or_else(String::new, |when| format!(" when {when}"));
            let statement = format!("{route} without `{field}` in the body is refused{when}.");
            let kind = ClauseKind::InputRequired { field };
            clauses.push(kind, &input.section, input.span, statement);
        }
    }
}

/// Null is accepted.
pub(super) fn null(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for input in scope.operation.body_fields().filter(|input| input.nullable) {
        let (route, field) = (scope.route(), input.wire.clone());
        let record = scope.operation.creates.as_ref().or(scope.operation.updates.as_ref());
        let effect = match record {
            Some(record) => format!("; the {record} then has no value there"),
            None => String::new(),
        };
        let statement = format!("{route} accepts null as `{field}`{effect}.");
        clauses.push(ClauseKind::InputNull { field }, &input.section, input.span, statement);
    }
}

/// The value of a member that is left out.
pub(super) fn default(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let Operation { creates, updates, .. } = scope.operation;
    let Some(record) = creates.as_ref().or(updates.as_ref()) else { return };
    for input in scope.operation.body_fields() {
        let Some(default) = &input.default else { continue };
        let (route, field) = (scope.route(), input.wire.clone());
        let shown = scope.contract.member(record, &field);
        let is_shown = shown.is_some_and(|shown| shown.added_by.is_none());
        let value = &default.value;
        let statement = match field.rsplit_once('.') {
            None => format!(
                "Without `{field}` in the body, the {record} that {route} creates has `{value}` there."
            ),
            Some((object, name)) => format!(
                "After {route} with `{object}` without `{name}`, the {record} has `{value}` there."
            ),
        };
        let kind = ClauseKind::InputDefault { field };
        clauses
            .push(kind, &input.section, default.span, statement)
            .untestable_because((!is_shown).then_some("no member of the record shows it"));
    }
}

/// A documented value of a member of the body is accepted.
pub(super) fn value(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for input in scope.inputs_with_stated_type() {
        if let Type::Enumeration(values) = &input.ty {
            let is_accepted = |value: &&String| !is_forbidden(scope.operation, &input.wire, value);
            for value in values.iter().filter(is_accepted) {
                let (field, value) = (input.wire.clone(), value.clone());
                let effect = effect::note(effect::of_body_field(scope, &field));
                let statement =
                    format!("{} accepts `{value}` as `{field}`{effect}.", scope.route());
                let kind = ClauseKind::InputValue { field, value };
                clauses.push(kind, &input.section, input.span, statement);
            }
        }
    }
}

/// Whether a value requests a transition that is never allowed.
fn is_forbidden(operation: &Operation, field: &str, value: &str) -> bool {
    operation.transitions.iter().any(|transition| {
        let trigger = transition.trigger.as_ref().filter(|trigger| {
            trigger.input == InputRef::new(InputPart::Body, field) && *trigger.value == *value
        });
        trigger.is_some() && transition.is_forbidden()
    })
}

/// A timestamp in this form is accepted.
pub(super) fn form(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for input in scope.inputs_with_stated_type() {
        if let Type::Timestamp(forms) = &input.ty {
            for &form in forms {
                let field = input.wire.clone();
                let effect = effect::note(effect::of_body_field(scope, &field));
                let (route, written) = (scope.route(), timestamp_form(form));
                let statement = format!("{route} accepts `{field}` written {written}{effect}.");
                let kind = ClauseKind::TimestampForm { field, form };
                clauses.push(kind, &input.section, input.span, statement);
            }
        }
    }
}
