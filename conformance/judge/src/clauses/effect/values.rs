//! Values that are in a response, and others that are not, whatever the shape of the response.

use spec::ClauseKind;

use crate::clauses::ClaimedBy;
use crate::clauses::effect::elsewhere::is_outdated_by_address;
use crate::clauses::effect::{earlier_calls, is_last_act_accepted};
use crate::clauses::prelude::*;
use crate::clauses::shared::kept::may_be_cut;
use crate::clauses::shared::lists::narrowing;
use crate::clauses::shared::pages::identities;
use crate::clauses::shared::rank::reaches;
use crate::json::is_same_text;

/// Judges what the step looks for. `missing` is what was expected, where a value is missing that the response is known to
/// show.
pub fn judge(claim: &Claim, ctx: &StepContext<'_>, missing: Option<String>) -> FindingResult {
    judge_presence(claim, ctx, false, missing)
}

/// The same for a clause that may forbid something, whatever the response showed before.
pub(super) fn judge_presence(
    claim: &Claim,
    ctx: &StepContext<'_>,
    forbids: bool,
    missing: Option<String>,
) -> FindingResult {
    let attempt = ctx.accepted_attempt()?;
    let values = ctx.values;
    if let Some(hidden) = find_hidden(ctx, attempt) {
        // A value that the last like call showed may appear in any state.
        let was_lacking = || same_calls(ctx).last().is_some_and(|before| !before.holds(hidden));
        if claim.made_by == ClaimedBy::MustNotAffect && !forbids && !was_lacking() {
            return Err(NotExercised(Reason::Unobservable));
        }
        return ctx.breach(format!("`{hidden}` not in the response"));
    }
    if let Some(expected) = missing {
        return ctx.breach(expected);
    }
    // Absence shows nothing unless what must be there was found in the same response.
    let mut shows = values.shows.iter();
    let is_controlled = if forbids && !values.shows.is_empty() {
        shows.any(|value| attempt.holds(value))
    } else {
        shows.all(|value| attempt.holds(value))
    };
    if !is_controlled {
        return Err(NotExercised(Reason::Unobservable));
    }
    if !attempt.complete && !values.hides.iter().all(|value| reaches(ctx, value)) {
        return Err(Inconclusive(Reason::PageLimit));
    }
    Ok(Held::with(Coverage::SEEN | Coverage::of_values(values)))
}

/// The first value in the response that must not be there.
fn find_hidden<'a>(ctx: &StepContext<'a>, attempt: &Attempt) -> Option<&'a String> {
    ctx.values.hides.iter().find(|value| shows_hidden(ctx, attempt, value))
}

/// Whether a response shows a value that it must not show. In a list, a member of a record may refer to a record that is not
/// listed itself.
fn shows_hidden(ctx: &StepContext<'_>, attempt: &Attempt, value: &str) -> bool {
    let Some(list) = contract::list_member(ctx.operation) else {
        // Names of members count where the records stand under their identifiers.
        let are_values = ctx.values.shows.iter().any(|shown| attempt.shows(shown));
        return attempt.shows(value) || !are_values && attempt.holds(value);
    };
    ctx.listed(list).any(|item| match item {
        Json::Map(members) => members
            .iter()
            .any(|(_, member)| matches!(member, Json::Text(text) if is_same_text(text, value))),
        item => item.holds_string(value),
    })
}

/// Earlier accepted calls that sent just the same.
pub fn same_calls<'a>(ctx: &StepContext<'a>) -> impl Iterator<Item = &'a ParsedStep<'a>> {
    let earlier = ctx.calls().filter(|call| call.index < ctx.index && call.is_accepted());
    earlier.filter(|call| call.sends_same_as(ctx))
}

/// The last call before the one that the clause is about that sent just the same. What earlier ones showed may have
/// changed since.
pub fn call_before<'a>(claim: &Claim, ctx: &StepContext<'a>) -> Option<&'a ParsedStep<'a>> {
    let act = earlier_calls(claim, ctx).last().map_or(ctx.index, |act| act.index);
    same_calls(ctx).take_while(|call| call.index <= act).last()
}

