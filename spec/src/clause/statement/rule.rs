//! Sentences about behaviour: order, scope, what is made, changed, moved, removed and hidden.

use crate::clause::ClauseKind;
use crate::clause::words::{a, input, order};
use crate::model::{Operation, Transition};

/// The sentence, if the clause is about what the operation does.
pub(super) fn of_rule(operation: &Operation, route: &str, kind: &ClauseKind) -> Option<String> {
    Some(match kind {
        ClauseKind::Order => {
            let order_of_list = operation.order.as_ref()?.stated()?;
            format!("The list of {route} comes {}.", order(order_of_list))
        }
        ClauseKind::Scope => {
            let account = "the account that the key belongs to";
            match operation.lists {
                Some(_) => format!("{route} lists the things of {account}, and no others."),
                None => format!("{route} reaches only things of {account}."),
            }
        }
        ClauseKind::Creation => {
            format!(
                "An accepted {route} creates {}.",
                a(operation.creates.as_ref()?)
            )
        }
        ClauseKind::Update { field } => {
            let record = operation.updates.as_ref()?;
            format!(
                "After an accepted {route} with `{field}`, the {record} has the value that was sent, and no other has changed."
            )
        }
        ClauseKind::Removal => {
            let record = operation.removes.as_ref()?;
            format!("After an accepted {route}, the {record} is gone, and no other is.")
        }
        ClauseKind::TransitionAllowed { transition } => {
            let transition = operation.transition(transition.as_deref())?;
            let Transition { record, from, .. } = transition;
            let asked = asked(route, transition);
            match from {
                Some(from) => format!("{asked} is accepted when the {record} is {from}."),
                None => format!("{asked} is accepted from each other state of the {record}."),
            }
        }
        ClauseKind::TransitionDone { transition } => {
            let transition = operation.transition(transition.as_deref())?;
            let now = match (transition.to.stated(), &transition.from) {
                (Some(to), Some(from)) => format!("{to} and no longer {from}"),
                (Some(to), None) => to.clone(),
                (None, from) => format!("no longer {}", from.as_ref()?),
            };
            let asked = asked(route, transition);
            format!(
                "After an accepted {asked}, the {} is {now}, and no other has moved.",
                transition.record
            )
        }
        ClauseKind::TransitionExcept { transition } => {
            let transition = operation.transition(transition.as_deref())?;
            let guard = transition.except.as_ref()?;
            let asked = asked(route, transition);
            format!(
                "{asked} leaves the {} as it was when {}.",
                transition.record, guard.when
            )
        }
        ClauseKind::Hidden { what } => {
            let hidden = operation.hidden.iter().find(|it| it.id == *what)?;
            format!("{route} never shows {}.", hidden.description)
        }
        _ => return None,
    })
}

/// The request that asks for a transition.
fn asked(route: &str, transition: &Transition) -> String {
    match &transition.trigger {
        Some(given) => format!("{route} with `{}` as {}", given.value, input(&given.input)),
        None => route.to_owned(),
    }
}
