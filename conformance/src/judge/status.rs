//! The status of a success.

use super::FindingResult;
use super::step_context::StepContext;
use super::trace_view::Acceptance;

pub(super) fn success(ctx: &StepContext<'_>, wanted: u16) -> FindingResult {
    if ctx.acceptance() != Acceptance::Shown {
        return ctx.without_acceptance();
    }
    match ctx.answers().iter().find(|answer| answer.status != wanted) {
        Some(answer) => FindingResult::Breach(answer.failure(format!("status {wanted}"))),
        None => FindingResult::HELD,
    }
}
