//! The case of the key header's name does not matter.

use spec::Condition;

use crate::reason::Reason;
use crate::scenario::Expectation;

use super::FindingResult;
use super::step_context::StepContext;
use super::trace_view::{Acceptance, Refusal};

/// A call with the name in lower case is accepted like one with the documented spelling. Shown only
/// where a call without the key is refused: else nobody may have looked at the header.
pub(super) fn case(ctx: &StepContext<'_>) -> FindingResult {
    match ctx.acceptance() {
        Acceptance::Shown if is_key_looked_at(ctx) => FindingResult::HELD,
        Acceptance::Shown => FindingResult::Inconclusive(Reason::NotShownToDiscriminate),
        Acceptance::Refused if ctx.has_control() => {
            ctx.breach("accepted: only the case of the header's name differs")
        }
        Acceptance::Refused => FindingResult::Inconclusive(Reason::NoControl),
        _ => ctx.without_acceptance(),
    }
}

fn is_key_looked_at(ctx: &StepContext<'_>) -> bool {
    ctx.trace.calls(&ctx.operation.id).any(|index| {
        let expected = ctx.trace.step(index).map(|step| &step.expect);
        let Some(Expectation::Refused(case)) = expected else {
            return false;
        };
        let case = ctx.trace.contract.error_case(ctx.operation, case);
        case.is_some_and(|case| case.when.stated() == Some(&Condition::KeyAbsent))
            && matches!(ctx.trace.refusal(index), Refusal::Matched | Refusal::Other)
    })
}
