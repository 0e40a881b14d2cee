//! Values that are in an answer, and others that are not, whatever the shape of the answer.

use crate::clauses::proof::elsewhere::is_outdated_by_address;
use crate::clauses::proof::{is_accepted_call, last_act};
use crate::clauses::shared::lists::{is_read, narrowing};
use crate::clauses::shared::order::reaches;
use crate::clauses::shared::pages::identities;
use crate::clauses::{Claim, ClauseRule};
use crate::finding::{Coverage, FindingResult};
use crate::parsed::answer::AnswerClass;
use crate::parsed::attempt::Attempt;
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;

pub(super) fn judge(rule: &dyn ClauseRule, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
    if let Some(result) = rule.judge_values(ctx) {
        return result;
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
    if rule.replaces_values() {
        return judge_replacement(rule, claim, ctx, shown, hidden);
    }
    let forbidden = rule.forbids();
    if let Some(hidden) = hidden {
        if claim.keeps && !forbidden && !was_lacking(ctx, hidden) {
            return FindingResult::NotExercised(Reason::Unobservable);
        }
        if !forbidden && !ctx.is_set_up() {
            return FindingResult::Inconclusive(Reason::NotDemonstrated);
        }
        return ctx.breach(format!("nothing of `{hidden}`"));
    }
    if !shown && let Some(expected) = rule.missing_value(ctx) {
        return ctx.breach(expected);
    }
    // Absence shows nothing unless what must be there was found in the same answer.
    let is_controlled =
        shown || (forbidden && values.shows.iter().any(|value| attempt.holds(value)));
    if !is_controlled {
        return FindingResult::NotExercised(Reason::Unobservable);
    }
    if !attempt.complete && !values.hides.iter().all(|value| reaches(ctx, value)) {
        return FindingResult::Inconclusive(Reason::PageLimit);
    }
    if rule.lacks_earlier_state(ctx) {
        return FindingResult::Inconclusive(Reason::NoControl);
    }
    FindingResult::held(Coverage::SEEN | Coverage::of_values(values))
}

/// Earlier accepted calls that sent just the same.
pub(crate) fn same_calls<'v>(ctx: &'v StepContext<'_>) -> impl Iterator<Item = &'v Attempt> {
    let sent = ctx.attempt().map(|attempt| &attempt.sent);
    let calls = ctx.trace.calls(&ctx.operation.id);
    let earlier = calls.filter(|index| *index < ctx.index && is_accepted_call(ctx, *index));
    let attempts = earlier.filter_map(|index| ctx.trace.attempt(index));
    attempts.filter(move |attempt| Some(&attempt.sent) == sent)
}

/// Whether the last earlier call with the same inputs did not show a value. A value that it showed may appear in any state.
fn was_lacking(ctx: &StepContext<'_>, value: &str) -> bool {
    let last = same_calls(ctx).last();
    last.is_some_and(|before| !before.holds(value))
}

/// One value is there and the other is not: the new one after a change, the old one after a refusal. Where both
/// are, the old one may be shown as what it is.
fn judge_replacement(
    rule: &dyn ClauseRule,
    claim: &Claim,
    ctx: &StepContext<'_>,
    shown: bool,
    other: Option<&String>,
) -> FindingResult {
    let own = claim.operation.as_deref() == Some(&ctx.operation.id);
    let accepted = own || last_act(claim, ctx).is_some_and(|index| is_accepted_call(ctx, index));
    match (shown, other) {
        _ if !accepted => FindingResult::Inconclusive(Reason::OtherOutcome),
        (true, None) => FindingResult::HELD,
        _ if !shown && !lacks_changed_value(rule, ctx) => {
            FindingResult::NotExercised(Reason::Unobservable)
        }
        // The clause of the address reports it instead.
        (false, Some(_)) if is_outdated_by_address(ctx) => {
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
fn lacks_changed_value(rule: &dyn ClauseRule, ctx: &StepContext<'_>) -> bool {
    let Some(attempt) = ctx.attempt() else {
        return false;
    };
    let was_sent = |value: &str| {
        let mut earlier = (0..ctx.index).filter_map(|index| ctx.trace.attempt(index));
        rule.changed_field().is_some_and(|field| {
            earlier.any(|attempt| {
                let sent = attempt.sent.body(field);
                sent.is_some_and(|sent| sent.holds_text(value))
            })
        })
    };
    let was_shown = |value: &str| same_calls(ctx).any(|before| before.holds(value));
    let mut missing = ctx.parsed.values.shows.iter();
    missing.any(|value| !attempt.holds(value) && (was_sent(value) || was_shown(value)))
}

/// Something that the scenario knows to be of the account, and that a list does not show although it was read to its end or
/// is empty.
pub(crate) fn missing_own(ctx: &StepContext<'_>) -> Option<String> {
    let attempt = ctx.attempt().filter(|attempt| is_read(attempt))?;
    // An item without an identifier may be the one.
    let count = identities(ctx)?;
    let empty = count == 0 && narrowing(ctx.operation, &attempt.sent).is_empty();
    if !attempt.complete && !empty {
        return None;
    }
    let is_judged = ctx.operation.lists.is_some() && ctx.key_works() && ctx.is_set_up();
    let mut own = ctx.parsed.values.shows.iter().filter(|_| is_judged);
    let missing = own.find(|value| !attempt.holds(value))?;
    Some(format!("`{missing}` in the list, which is of the account"))
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
