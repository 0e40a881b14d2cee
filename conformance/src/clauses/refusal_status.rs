//! A refusal has the documented status.

use spec::ClauseKind;

use crate::clauses::shared::refusals::expected_case;
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::finding::FindingResult;
use crate::parsed::step_context::{StepContext, unusable_result};
use crate::parsed::view::RefusalOutcome;
use crate::reason::Reason;

pub(super) struct RefusalStatus<'k> {
    pub(super) status: &'k u16,
}

impl ClauseRule for RefusalStatus<'_> {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        let case = step.documented_refusal();
        let case = case.and_then(|case| step.contract.error_case(step.operation, case));
        if let Some(case) = case
            && let Some(&status) = case.status.stated()
        {
            let owner = step.owner_of_case(&case.id);
            let case = case.id.clone();
            claims.add(owner, ClauseKind::RefusalStatus { case, status });
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let wanted = *self.status;

        let result = match ctx.refusal() {
            // Another case that the document does not distinguish from this one has its own status.
            RefusalOutcome::Matched if !is_this_very_case(ctx) => {
                return FindingResult::Inconclusive(Reason::OtherOutcome);
            }
            RefusalOutcome::Matched => true,
            RefusalOutcome::Other => ctx.has_control(),
            RefusalOutcome::Accepted => return FindingResult::Inconclusive(Reason::OtherOutcome),
            RefusalOutcome::Unusable(reason) => return unusable_result(reason),
        };
        match ctx.answer() {
            Some(_) if !result => FindingResult::Inconclusive(Reason::WrongReason),
            Some(answer) if answer.status == wanted => FindingResult::HELD,
            _ => ctx.breach(format!("status {wanted}")),
        }
    }
}

fn is_this_very_case(ctx: &StepContext<'_>) -> bool {
    let pair = expected_case(ctx).zip(ctx.attempt());
    pair.is_some_and(|(case, attempt)| ctx.trace.is_worded_as(ctx.index, attempt, case))
}
