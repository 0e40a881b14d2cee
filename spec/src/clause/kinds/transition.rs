//! Transitions: where they are allowed, what they do, and when they do not happen.

use crate::clause::scope::OperationScope;
use crate::clause::wording::input;
use crate::model::Transition;

/// A record in the right state makes the transition.
pub(super) mod allowed {
    pub(in crate::clause) use super::transition_span as declaration;
    use super::{request, suffix_of};
    use crate::clause::ClauseKind;
    use crate::clause::scope::{ClauseList, OperationScope};

    /// A refusal whose condition is not shown may concern any state: then `from: any` promises nothing.
    pub(in crate::clause) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
        let operation = scope.operation;
        let mut cases = operation.errors.iter();
        let restricted = cases.any(|case| case.when.stated().is_none());
        for allowed in &operation.transitions {
            if allowed.from.is_some() || !restricted {
                let transition = allowed.name.clone();
                let kind = ClauseKind::TransitionAllowed { transition };
                clauses.push(kind, &allowed.section);
            }
        }
    }

    pub(in crate::clause) fn suffix(transition: &Option<String>) -> String {
        suffix_of(transition, "allowed")
    }

    pub(in crate::clause) fn statement(
        scope: OperationScope<'_>,
        transition: &Option<String>,
    ) -> Option<String> {
        let transition = scope.operation.transition(transition.as_deref())?;
        let (record, request) = (&transition.record, request(scope, transition));
        Some(match &transition.from {
            Some(from) => format!("{request} is accepted when the {record} is {from}."),
            None => format!("{request} is accepted from each other state of the {record}."),
        })
    }
}

/// After the transition the record is in its new state, and no longer in the one before.
pub(super) mod done {
    pub(in crate::clause) use super::transition_span as declaration;
    use super::{request, suffix_of};
    use crate::clause::ClauseKind;
    use crate::clause::scope::{ClauseList, OperationScope};

    /// From any state to a state that is not shown: nothing can be stated.
    pub(in crate::clause) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
        for done in &scope.operation.transitions {
            if done.from.is_some() || done.to.stated().is_some() {
                let transition = done.name.clone();
                clauses.push(ClauseKind::TransitionDone { transition }, &done.section);
            }
        }
    }

    pub(in crate::clause) fn suffix(transition: &Option<String>) -> String {
        suffix_of(transition, "done")
    }

    pub(in crate::clause) fn statement(
        scope: OperationScope<'_>,
        transition: &Option<String>,
    ) -> Option<String> {
        let transition = scope.operation.transition(transition.as_deref())?;
        let state = match (transition.to.stated(), &transition.from) {
            (Some(to), Some(from)) => format!("{to} and no longer {from}"),
            (Some(to), None) => to.clone(),
            (None, from) => format!("no longer {}", from.as_ref()?),
        };
        let (record, request) = (&transition.record, request(scope, transition));
        Some(format!(
            "After an accepted {request}, the {record} is {state}, and no other has changed its state."
        ))
    }
}

/// Under its guard the transition does not happen.
pub(super) mod except {
    use reader::Span;

    use super::{request, suffix_of};
    use crate::clause::ClauseKind;
    use crate::clause::scope::{ClauseList, OperationScope};

    pub(in crate::clause) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
        for guarded in &scope.operation.transitions {
            if let Some(guard) = &guarded.except {
                let transition = guarded.name.clone();
                clauses.push(ClauseKind::TransitionExcept { transition }, &guard.section);
            }
        }
    }

    pub(in crate::clause) fn suffix(transition: &Option<String>) -> String {
        suffix_of(transition, "except")
    }

    pub(in crate::clause) fn statement(
        scope: OperationScope<'_>,
        transition: &Option<String>,
    ) -> Option<String> {
        let transition = scope.operation.transition(transition.as_deref())?;
        let when = &transition.except.as_ref()?.when;
        let (record, request) = (&transition.record, request(scope, transition));
        Some(format!("{request} leaves the {record} unchanged when {when}."))
    }

    pub(in crate::clause) fn declaration(
        scope: OperationScope<'_>,
        transition: &Option<String>,
    ) -> Option<Span> {
        let transition = scope.operation.transition(transition.as_deref())?;
        Some(transition.except.as_ref()?.span)
    }
}

fn suffix_of(transition: &Option<String>, part: &str) -> String {
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

pub(in crate::clause) fn transition_span(
    scope: OperationScope<'_>,
    transition: &Option<String>,
) -> Option<reader::Span> {
    let transition = scope.operation.transition(transition.as_deref());
    transition.map(|transition| transition.span)
}
