//! The case of the key header's name does not matter.
//!
//! Shown only where a call without the key is refused: otherwise the server may ignore the header.

use spec::{ClauseKind, Condition};

use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::finding::FindingResult;
use crate::parsed::step_context::StepContext;
use crate::parsed::view::{AcceptanceOutcome, RefusalOutcome};
use crate::reason::Reason;
use crate::scenario::Expectation;

pub(super) struct HeaderCase;

impl ClauseRule for HeaderCase {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        if step.shows_inputs() && step.step.spelling.header.is_some() {
            claims.add(None, ClauseKind::HeaderCase);
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        match ctx.acceptance() {
            AcceptanceOutcome::Shown if is_key_looked_at(ctx) => FindingResult::HELD,
            AcceptanceOutcome::Shown => FindingResult::Inconclusive(Reason::NotShownToDiscriminate),
            AcceptanceOutcome::Refused if ctx.has_control() => {
                ctx.breach("accepted: only the case of the header's name differs")
            }
            AcceptanceOutcome::Refused => FindingResult::Inconclusive(Reason::NoControl),
            _ => ctx.without_acceptance(),
        }
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
            && matches!(ctx.trace.refusal(index), RefusalOutcome::Matched | RefusalOutcome::Other)
    })
}
