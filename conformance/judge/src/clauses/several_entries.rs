//! Refusals of requests with several wrong inputs, with a list of errors.

use conformance_model::defects;

use crate::clauses::error_entries::judge_named;
use crate::clauses::prelude::*;
use crate::clauses::refusal_form::check_refused;

/// Each of several wrong inputs is named by an entry, and no other input.
pub(super) fn judge(ctx: &StepContext<'_>) -> FindingResult {
    check_refused(ctx)?;
    let shape = ctx.trace.contract.service.error_body.entries.as_ref();
    let shape = shape.ok_or(NotExercised(Reason::NoCapture))?;
    let wrong = defects::wrong_inputs(ctx.operation, |input| ctx.sent(input));
    if wrong.len() < 2 {
        return Err(Inconclusive(Reason::OtherOutcome));
    }
    judge_named(ctx, shape, &wrong)
}
