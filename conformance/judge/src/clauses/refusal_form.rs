//! A refusal has the documented message, code and status, and names the documented input.

use conformance_model::defects;
use spec::{ErrorCase, ErrorEntries, MemberPath, NamedInput, Slot, ValueSource};

use crate::clauses::error_entries;
use crate::clauses::prelude::*;
use crate::clauses::shared::refusals::is_json_refusal;
use crate::clauses::shared::state_before::is_in_unnamed_state;
use crate::parsed::expected_message;

/// Fails with the result where the call was not refused, or perhaps not for the expected defect.
pub(super) fn check_refused(ctx: &StepContext<'_>) -> Result<(), NotHeld> {
    match ctx.refusal {
        RefusalOutcome::Matched => Ok(()),
        RefusalOutcome::Other if ctx.has_control() => Ok(()),
        RefusalOutcome::Other => Err(Inconclusive(Reason::WrongReason)),
        RefusalOutcome::Accepted => Err(Inconclusive(Reason::OtherOutcome)),
        RefusalOutcome::Unusable(reason) => Err(unusable_result(reason)),
    }
}

pub(super) fn has_message(step: &ClaimedStep<'_>, case: &str) -> bool {
    let case_of_step = step.documented_refusal().or_else(|| step.observed_refusal());
    case_of_step.is_some_and(|known| known.id == case)
}

pub(super) fn judge_message(ctx: &StepContext<'_>, case: &str) -> FindingResult {
    if ctx.step.expect == Expectation::Nothing {
        return judge_observed_message(ctx, case);
    }
    check_refused(ctx)?;
    if ctx.refusal == RefusalOutcome::Matched {
        return Ok(Held::ONCE);
    }
    let case = ctx.trace.expected_case(ctx).ok_or(Inconclusive(Reason::WrongReason))?;
    if is_perhaps_gone(ctx, case) {
        return Err(Inconclusive(Reason::OtherOutcome));
    }
    Err(message_breach(ctx, case).unwrap_or(Inconclusive(Reason::WrongReason)))
}

/// Whether a call that needs a record in a state was answered that there is none, after the record left that state for one
/// that the document does not name: the record may have been removed.
fn is_perhaps_gone(ctx: &StepContext<'_>, case: &ErrorCase) -> bool {
    let Some(Condition::NotInState { record, .. }) = case.when.stated() else { return false };
    let is_not_found = ctx.answer().is_some_and(|answer| matches!(answer.status, 404 | 410));
    is_not_found && is_in_unnamed_state(ctx.trace.contract, ctx.trace.scenario, ctx.index, record)
}

/// Judges a refusal where the document does not say whether the call is refused.
fn judge_observed_message(ctx: &StepContext<'_>, case: &str) -> FindingResult {
    if !is_json_refusal(ctx) {
        return Err(NotExercised(Reason::NoValue));
    }
    let attempt = ctx.attempt.ok_or(NotExercised(Reason::NoCapture))?;
    if ctx.trace.is_refused_as(ctx, attempt, case) {
        return Ok(Held::ONCE);
    }
    let case = ctx.trace.contract.error_case(ctx.operation, case);
    let case = case.ok_or(Inconclusive(Reason::WrongReason))?;
    // A text that is no identifier may be refused as malformed. A message that repeats it repeats each letter.
    if matches!(case.when.stated(), Some(Condition::Unknown(_))) && !is_recased(ctx, case) {
        return Err(NotExercised(Reason::NoValue));
    }
    if !ctx.has_control() {
        return Err(Inconclusive(Reason::NoControl));
    }
    Err(message_breach(ctx, case).unwrap_or(Inconclusive(Reason::WrongReason)))
}

/// Whether the message is the documented one with letters in another case.
fn is_recased(ctx: &StepContext<'_>, case: &ErrorCase) -> bool {
    let message = ctx.answer().and_then(|response| response.message.as_ref());
    let expected = expected_text(ctx, case);
    message.zip(expected).is_some_and(|(message, expected)| {
        let message = format!("`{message}`");
        message != expected && message.eq_ignore_ascii_case(&expected)
    })
}

/// The message that the document gives for what was sent.
fn expected_text(ctx: &StepContext<'_>, case: &ErrorCase) -> Option<String> {
    let attempt = ctx.attempt?;
    let known = |sources: &[ValueSource]| ctx.trace.known_values(sources, attempt, ctx.index);
    Some(expected_message(case, &known))
}

/// The breach by another message; `None` for the documented one, which requests without the defect get as well.
fn message_breach(ctx: &StepContext<'_>, case: &ErrorCase) -> Option<NotHeld> {
    let (response, expected) = (ctx.answer()?, expected_text(ctx, case)?);
    let said = response.message.as_ref().map(|message| format!("`{message}`"));
    if said.as_ref() == Some(&expected) || case.is_empty() && response.is_empty() {
        return None;
    }
    // The document does not distinguish some cases from this one.
    let others = ctx.trace.contract.indistinct_cases(Some(ctx.operation), case).skip(1);
    let expected = others.fold(expected, |all, other| format!("{all} or {}", other.title()));
    let pointer = ctx.trace.contract.service.error_body.member.pointer();
    Some(match said {
        Some(said) => response.breach_at(pointer, expected, said),
        None if case.is_empty() => response.breach(expected),
        None => response.breach(format!("the message {expected}")),
    })
}

