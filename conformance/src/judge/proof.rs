//! What only a scenario can show: that something was created, that a state was left, that a list
//! keeps to its account. The scenario says which step shows it; here is when it does.

use spec::ClauseKind;

use crate::reason::Reason;
use crate::scenario::Expectation;

use super::Judged;
use super::answer::Standing;
use super::scene::{Acceptance, Refusal};
use super::view::{View, nothing};

pub(super) fn judge(kind: &ClauseKind, view: &View<'_>) -> Judged {
    match &view.step.expect {
        Expectation::Refused(case) => by_refusal(kind, view, case),
        _ if view.reading.values.shows.is_empty() => by_acceptance(view),
        _ => by_place(view),
    }
}

/// A refusal that only comes if an earlier call did what it said.
fn by_refusal(kind: &ClauseKind, view: &View<'_>, case: &str) -> Judged {
    match view.refusal() {
        Refusal::Matched if !rests_on_acceptance(view) => {
            Judged::Inconclusive(Reason::NotDemonstrated)
        }
        Refusal::Matched => Judged::HELD,
        Refusal::Accepted if *kind == ClauseKind::TransitionDone => {
            // Unless the refusal is known to be given at all, it may be what is missing.
            if rests_on_acceptance(view) && is_given_elsewhere(view, case) {
                view.breach("refused: an accepted call has taken the record out of its state")
            } else {
                Judged::Inconclusive(Reason::NotDemonstrated)
            }
        }
        Refusal::Accepted => Judged::Inconclusive(Reason::OtherOutcome),
        Refusal::Other => Judged::Inconclusive(Reason::WrongReason),
        Refusal::Nothing(reason) => nothing(reason),
    }
}

/// Whether what came before was accepted: the last call that should have been, of any operation.
fn rests_on_acceptance(view: &View<'_>) -> bool {
    let earlier = (0..view.index).rev().find(|index| {
        view.scene
            .step(*index)
            .is_some_and(|step| step.expect == Expectation::Accepted)
    });
    earlier.is_some_and(|index| {
        matches!(
            view.scene.acceptance(index),
            Acceptance::Shown | Acceptance::Undocumented | Acceptance::Unproved
        )
    })
}

fn is_given_elsewhere(view: &View<'_>, case: &str) -> bool {
    view.scene
        .calls(&view.operation.id)
        .any(|index| index != view.index && view.scene.is_answered_as(index, case))
}

/// An acceptance that only comes if something is as the clause says.
fn by_acceptance(view: &View<'_>) -> Judged {
    match view.acceptance() {
        Acceptance::Shown => Judged::HELD,
        Acceptance::Refused => {
            let Some(case) = &view.step.disproved_by else {
                return Judged::Inconclusive(Reason::OtherOutcome);
            };
            if !view.scene.is_answered_as(view.index, case) {
                return Judged::Inconclusive(Reason::OtherOutcome);
            }
            if view.may_be_used_up() {
                return Judged::NotExercised(Reason::UsedUp);
            }
            // Either the target vouches for the thing, or things like it were found the same way.
            let vouched = view.addresses_fixtures() || view.has_control_addressed_alike();
            if view.is_demonstrated() && vouched {
                return view.breach("accepted");
            }
            Judged::Inconclusive(Reason::NoControl)
        }
        _ => view.without_acceptance(),
    }
}

/// Values that are in the answer, and others that are not.
fn by_place(view: &View<'_>) -> Judged {
    let Some(way) = view.way() else {
        return Judged::NotExercised(Reason::NoCapture);
    };
    if way.standing() != Standing::Accepted {
        return view.without_acceptance();
    }
    let values = view.reading.values;
    if let Some(hidden) = values.hides.iter().find(|value| way.holds(value)) {
        return view.breach(format!("nothing of `{hidden}`"));
    }
    // Absence shows nothing unless what must be there was found the same way.
    if !values.shows.iter().all(|value| way.holds(value)) {
        return Judged::NotExercised(Reason::Unobservable);
    }
    if !values.hides.is_empty() && !way.complete {
        return Judged::Inconclusive(Reason::PageLimit);
    }
    Judged::HELD
}
