//! A record of the success body has a field.

use spec::{ClauseKind, Contract, Operation};

use crate::clauses::shared::records::{held_for_records, records};
use crate::clauses::{ClauseRefs, ClauseRule};
use crate::contract;
use crate::finding::FindingResult;
use crate::parsed::answer::short;
use crate::parsed::step_context::StepContext;

pub(super) struct FieldPresent<'k> {
    pub(super) member: &'k String,
    pub(super) field: &'k String,
}

impl ClauseRule for FieldPresent<'_> {
    fn claim_of_success(contract: &Contract, operation: &Operation, claims: &mut ClauseRefs) {
        for (member, field) in contract::envelope_fields(contract, operation) {
            let (member, field) = (member.to_owned(), field.wire.clone());
            claims.add(Some(&operation.id), ClauseKind::FieldPresent { member, field });
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let (member, field) = (self.member, self.field.as_str());

        let records = match records(ctx, member) {
            Ok(records) => records,
            Err(result) => return result,
        };
        match records.iter().find(|found| found.value.get(field).is_none()) {
            Some(found) => FindingResult::Breach(found.answer.failure_at(
                &found.pointer,
                format!("a member `{field}`"),
                short(&found.value.to_string()),
            )),
            None => held_for_records(records.len()),
        }
    }
}
