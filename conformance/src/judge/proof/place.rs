//! Values that are in an answer, and others that are not, whatever the shape of the answer.

use spec::ClauseKind;

use crate::claims::Claim;
use crate::judge::answer::AnswerClass;
use crate::judge::filter;
use crate::judge::lists::{is_read, narrowing};
use crate::judge::order;
use crate::judge::paging::identities;
use crate::judge::step_context::StepContext;
use crate::judge::trace_view::Attempt;
use crate::judge::{Coverage, FindingResult};
use crate::reason::Reason;

use super::{act, elsewhere, is_accepted};

pub(super) fn judge(claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
    if let ClauseKind::Filter { parameter } = &claim.kind {
        return filter::named(ctx, parameter);
    }
    let Some(attempt) = ctx.attempt() else {
        return FindingResult::NotExercised(Reason::NoCapture);
    };
    if attempt.class() != AnswerClass::Accepted {
        return ctx.without_acceptance();
    }
    let values = ctx.parsed.values;
    let hidden = values.hides.iter().find(|value| attempt.holds(value));
    let shown = values.shows.iter().all(|value| attempt.holds(value));
    if let ClauseKind::Update { .. } | ClauseKind::Refusal { .. } = claim.kind {
        return replaced(claim, ctx, shown, hidden);
    }
    let anyhow = matches!(claim.kind, ClauseKind::Scope | ClauseKind::Hidden { .. });
    if let Some(hidden) = hidden {
        if claim.keeps && !anyhow && !lacked(ctx, hidden) {
            return FindingResult::NotExercised(Reason::Unobservable);
        }
        if !anyhow && !ctx.is_set_up() {
            return FindingResult::Inconclusive(Reason::NotDemonstrated);
        }
        return ctx.breach(format!("nothing of `{hidden}`"));
    }
    if let Some(lost) = lost(claim, ctx, shown) {
        return lost;
    }
    // Absence shows nothing unless what must be there was found the same way.
    let control = shown || (anyhow && values.shows.iter().any(|value| attempt.holds(value)));
    if !shown && let Some(missing) = own_missing(claim, ctx) {
        return ctx.breach(format!("`{missing}` in the list, which is of the account"));
    }
    if !control {
        return FindingResult::NotExercised(Reason::Unobservable);
    }
    if !attempt.complete && !values.hides.iter().all(|value| order::reaches(ctx, value)) {
        return FindingResult::Inconclusive(Reason::PageLimit);
    }
    match &claim.kind {
        ClauseKind::TransitionDone { .. } if !changed(ctx) => {
            FindingResult::Inconclusive(Reason::NoControl)
        }
        _ => FindingResult::held(Coverage::SEEN | Coverage::of(values)),
    }
}

/// Earlier accepted calls that sent just the same.
fn same_calls<'v>(ctx: &'v StepContext<'_>) -> impl Iterator<Item = &'v Attempt> {
    let sent = ctx.attempt().map(|attempt| &attempt.sent);
    let calls = ctx.trace.calls(&ctx.operation.id);
    let earlier = calls.filter(|index| *index < ctx.index && is_accepted(ctx, *index));
    let attempts = earlier.filter_map(|index| ctx.trace.attempt(index));
    attempts.filter(move |attempt| Some(&attempt.sent) == sent)
}

/// Whether a state that shows now did not show before, or the other way round: else it may have been so all the time.
fn changed(ctx: &StepContext<'_>) -> bool {
    let values = ctx.parsed.values;
    same_calls(ctx).any(|before| {
        values.hides.iter().any(|value| before.holds(value))
            || values.shows.iter().any(|value| !before.holds(value))
    })
}

/// Whether the last earlier call with the same inputs did not show a value. A value that it showed may appear in any state.
fn lacked(ctx: &StepContext<'_>, value: &str) -> bool {
    let last = same_calls(ctx).last();
    last.is_some_and(|before| !before.holds(value))
}

/// The finding where what must be there is not, though the answer is known to show such things.
fn lost(claim: &Claim, ctx: &StepContext<'_>, shown: bool) -> Option<FindingResult> {
    let attempt = ctx.attempt().filter(|_| !shown)?;
    let shows = &ctx.parsed.values.shows;
    let missing = shows.iter().find(|value| !attempt.holds(value))?;
    let breach = match &claim.kind {
        ClauseKind::TransitionDone { .. }
            if ctx.is_set_up()
                && same_calls(ctx)
                    .any(|attempt| shows.iter().all(|value| attempt.holds(value))) =>
        {
            format!("`{missing}`, as in the same state before")
        }
        _ => return None,
    };
    Some(ctx.breach(breach))
}

