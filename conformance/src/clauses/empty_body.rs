//! The success body is empty.

use spec::{Body, ClauseKind, Contract, Operation};

use crate::clauses::{ClauseRefs, ClauseRule};
use crate::finding::FindingResult;
use crate::parsed::step_context::StepContext;
use crate::parsed::view::AcceptanceOutcome;

pub(super) struct EmptyBody;

impl ClauseRule for EmptyBody {
    fn claim_of_success(_: &Contract, operation: &Operation, claims: &mut ClauseRefs) {
        if let Some(Body::Empty) = operation.success.body.stated() {
            claims.add(Some(&operation.id), ClauseKind::EmptyBody);
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        match ctx.acceptance() {
            AcceptanceOutcome::Undocumented => ctx.breach("an empty body"),
            AcceptanceOutcome::Shown => FindingResult::HELD,
            _ => ctx.without_acceptance(),
        }
    }
}