/// Like `check_refused`, but also requires that the message is that of this case. The document may not distinguish this
/// case from another one, which has its own code and status.
fn check_refused_for_case(ctx: &StepContext<'_>) -> Result<(), NotHeld> {
    check_refused(ctx)?;
    let case = ctx.trace.expected_case(ctx).zip(ctx.attempt);
    let is_case = case.is_some_and(|(case, attempt)| ctx.trace.is_worded_as(ctx, attempt, case));
    if ctx.refusal == RefusalOutcome::Matched && !is_case {
        return Err(Inconclusive(Reason::OtherOutcome));
    }
    Ok(())
}

pub(super) fn judge_code(ctx: &StepContext<'_>, code: &str) -> FindingResult {
    check_refused_for_case(ctx)?;
    if let Some(entries) = entries_of_case(ctx) {
        return error_entries::judge_code(ctx, entries, code);
    }
    let response = ctx.answer().ok_or(NotExercised(Reason::NoCapture))?;
    let path = ctx.trace.contract.service.error_body.code.as_ref();
    let path = path.ok_or(NotExercised(Reason::NoCapture))?;
    let shown = response.at(path);
    if shown.and_then(Json::text) == Some(code) {
        return Ok(Held::ONCE);
    }
    Err(match shown {
        Some(other) => response.breach_at(path.pointer(), format!("`{code}`"), other.to_string()),
        None => response.breach(format!("the code `{code}` in `{path}`")),
    })
}

pub(super) fn judge_field(ctx: &StepContext<'_>) -> FindingResult {
    check_refused_for_case(ctx)?;
    if let Some(entries) = entries_of_case(ctx) {
        return error_entries::judge_field(ctx, entries);
    }
    if let Some(entries) = &ctx.trace.contract.service.error_body.entries {
        return error_entries::judge_none(ctx, entries);
    }
    let response = ctx.answer().ok_or(NotExercised(Reason::NoCapture))?;
    let member = ctx.trace.contract.service.error_body.field.as_ref();
    let (case, member) =
        ctx.trace.expected_case(ctx).zip(member).ok_or(NotExercised(Reason::NoCapture))?;
    let shown = response.at(&member.path);
    let names_nothing = case.field.as_ref().and_then(Slot::value) == Some(&NamedInput::Nothing);
    if names_nothing {
        let is_right = match (member.present.stated(), shown) {
            (Some(false), shown) => shown.is_none(),
            (Some(true), Some(shown)) => *shown == Json::Null,
            (Some(true), None) => false,
            (None, shown) => shown.is_none_or(|shown| *shown == Json::Null),
        };
        let wanted = if member.present.stated() == Some(&true) { "null" } else { "no such member" };
        return judge_shown(response, &member.path, wanted.to_owned(), is_right);
    }
    let input = match case.named_input() {
        Some(input) => input.clone(),
        None => offending_input(ctx).ok_or(Inconclusive(Reason::OtherOutcome))?,
    };
    let name = ctx.operation.wire_name(&input);
    let shown_name = shown.and_then(Json::text).unwrap_or_default();
    // The response may name an item of a list, or a member of an object.
    let is_within =
        ctx.sent(&input).is_some_and(|sent| matches!(sent, Json::List(_) | Json::Map(_)))
            && shown_name.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', '[']));
    judge_shown(response, &member.path, format!("`{name}`"), shown_name == name || is_within)
}

/// The list of errors, if the expected case has an entry in it.
fn entries_of_case<'a>(ctx: &StepContext<'a>) -> Option<&'a ErrorEntries> {
    ctx.trace.contract.service.error_body.entries_of(ctx.trace.expected_case(ctx)?)
}

fn judge_shown(
    response: &ParsedResponse,
    path: &MemberPath,
    expected: String,
    is_right: bool,
) -> FindingResult {
    if is_right {
        return Ok(Held::ONCE);
    }
    Err(match response.at(path) {
        Some(other) => response.breach_at(path.pointer(), expected, other.to_string()),
        None => response.breach(format!("{expected} in `{path}`")),
    })
}

/// The input of the query or the body that is wrong; `None` unless there is exactly one.
fn offending_input(ctx: &StepContext<'_>) -> Option<InputRef> {
    let mut wrong = defects::wrong_inputs(ctx.operation, |input| ctx.sent(input)).into_iter();
    let only = wrong.next();
    only.filter(|_| wrong.next().is_none())
}

pub(super) fn has_status(step: &ClaimedStep<'_>, case: &str, status: u16) -> bool {
    step.documented_refusal()
        .is_some_and(|known| known.id == case && known.status.stated() == Some(&status))
}

pub(super) fn judge_status(ctx: &StepContext<'_>, status: u16) -> FindingResult {
    check_refused_for_case(ctx)?;
    match ctx.answer() {
        Some(response) if response.status == status => Ok(Held::ONCE),
        _ => ctx.breach(format!("status {status}")),
    }
}
