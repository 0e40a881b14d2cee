//! What must be refused, with whichever message: what another account has, what is hidden, a request
//! without something that is required.
//!
//! That something was refused shows nothing by itself: a like request must have been accepted.

use spec::ClauseKind;

use crate::contract;
use crate::judge::refusal::has_failed;
use crate::judge::step_context::{StepContext, nothing};
use crate::judge::trace_view::Refusal;
use crate::judge::{Coverage, FindingResult};
use crate::reason::Reason;

pub(in crate::judge) fn judge(kind: &ClauseKind, ctx: &StepContext<'_>) -> FindingResult {
    match ctx.refusal() {
        Refusal::Matched | Refusal::Other => match () {
            () if has_failed(ctx) => FindingResult::Inconclusive(Reason::ServerError),
            () if !ctx.has_control() => FindingResult::Inconclusive(Reason::WrongReason),
            () if !ctx.is_demonstrated() => FindingResult::Inconclusive(Reason::NotDemonstrated),
            () => FindingResult::held(shown_by(kind)),
        },
        Refusal::Accepted => accepted(kind, ctx),
        Refusal::Unusable(reason) => nothing(reason),
    }
}

/// What a refusal beside a control shows of a clause.
pub(super) fn shown_by(kind: &ClauseKind) -> Coverage {
    match kind {
        ClauseKind::Scope | ClauseKind::Hidden { .. } => Coverage::INCLUDED | Coverage::EXCLUDED,
        _ => Coverage::SEEN | Coverage::CONTROL,
    }
}

/// The finding where it was accepted instead.
pub(super) fn accepted(kind: &ClauseKind, ctx: &StepContext<'_>) -> FindingResult {
    if !ctx.is_demonstrated() {
        return FindingResult::Inconclusive(Reason::NotDemonstrated);
    }
    match kind {
        ClauseKind::InputRequired { field } if ctx.has_control() => {
            ctx.breach(format!("refused: `{field}` is required"))
        }
        ClauseKind::InputRequired { .. } => FindingResult::Inconclusive(Reason::NoControl),
        ClauseKind::Scope if shows_what_was_asked(ctx) => {
            ctx.breach("refused: it is of another account")
        }
        ClauseKind::Hidden { .. } if shows_what_was_asked(ctx) => {
            ctx.breach("refused: it is never shown")
        }
        ClauseKind::Refusal { .. } if ctx.has_control() => {
            ctx.breach("refused: what was asked for does not exist")
        }
        // Accepted may still mean that nothing was shown and nothing done.
        _ => FindingResult::Inconclusive(Reason::OtherOutcome),
    }
}

/// Whether the answer names what the request asked for: of its addresses those that no accepted
/// request has, or else all.
pub(super) fn shows_what_was_asked(ctx: &StepContext<'_>) -> bool {
    let Some(attempt) = ctx.attempt() else {
        return false;
    };
    let addressing = attempt
        .sent
        .iter()
        .filter(|(input, _)| !contract::identifier_forms(ctx.operation, input).is_empty());
    let (shared, own): (Vec<_>, Vec<_>) = addressing.partition(|(input, value)| {
        let mut controls = ctx.controls().filter_map(|index| ctx.trace.attempt(index));
        controls.any(|control| control.sent.get(input) == Some(value))
    });
    let asked = if own.is_empty() { shared } else { own };
    let mut texts = asked.iter().filter_map(|(_, value)| value.text());
    texts.any(|text| attempt.holds(text))
}
