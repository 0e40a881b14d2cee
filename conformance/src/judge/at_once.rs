//! Whether of several like requests sent at the same moment one is accepted and the others are refused.
//!
//! Who is busy may turn away whoever comes at the same moment, in any way: only that more than one was let
//! in is a breach. That the others were refused for the documented reason is seen by its message alone.

use crate::reason::Reason;
use crate::scenario::Expectation;

use super::answer::{Answer, AnswerClass};
use super::refusal::defect;
use super::step_context::{StepContext, nothing};
use super::trace_view::{Acceptance, Attempt};
use super::{Coverage, FindingResult};

/// One is accepted, the others are refused.
pub(super) fn refused(ctx: &StepContext<'_>) -> FindingResult {
    let attempts = ctx.parsed.attempts;
    if attempts.len() < ctx.step.at_once {
        return FindingResult::NotExercised(Reason::NoCapture);
    }
    let is_accepted = |attempt: &&Attempt| attempt.class() == AnswerClass::Accepted;
    let (accepted, others): (Vec<_>, Vec<_>) = attempts.iter().partition(is_accepted);
    match accepted.len() {
        0 => unclear(&others).unwrap_or(FindingResult::Inconclusive(Reason::NoControl)),
        1 if others.iter().all(|attempt| is_as_documented(ctx, attempt)) => {
            FindingResult::held(Coverage::SEEN | Coverage::CONTROL)
        }
        1 => unclear(&others).unwrap_or(FindingResult::Inconclusive(Reason::OtherOutcome)),
        _ => several(ctx, &accepted),
    }
}

/// More than one was accepted. Where that means nothing, nobody is to blame.
fn several(ctx: &StepContext<'_>, accepted: &[&Attempt]) -> FindingResult {
    let acceptance = |attempt: &Attempt| ctx.trace.acceptance_of(attempt, ctx.operation);
    let shown = accepted
        .iter()
        .filter(|attempt| acceptance(attempt) == Acceptance::Shown);
    let answers: Vec<&Answer> = shown
        .filter_map(|attempt| attempt.answers.first())
        .collect();
    let [_, second, ..] = answers.as_slice() else {
        let undocumented = |attempt: &&Attempt| acceptance(attempt) == Acceptance::Undocumented;
        return FindingResult::Inconclusive(match accepted.iter().any(undocumented) {
            true => Reason::NotAsDocumented,
            false => Reason::NotShownToDiscriminate,
        });
    };
    if !ctx.is_demonstrated() || !ctx.is_set_up() {
        return FindingResult::Inconclusive(Reason::NotDemonstrated);
    }
    let expected = format!(
        "one of {} requests sent at once is accepted, the others are refused: {}",
        ctx.step.at_once,
        defect(ctx)
    );
    let actual = format!("{} were accepted", answers.len());
    FindingResult::Breach(second.failure_at("", expected, actual))
}

fn is_as_documented(ctx: &StepContext<'_>, attempt: &Attempt) -> bool {
    match &ctx.step.expect {
        Expectation::Refused(case) => ctx.trace.is_refused_as(ctx.index, attempt, case),
        _ => false,
    }
}

/// What the answers of those who were not accepted say, where they were not refused by a server that
/// could tell.
fn unclear(others: &[&Attempt]) -> Option<FindingResult> {
    let answers = || others.iter().flat_map(|attempt| &attempt.answers);
    let reason = answers().find_map(|answer| match answer.class {
        AnswerClass::Unusable(reason) => Some(reason),
        AnswerClass::Accepted | AnswerClass::Refused => None,
    });
    let failed = || answers().any(|answer| answer.status >= 500);
    let failed = || failed().then_some(FindingResult::Inconclusive(Reason::ServerError));
    reason.map(nothing).or_else(failed)
}
