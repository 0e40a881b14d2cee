//! Transitions: where they are allowed, what they do, and when they do not happen.

use super::prelude::*;
use crate::clause::wording::input;
use crate::model::{Operation, Transition};

/// A record in the right state makes the transition.
///
/// A refusal whose condition is not shown may concern any state: then `from: any` promises nothing.
pub(super) fn allowed(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let operation = scope.operation;
    let restricted = operation.errors.iter().any(|case| case.when.stated().is_none());
    for transition in made(operation) {
        let (record, request) = (&transition.record, request(scope, transition));
        let statement = match &transition.from {
            Some(from) => {
                format!("{request} is accepted when the {record} is {}.", from.join(" or "))
            }
            None if restricted => continue,
            None => format!("{request} is accepted from each other state of the {record}."),
        };
        let kind = ClauseKind::TransitionAllowed { transition: transition.name.clone() };
        clauses.push(kind, &transition.section, transition.span, statement);
    }
}

/// After the transition the record is in its new state, and no longer in the one before.
pub(super) fn done(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for transition in made(scope.operation) {
        let before = transition.from.as_ref().map(|from| from.join(" or "));
        let state = match (transition.to.stated(), before) {
            (Some(to), Some(from)) => format!("{to} and no longer {from}"),
            (Some(to), None) => to.clone(),
            (None, Some(from)) => format!("no longer {from}"),
            // From any state to a state that is not shown: nothing can be stated.
            (None, None) => continue,
        };
        let (record, request) = (&transition.record, request(scope, transition));
        let statement = format!(
            "After an accepted {request}, the {record} is {state}, and no other has changed its state."
        );
        let kind = ClauseKind::TransitionDone { transition: transition.name.clone() };
        clauses.push(kind, &transition.section, transition.span, statement);
    }
}

/// Under its guard the transition does not happen.
pub(super) fn except(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for transition in &scope.operation.transitions {
        if let Some(guard) = &transition.except {
            let (record, request) = (&transition.record, request(scope, transition));
            let statement = format!("{request} leaves the {record} unchanged when {}.", guard.when);
            let kind = ClauseKind::TransitionExcept { transition: transition.name.clone() };
            clauses.push(kind, &guard.section, guard.span, statement);
        }
    }
}

/// The transitions that records make.
fn made(operation: &Operation) -> impl Iterator<Item = &Transition> {
    operation.transitions.iter().filter(|transition| !transition.is_forbidden())
}

pub(super) fn suffix(transition: Option<&str>, part: &str) -> String {
    match transition {
        Some(name) => format!("transition.{name}.{part}"),
        None => format!("transition.{part}"),
    }
}

/// The request that triggers the transition.
fn request(scope: OperationScope<'_>, transition: &Transition) -> String {
    let route = scope.route();
    match &transition.trigger {
        Some(trigger) => format!("{route} with `{}` as {}", trigger.value, input(&trigger.input)),
        None => route,
    }
}
