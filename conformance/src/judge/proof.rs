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

use super::FindingResult;
use super::answer::AnswerClass;
use super::step_context::{StepContext, nothing};
use super::trace_view::{Acceptance, Refusal};

pub(super) use barred::judge as refused_anyhow;
pub(super) use elsewhere::is_outdated;

pub(super) fn judge(claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
    if let ClauseKind::AccountLimit { record } = &claim.kind {
        return limit::judge(ctx, record);
    }
    if ctx.step.compared().next().is_some() {
        return compared::judge(claim, ctx);
    }
    match &ctx.step.expect {
        Expectation::Refused(case) => by_refusal(claim, ctx, case),
        Expectation::RefusedAny => barred::judge(&claim.kind, ctx),
        _ if looks_for_values(ctx, &claim.kind) => place::judge(claim, ctx),
        _ if claim.keeps => by_staying(&claim.kind, ctx),
        _ if claim.kind == ClauseKind::Removal => by_making_again(claim, ctx),
        _ => by_acceptance(&claim.kind, ctx),
    }
}

/// Whether the answer decides, and not that there is one. A thing that is reached by its name need not show it.
fn looks_for_values(ctx: &StepContext<'_>, kind: &ClauseKind) -> bool {
    let reached = *kind == ClauseKind::AccountOfKey && ctx.operation.lists.is_none();
    let values = ctx.parsed.values;
    !reached && (!values.shows.is_empty() || !values.hides.is_empty())
}

/// A refusal that only comes if an earlier call did what it said.
fn by_refusal(claim: &Claim, ctx: &StepContext<'_>, case: &str) -> FindingResult {
    let kind = &claim.kind;
    let barred = matches!(kind, ClauseKind::Scope | ClauseKind::Hidden { .. });
    match ctx.refusal() {
        Refusal::Matched if barred && !ctx.has_control() => {
            FindingResult::Inconclusive(Reason::NoControl)
        }
        Refusal::Matched if !barred && !rests_on_acceptance(ctx) => {
            FindingResult::Inconclusive(Reason::NotDemonstrated)
        }
        Refusal::Matched => FindingResult::held(barred::shown_by(kind)),
        Refusal::Accepted if barred => barred::accepted(kind, ctx),
        Refusal::Accepted => match undone(claim, ctx, case) {
            // Unless the refusal is known to be given at all, it may be what is missing.
            Some(expected) if rests_on_acceptance(ctx) && is_given_elsewhere(ctx, case) => {
                ctx.breach(expected)
            }
            Some(_) => FindingResult::Inconclusive(Reason::NotDemonstrated),
            None => FindingResult::Inconclusive(Reason::OtherOutcome),
        },
        Refusal::Other => FindingResult::Inconclusive(Reason::WrongReason),
        Refusal::Unusable(reason) => nothing(reason),
    }
}

/// What should have come, where accepting shows that an earlier call did not do what it said, or did more.
fn undone(claim: &Claim, ctx: &StepContext<'_>, case: &str) -> Option<&'static str> {
    let case = ctx.trace.contract.error_case(ctx.operation, case);
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
        ClauseKind::Removal if barred::shows_what_was_asked(ctx) => {
            Some("refused: an accepted call has removed it")
        }
        _ => None,
    }
}

/// Whether what came before was accepted: the last call that should have been, of any operation.
fn rests_on_acceptance(ctx: &StepContext<'_>) -> bool {
    let earlier = (0..ctx.index)
        .rev()
        .find(|index| ctx.trace.step(*index).is_some_and(Step::wants_acceptance));
    earlier.is_some_and(|index| is_accepted(ctx, index))
}

fn is_accepted(ctx: &StepContext<'_>, index: usize) -> bool {
    let attempt = ctx.trace.attempt(index);
    attempt.is_some_and(|attempt| attempt.class() == AnswerClass::Accepted)
}

fn is_given_elsewhere(ctx: &StepContext<'_>, case: &str) -> bool {
    ctx.trace
        .calls(&ctx.operation.id)
        .any(|index| index != ctx.index && ctx.trace.is_answered_as(index, case))
}

