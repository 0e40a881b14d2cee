//! A refusal has the documented message.

use spec::{ClauseKind, ErrorCase, ValueSource};

use crate::clauses::shared::refusals::expected_case;
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::finding::{Failure, FindingResult};
use crate::parsed::answer::Answer;
use crate::parsed::expected_message;
use crate::parsed::step_context::{StepContext, unusable_result};
use crate::parsed::view::RefusalOutcome;
use crate::reason::Reason;

pub(super) struct RefusalMessage;

impl ClauseRule for RefusalMessage {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        if let Some(case) = step.documented_refusal() {
            let owner = step.owner_of_case(case);
            let case = case.to_owned();
            claims.add(owner, ClauseKind::RefusalMessage { case });
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        match ctx.refusal() {
            RefusalOutcome::Matched => FindingResult::HELD,
            RefusalOutcome::Other if ctx.has_control() => {
                match (ctx.answer(), expected_case(ctx), ctx.attempt()) {
                    (Some(answer), Some(case), Some(attempt)) => {
                        let known = |sources: &[ValueSource]| {
                            ctx.trace.known_values(sources, attempt, ctx.index)
                        };
                        let expected = expected_message(case, &known);
                        // The documented message, which requests without the defect get as well.
                        if answer.message.as_ref() == Some(&expected) {
                            return FindingResult::Inconclusive(Reason::WrongReason);
                        }
                        FindingResult::Breach(message_failure(
                            ctx,
                            answer,
                            &or_others(ctx, case, expected),
                        ))
                    }
                    _ => FindingResult::Inconclusive(Reason::WrongReason),
                }
            }
            RefusalOutcome::Other => FindingResult::Inconclusive(Reason::WrongReason),
            RefusalOutcome::Accepted => FindingResult::Inconclusive(Reason::OtherOutcome),
            RefusalOutcome::Unusable(reason) => unusable_result(reason),
        }
    }
}

/// The expected message, and those of the cases that the document does not distinguish from this one.
fn or_others(ctx: &StepContext<'_>, case: &ErrorCase, expected: String) -> String {
    let others = ctx.trace.contract.indistinct_cases(Some(ctx.operation), case).skip(1);
    others.fold(expected, |all, other| format!("{all}` or `{}", other.message))
}

fn message_failure(ctx: &StepContext<'_>, answer: &Answer, expected: &str) -> Box<Failure> {
    let pointer = format!("/{}", ctx.trace.contract.service.error_body.member);
    match &answer.message {
        Some(said) => answer.failure_at(pointer, format!("`{expected}`"), format!("`{said}`")),
        None => answer.failure_at("", format!("the message `{expected}`"), answer.summary()),
    }
}