/// One value is there and the other is not: the new one after a change, the old one after a refusal. Where both
/// are, the old one may be shown as what it is.
///
/// `changed_field` is the member of the body that the clause says is changed.
pub fn judge_replacement(
    claim: &Claim,
    ctx: &StepContext<'_>,
    changed_field: Option<&str>,
) -> FindingResult {
    let attempt = ctx.accepted_attempt()?;
    let other = find_hidden(ctx, attempt);
    let is_shown = ctx.values.shows.iter().all(|value| attempt.holds(value));
    let is_own = claim.clause.operation.as_ref() == Some(&ctx.operation.id);
    if !is_own && !was_last_act_as_expected(claim, ctx) {
        return Err(Inconclusive(Reason::OtherOutcome));
    }
    if is_shown && other.is_none() {
        return Ok(Held::ONCE);
    }
    if claim.made_by == ClaimedBy::MustNotAffect
        && let Some(other) = other
        && shows_new_value(ctx, other)
    {
        return ctx
            .breach(format!("`{other}` not in the response: it was sent for another record"));
    }
    let before = call_before(claim, ctx);
    let is_judged = lacks_changed_value(ctx, before, changed_field);
    if is_shown || !is_judged || is_cut(ctx, changed_field) {
        return Err(NotExercised(Reason::Unobservable));
    }
    let wanted = ctx.values.shows.join("`, `");
    match other {
        // The clause of the address reports it instead.
        Some(_) if is_outdated_by_address(ctx) => Err(Inconclusive(Reason::OtherOutcome)),
        Some(other) if ctx.key_works() => ctx.breach(format!("`{wanted}`, not `{other}`")),
        // A value that is no longer on this page of a list may be on another page.
        None if ctx.operation.lists.is_some() && !attempt.complete => {
            Err(NotExercised(Reason::Unobservable))
        }
        None if ctx.key_works() && before.is_some_and(|before| shows_either(ctx, before)) => {
            ctx.breach(format!("`{wanted}`, or the previous value"))
        }
        _ => Err(NotExercised(Reason::Unobservable)),
    }
}

/// Whether the call that the clause is about came out as it says: a change was accepted, a refusal given.
fn was_last_act_as_expected(claim: &Claim, ctx: &StepContext<'_>) -> bool {
    match &claim.clause.kind {
        ClauseKind::Refusal { case } => earlier_calls(claim, ctx)
            .filter(|call| call.step.expect == Expectation::Refused(case.clone()))
            .last()
            .is_some_and(|call| call.refusal == RefusalOutcome::Matched),
        _ => is_last_act_accepted(claim, ctx),
    }
}

/// Whether a response holds a text that the same call before the change lacked.
fn shows_new_value(ctx: &StepContext<'_>, value: &str) -> bool {
    ctx.key_works() && same_calls(ctx).last().is_some_and(|before| !before.holds(value))
}

/// Whether a value is missing that was sent as the member that changes, or that the same call showed before. Others need
/// not be shown: a record may lack the identifier that it was asked by.
fn lacks_changed_value(
    ctx: &StepContext<'_>,
    before: Option<&ParsedStep<'_>>,
    changed_field: Option<&str>,
) -> bool {
    let was_sent = |value: &str| {
        changed_field.is_some_and(|field| {
            let earlier = ctx.trace.steps.iter().take(ctx.index);
            let mut sent = earlier.filter_map(|call| call.attempt?.sent.body(field));
            sent.any(|sent| sent.holds_text(value))
        })
    };
    let was_shown = |value: &str| before.is_some_and(|before| before.holds(value));
    let mut missing = ctx.values.shows.iter().filter(|value| !ctx.holds(value));
    missing.any(|value| was_sent(value) || was_shown(value))
}

/// Something that the scenario knows to be of the account, and that a list does not show although it was read to its end or
/// is empty.
pub fn missing_own(ctx: &StepContext<'_>) -> Option<String> {
    let attempt = ctx.attempt.filter(|attempt| attempt.is_read())?;
    // An item without an identifier may be the one.
    let count = identities(ctx)?;
    let is_empty = count == 0 && narrowing(ctx.operation, &attempt.sent).is_empty();
    let is_judged = ctx.operation.lists.is_some() && ctx.key_works();
    if !is_judged || (!attempt.complete && !is_empty) {
        return None;
    }
    let missing = ctx.values.shows.iter().find(|value| !attempt.holds(value))?;
    Some(format!("`{missing}` in the list: it belongs to the account"))
}

/// Whether the same call showed one of the values before, so that one of them must be there now.
fn shows_either(ctx: &StepContext<'_>, before: &ParsedStep<'_>) -> bool {
    let showed =
        |values: &[String]| !values.is_empty() && values.iter().all(|value| before.holds(value));
    showed(&ctx.values.shows) || showed(&ctx.values.hides)
}

/// Whether the response shows the beginning of a long text, where the document does not limit its length.
fn is_cut(ctx: &StepContext<'_>, field: Option<&str>) -> bool {
    let mut missing = ctx.values.shows.iter().filter(|value| !ctx.holds(value));
    missing.any(|value| {
        let is_cut = |shown: &str| may_be_cut(ctx, field.unwrap_or_default(), value, shown);
        ctx.responses().iter().filter_map(|it| it.json()).any(|json| json.any_string(is_cut))
    })
}
