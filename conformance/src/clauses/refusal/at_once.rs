//! Of several like requests sent at the same moment, one is accepted and the others are refused.
//!
//! A busy server may turn away simultaneous requests in any way: only more than one acceptance is a breach. Whether the
//! others were refused for the documented reason is decided by the message alone.

use crate::clauses::shared::refusals::describe_defect;
use crate::finding::{Coverage, FindingResult};
use crate::parsed::answer::{Answer, AnswerClass};
use crate::parsed::attempt::Attempt;
use crate::parsed::step_context::{StepContext, unusable_result};
use crate::parsed::view::AcceptanceOutcome;
use crate::reason::Reason;
use crate::scenario::Expectation;

/// One is accepted, the others are refused.
pub(super) fn judge(ctx: &StepContext<'_>) -> FindingResult {
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
        _ => judge_several(ctx, &accepted),
    }
}

/// More than one was accepted, which is a breach only where acceptance shows something.
fn judge_several(ctx: &StepContext<'_>, accepted: &[&Attempt]) -> FindingResult {
    let acceptance = |attempt: &Attempt| ctx.trace.acceptance_of(attempt, ctx.operation);
    let shown = accepted.iter().filter(|attempt| acceptance(attempt) == AcceptanceOutcome::Shown);
    let answers: Vec<&Answer> = shown.filter_map(|attempt| attempt.answers.first()).collect();
    let [_, second, ..] = answers.as_slice() else {
        let undocumented =
            |attempt: &&Attempt| acceptance(attempt) == AcceptanceOutcome::Undocumented;
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
        describe_defect(ctx)
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

/// The result where the attempts that were not accepted show nothing.
fn unclear(others: &[&Attempt]) -> Option<FindingResult> {
    let answers = || others.iter().flat_map(|attempt| &attempt.answers);
    let reason = answers().find_map(|answer| match answer.class {
        AnswerClass::Unusable(reason) => Some(reason),
        AnswerClass::Accepted | AnswerClass::Refused => None,
    });
    let failed = || answers().any(|answer| answer.status >= 500);
    let failed = || failed().then_some(FindingResult::Inconclusive(Reason::ServerError));
    reason.map(unusable_result).or_else(failed)
}
