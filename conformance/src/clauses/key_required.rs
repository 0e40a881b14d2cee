//! A request without a key is refused.

use spec::{ClauseKind, Condition};

use crate::clauses::shared::refusals::{has_failed, refusal_coverage};
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::finding::{Coverage, FindingResult};
use crate::parsed::step_context::{StepContext, unusable_result};
use crate::parsed::view::RefusalOutcome;
use crate::reason::Reason;

pub(super) struct KeyRequired;

impl ClauseRule for KeyRequired {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        let case = step.documented_refusal();
        let case = case.and_then(|case| step.contract.error_case(step.operation, case));
        if case.is_some_and(|case| case.when.stated() == Some(&Condition::KeyAbsent)) {
            claims.add(Some(&step.operation.id), ClauseKind::KeyRequired);
        }
    }

    fn required_coverage(&self) -> Coverage {
        // A server that refuses everything would pass without a control.
        Coverage::SEEN | Coverage::CONTROL
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        match ctx.refusal() {
            RefusalOutcome::Matched => FindingResult::held(refusal_coverage(ctx)),
            RefusalOutcome::Accepted if ctx.has_control() => ctx.breach("refused: no key was sent"),
            RefusalOutcome::Other if ctx.has_control() && !has_failed(ctx) => {
                FindingResult::held(refusal_coverage(ctx))
            }
            RefusalOutcome::Accepted | RefusalOutcome::Other => {
                FindingResult::Inconclusive(Reason::NoControl)
            }
            RefusalOutcome::Unusable(reason) => unusable_result(reason),
        }
    }
}
