//! What only a scenario can show: that something was created, that a state was left, that a list
//! keeps to its account. The scenario says which step shows it; here is when it does.

mod barred;
mod compared;
mod elsewhere;
mod limit;
mod place;

use spec::{ClauseKind, Condition};

use crate::claims::Claim;
use crate::reason::Reason;
use crate::scenario::{Expectation, Step};

use super::Judged;
use super::answer::Standing;
use super::scene::{Acceptance, Refusal};
use super::view::{View, nothing};

pub(super) use barred::judge as refused_anyhow;
pub(super) use elsewhere::is_outdated;

pub(super) fn judge(claim: &Claim, view: &View<'_>) -> Judged {
    if let ClauseKind::AccountLimit { record } = &claim.kind {
        return limit::judge(view, record);
    }
    if view.step.compared().next().is_some() {
        return compared::judge(claim, view);
    }
    match &view.step.expect {
        Expectation::Refused(case) => by_refusal(claim, view, case),
        Expectation::RefusedAnyhow => barred::judge(&claim.kind, view),
        _ if looks_for_values(view, &claim.kind) => place::judge(claim, view),
        _ if claim.keeps => by_staying(&claim.kind, view),
        _ if claim.kind == ClauseKind::Removal => by_making_again(claim, view),
        _ => by_acceptance(&claim.kind, view),
    }
}

/// Whether the answer decides, and not that there is one. A thing that is reached by its name need not show it.
fn looks_for_values(view: &View<'_>, kind: &ClauseKind) -> bool {
    let reached = *kind == ClauseKind::AccountOfKey && view.operation.lists.is_none();
    let values = view.reading.values;
    !reached && (!values.shows.is_empty() || !values.hides.is_empty())
}

/// A refusal that only comes if an earlier call did what it said.
fn by_refusal(claim: &Claim, view: &View<'_>, case: &str) -> Judged {
    let kind = &claim.kind;
    let barred = matches!(kind, ClauseKind::Scope | ClauseKind::Hidden { .. });
    match view.refusal() {
        Refusal::Matched if barred && !view.has_control() => {
            Judged::Inconclusive(Reason::NoControl)
        }
        Refusal::Matched if !barred && !rests_on_acceptance(view) => {
            Judged::Inconclusive(Reason::NotDemonstrated)
        }
        Refusal::Matched => Judged::held(barred::shown_by(kind)),
        Refusal::Accepted if barred => barred::accepted(kind, view),
        Refusal::Accepted => match undone(claim, view, case) {
            // Unless the refusal is known to be given at all, it may be what is missing.
            Some(expected) if rests_on_acceptance(view) && is_given_elsewhere(view, case) => {
                view.breach(expected)
            }
            Some(_) => Judged::Inconclusive(Reason::NotDemonstrated),
            None => Judged::Inconclusive(Reason::OtherOutcome),
        },
        Refusal::Other => Judged::Inconclusive(Reason::WrongReason),
        Refusal::Nothing(reason) => nothing(reason),
    }
}

/// What should have come, where accepting shows that an earlier call did not do what it said, or did more.
fn undone(claim: &Claim, view: &View<'_>, case: &str) -> Option<&'static str> {
    let case = view.scene.contract.error_case(view.operation, case);
    let when = case.and_then(|case| case.when.stated());
    match &claim.kind {
        _ if claim.keeps => Some("refused: what was there before is there still"),
        ClauseKind::Update { .. } if matches!(when, Some(Condition::Taken(_))) => {
            Some("refused: an accepted call has given the value to another")
        }
        ClauseKind::TransitionDone { .. } => {
            Some("refused: an accepted call has taken the record out of its state")
        }
        ClauseKind::Creation => Some("refused: an accepted call has created it"),
        ClauseKind::Removal if barred::shows_what_was_asked(view) => {
            Some("refused: an accepted call has removed it")
        }
        _ => None,
    }
}

/// Whether what came before was accepted: the last call that should have been, of any operation.
fn rests_on_acceptance(view: &View<'_>) -> bool {
    let earlier = (0..view.index)
        .rev()
        .find(|index| view.scene.step(*index).is_some_and(Step::wants_acceptance));
    earlier.is_some_and(|index| is_accepted(view, index))
}

fn is_accepted(view: &View<'_>, index: usize) -> bool {
    let way = view.scene.way(index);
    way.is_some_and(|way| way.standing() == Standing::Accepted)
}

fn is_given_elsewhere(view: &View<'_>, case: &str) -> bool {
    view.scene
        .calls(&view.operation.id)
        .any(|index| index != view.index && view.scene.is_answered_as(index, case))
}

/// The last earlier call of the operation that a clause is about, of those that should be accepted.
fn act(claim: &Claim, view: &View<'_>) -> Option<usize> {
    let wanted = |index: &usize| {
        let step = view.scene.step(*index);
        step.is_some_and(Step::wants_acceptance)
    };
    earlier_calls(claim, view).filter(wanted).last()
}

fn earlier_calls<'v>(claim: &'v Claim, view: &'v View<'_>) -> impl Iterator<Item = usize> + 'v {
    let operation = claim.operation.as_deref().unwrap_or_default();
    let calls = view.scene.calls(operation);
    calls.filter(|index| *index < view.index)
}

