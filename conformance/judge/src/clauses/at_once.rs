//! Of several like requests sent at the same moment, one is accepted and the others are refused.
//!
//! A busy server may turn away simultaneous requests in any way: only more than one acceptance is a breach. Whether the
//! others were refused for the documented reason is decided by the message alone.

use crate::clauses::prelude::*;
use crate::clauses::shared::refusals::describe_defect;
use crate::parsed::response::ResponseClass;

/// One is accepted, the others are refused.
pub(super) fn judge(ctx: &StepContext<'_>) -> FindingResult {
    if ctx.attempts.len() < ctx.step.at_once {
        return Err(NotExercised(Reason::NoCapture));
    }
    let (accepted, others): (Vec<_>, Vec<_>) =
        ctx.attempts.iter().partition(|attempt| attempt.is_accepted());
    match accepted.len() {
        0 => Err(unclear(&others).unwrap_or(Inconclusive(Reason::NoControl))),
        1 if others.iter().all(|attempt| is_as_documented(ctx, attempt)) => {
            Ok(Held::with(Coverage::SEEN_WITH_CONTROL))
        }
        1 => Err(unclear(&others).unwrap_or(Inconclusive(Reason::OtherOutcome))),
        _ => Err(judge_several(ctx, &accepted)),
    }
}

/// More than one was accepted, which is a breach only where acceptance shows something.
fn judge_several(ctx: &StepContext<'_>, accepted: &[&Attempt]) -> NotHeld {
    let has_outcome = |attempt: &Attempt, outcome| ctx.trace.acceptance_of(ctx, attempt) == outcome;
    let shown: Vec<_> = accepted
        .iter()
        .filter(|attempt| has_outcome(attempt, AcceptanceOutcome::Shown))
        .filter_map(|attempt| attempt.responses.first())
        .collect();
    let [_, second, ..] = shown.as_slice() else {
        let is_undocumented =
            accepted.iter().any(|attempt| has_outcome(attempt, AcceptanceOutcome::Undocumented));
        return Inconclusive(if is_undocumented {
            Reason::NotAsDocumented
        } else {
            Reason::NotShownToDiscriminate
        });
    };
    if !ctx.is_demonstrated() {
        return Inconclusive(Reason::NotDemonstrated);
    }
    let expected = format!(
        "only one of {} concurrent requests accepted: {}",
        ctx.step.at_once,
        describe_defect(ctx)
    );
    second.breach_at("", expected, format!("{} accepted", shown.len()))
}

fn is_as_documented(ctx: &StepContext<'_>, attempt: &Attempt) -> bool {
    match &ctx.step.expect {
        Expectation::Refused(case) => ctx.trace.is_refused_as(ctx, attempt, case),
        _ => false,
    }
}

/// The result where the attempts that were not accepted show nothing.
fn unclear(others: &[&Attempt]) -> Option<NotHeld> {
    let responses = || others.iter().flat_map(|attempt| &attempt.responses);
    let unusable = responses().find_map(|response| match response.class {
        ResponseClass::Unusable(reason) => Some(unusable_result(reason)),
        ResponseClass::Accepted | ResponseClass::Refused => None,
    });
    let has_failed = || responses().any(|response| response.status >= 500);
    unusable.or_else(|| has_failed().then_some(Inconclusive(Reason::ServerError)))
}