/// The last earlier call of the operation that a clause is about, of those that should be accepted.
fn act(claim: &Claim, ctx: &StepContext<'_>) -> Option<usize> {
    let wanted = |index: &usize| {
        let step = ctx.trace.step(*index);
        step.is_some_and(Step::wants_acceptance)
    };
    earlier_calls(claim, ctx).filter(wanted).last()
}

fn earlier_calls<'v>(
    claim: &'v Claim,
    ctx: &'v StepContext<'_>,
) -> impl Iterator<Item = usize> + 'v {
    let operation = claim.operation.as_deref().unwrap_or_default();
    let calls = ctx.trace.calls(operation);
    calls.filter(|index| *index < ctx.index)
}

/// What was removed can be made again. That shows something only if it could not be made twice.
fn by_making_again(claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
    let Some(case) = &ctx.step.disproved_by else {
        return by_acceptance(&claim.kind, ctx);
    };
    let removed = act(claim, ctx).is_some_and(|index| is_accepted(ctx, index));
    match ctx.acceptance() {
        _ if !removed => FindingResult::Inconclusive(Reason::OtherOutcome),
        _ if !is_given_elsewhere(ctx, case) => FindingResult::Inconclusive(Reason::NoControl),
        Acceptance::Shown => FindingResult::HELD,
        Acceptance::Refused if !ctx.trace.is_answered_as(ctx.index, case) => {
            FindingResult::Inconclusive(Reason::OtherOutcome)
        }
        Acceptance::Refused if ctx.is_demonstrated() => {
            ctx.breach("accepted: an accepted call has removed it")
        }
        Acceptance::Refused => FindingResult::Inconclusive(Reason::NotDemonstrated),
        _ => ctx.without_acceptance(),
    }
}

/// An acceptance that only comes if something is as the clause says.
fn by_acceptance(kind: &ClauseKind, ctx: &StepContext<'_>) -> FindingResult {
    match ctx.acceptance() {
        Acceptance::Shown => FindingResult::HELD,
        Acceptance::Refused if !is_disproof(kind, ctx) => {
            FindingResult::Inconclusive(Reason::OtherOutcome)
        }
        Acceptance::Refused if ctx.may_be_used_up() => FindingResult::NotExercised(Reason::UsedUp),
        Acceptance::Refused => {
            // Either the target vouches for the thing, or things like it were found the same way.
            let vouched = ctx.addresses_fixtures() || ctx.has_control_addressed_alike();
            if ctx.is_demonstrated() && vouched {
                return ctx.breach("accepted");
            }
            FindingResult::Inconclusive(Reason::NoControl)
        }
        _ => ctx.without_acceptance(),
    }
}

/// An acceptance that must still come, as it came for something of its kind.
fn by_staying(kind: &ClauseKind, ctx: &StepContext<'_>) -> FindingResult {
    match ctx.acceptance() {
        Acceptance::Shown => FindingResult::HELD,
        Acceptance::Refused if !is_disproof(kind, ctx) => {
            FindingResult::Inconclusive(Reason::OtherOutcome)
        }
        Acceptance::Refused if ctx.may_be_used_up() => FindingResult::NotExercised(Reason::UsedUp),
        Acceptance::Refused if ctx.is_demonstrated() && ctx.has_control_of_its_kind() => {
            ctx.breach("accepted, as before")
        }
        Acceptance::Refused => FindingResult::Inconclusive(Reason::NoControl),
        _ => ctx.without_acceptance(),
    }
}

/// Whether a refusal shows the opposite of the clause: the one that the scenario names does, and any
/// that cannot be right where the contract has none for a move that is not allowed.
fn is_disproof(kind: &ClauseKind, ctx: &StepContext<'_>) -> bool {
    match (&ctx.step.disproved_by, kind) {
        (Some(case), _) => ctx.trace.is_answered_as(ctx.index, case),
        (None, ClauseKind::TransitionAllowed { transition }) => {
            let moved = ctx.operation.transition(transition.as_deref());
            let named = moved.is_some_and(|moved| moved.refused_with.is_some());
            !named && !ctx.may_be_right_to_refuse()
        }
        // A key that works reaches what is known to be of its account.
        (None, ClauseKind::AccountOfKey) => ctx.has_control() && !ctx.may_be_right_to_refuse(),
        (None, _) => false,
    }
}