/// What was removed can be made again. That shows something only if it could not be made twice.
fn by_making_again(claim: &Claim, view: &View<'_>) -> Judged {
    let Some(case) = &view.step.disproved_by else {
        return by_acceptance(&claim.kind, view);
    };
    let removed = act(claim, view).is_some_and(|index| is_accepted(view, index));
    match view.acceptance() {
        _ if !removed => Judged::Inconclusive(Reason::OtherOutcome),
        _ if !is_given_elsewhere(view, case) => Judged::Inconclusive(Reason::NoControl),
        Acceptance::Shown => Judged::HELD,
        Acceptance::Refused if !view.scene.is_answered_as(view.index, case) => {
            Judged::Inconclusive(Reason::OtherOutcome)
        }
        Acceptance::Refused if view.is_demonstrated() => {
            view.breach("accepted: an accepted call has removed it")
        }
        Acceptance::Refused => Judged::Inconclusive(Reason::NotDemonstrated),
        _ => view.without_acceptance(),
    }
}

/// An acceptance that only comes if something is as the clause says.
fn by_acceptance(kind: &ClauseKind, view: &View<'_>) -> Judged {
    match view.acceptance() {
        Acceptance::Shown => Judged::HELD,
        Acceptance::Refused if !is_disproof(kind, view) => {
            Judged::Inconclusive(Reason::OtherOutcome)
        }
        Acceptance::Refused if view.may_be_used_up() => Judged::NotExercised(Reason::UsedUp),
        Acceptance::Refused => {
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

/// An acceptance that must still come, as it came for something of its kind.
fn by_staying(kind: &ClauseKind, view: &View<'_>) -> Judged {
    match view.acceptance() {
        Acceptance::Shown => Judged::HELD,
        Acceptance::Refused if !is_disproof(kind, view) => {
            Judged::Inconclusive(Reason::OtherOutcome)
        }
        Acceptance::Refused if view.may_be_used_up() => Judged::NotExercised(Reason::UsedUp),
        Acceptance::Refused if view.is_demonstrated() && view.has_control_of_its_kind() => {
            view.breach("accepted, as before")
        }
        Acceptance::Refused => Judged::Inconclusive(Reason::NoControl),
        _ => view.without_acceptance(),
    }
}

/// Whether a refusal shows the opposite of the clause: the one that the scenario names does, and any
/// that cannot be right where the contract has none for a move that is not allowed.
fn is_disproof(kind: &ClauseKind, view: &View<'_>) -> bool {
    match (&view.step.disproved_by, kind) {
        (Some(case), _) => view.scene.is_answered_as(view.index, case),
        (None, ClauseKind::TransitionAllowed { transition }) => {
            let moved = view.operation.transition(transition.as_deref());
            let named = moved.is_some_and(|moved| moved.otherwise.is_some());
            !named && !view.may_be_right_to_refuse()
        }
        // A key that works reaches what is known to be of its account.
        (None, ClauseKind::AccountOfKey) => view.has_control() && !view.may_be_right_to_refuse(),
        (None, _) => false,
    }
}
