//! The status of a success.

use spec::{ClauseKind, Contract, Operation};

use crate::clauses::{ClauseRefs, ClauseRule};
use crate::finding::FindingResult;
use crate::parsed::step_context::StepContext;
use crate::parsed::view::AcceptanceOutcome;

pub(super) struct SuccessStatus<'k> {
    pub(super) status: &'k u16,
}

impl ClauseRule for SuccessStatus<'_> {
    fn claim_of_success(_: &Contract, operation: &Operation, claims: &mut ClauseRefs) {
        if let Some(&status) = operation.success.status.stated() {
            claims.add(Some(&operation.id), ClauseKind::SuccessStatus { status });
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let wanted = *self.status;

        if ctx.acceptance() != AcceptanceOutcome::Shown {
            return ctx.without_acceptance();
        }
        match ctx.answers().iter().find(|answer| answer.status != wanted) {
            Some(answer) => FindingResult::Breach(answer.failure(format!("status {wanted}"))),
            None => FindingResult::HELD,
        }
    }
}