/// One value is there and the other is not: the new one after a change, the old one after a refusal. Where both
/// are, the other one may be told as what it is.
fn replaced(
    claim: &Claim,
    ctx: &StepContext<'_>,
    shown: bool,
    other: Option<&String>,
) -> FindingResult {
    let own = claim.operation.as_deref() == Some(&ctx.operation.id);
    let accepted = own || act(claim, ctx).is_some_and(|index| is_accepted(ctx, index));
    match (shown, other) {
        _ if !accepted => FindingResult::Inconclusive(Reason::OtherOutcome),
        (true, None) => FindingResult::HELD,
        _ if !shown && !lacks_changed(claim, ctx) => {
            FindingResult::NotExercised(Reason::Unobservable)
        }
        // The clause of the address reports it instead.
        (false, Some(_)) if elsewhere::is_outdated_by_address(ctx) => {
            FindingResult::Inconclusive(Reason::OtherOutcome)
        }
        (false, Some(other)) if ctx.key_works() => {
            let wanted = ctx.parsed.values.shows.join("`, `");
            ctx.breach(format!("`{wanted}` instead of `{other}`"))
        }
        // A value that is no longer on this page of a list may be on another page.
        (false, None) if ctx.operation.lists.is_some() && !is_complete(ctx) => {
            FindingResult::NotExercised(Reason::Unobservable)
        }
        (false, None) if ctx.key_works() && showed_either(ctx) => {
            let wanted = ctx.parsed.values.shows.join("`, `");
            ctx.breach(format!("`{wanted}`, or what was in its place before"))
        }
        _ => FindingResult::NotExercised(Reason::Unobservable),
    }
}

/// Whether a value is missing that was sent as the member that changes, or that the same call showed before. Others need
/// not be shown: a record may lack the identifier that it was asked by.
fn lacks_changed(claim: &Claim, ctx: &StepContext<'_>) -> bool {
    let Some(attempt) = ctx.attempt() else {
        return false;
    };
    let sent = |value: &str| match &claim.kind {
        ClauseKind::Update { field } => {
            let mut earlier = (0..ctx.index).filter_map(|index| ctx.trace.attempt(index));
            earlier.any(|attempt| {
                attempt
                    .sent
                    .body(field)
                    .is_some_and(|it| it.holds_text(value))
            })
        }
        _ => false,
    };
    let shown = |value: &str| same_calls(ctx).any(|before| before.holds(value));
    let mut missing = ctx.parsed.values.shows.iter();
    missing.any(|value| !attempt.holds(value) && (sent(value) || shown(value)))
}

/// A thing that the scenario knows to be of the account, and that a list does not show that was read to its end or is
/// empty.
fn own_missing<'v>(claim: &Claim, ctx: &'v StepContext<'_>) -> Option<&'v str> {
    let attempt = ctx.attempt().filter(|attempt| is_read(attempt))?;
    // What has no name may be the thing.
    let count = identities(ctx)?;
    let empty = count == 0 && narrowing(ctx.operation, &attempt.sent).is_empty();
    if !attempt.complete && !empty {
        return None;
    }
    let of_list = matches!(
        claim.kind,
        ClauseKind::Scope | ClauseKind::AccountOfKey | ClauseKind::Creation
    );
    let lists = of_list && ctx.operation.lists.is_some();
    let mut own = ctx
        .parsed
        .values
        .shows
        .iter()
        .filter(|_| lists && ctx.key_works() && ctx.is_set_up());
    own.find(|value| !attempt.holds(value)).map(String::as_str)
}

fn is_complete(ctx: &StepContext<'_>) -> bool {
    ctx.attempt().is_some_and(|attempt| attempt.complete)
}

/// Whether the same call showed one of the values before, so that one of them must be there now.
fn showed_either(ctx: &StepContext<'_>) -> bool {
    let values = ctx.parsed.values;
    same_calls(ctx).any(|before| {
        let holds =
            |values: &[String]| !values.is_empty() && values.iter().all(|it| before.holds(it));
        holds(&values.shows) || holds(&values.hides)
    })
}
