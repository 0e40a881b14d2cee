//! A field of a record, where it is there and not null, is of its documented type.

use spec::{ClauseKind, Contract, Field, Operation};

use crate::clauses::shared::records::{find_field, held_for_records, records};
use crate::clauses::{ClauseRefs, ClauseRule};
use crate::contract;
use crate::finding::FindingResult;
use crate::json::Json;
use crate::parsed::answer::short;
use crate::parsed::step_context::StepContext;
use crate::parsed::types;
use crate::reason::Reason;

pub(super) struct FieldType<'k> {
    pub(super) member: &'k String,
    pub(super) field: &'k String,
}

impl ClauseRule for FieldType<'_> {
    fn claim_of_success(contract: &Contract, operation: &Operation, claims: &mut ClauseRefs) {
        for (member, field) in contract::envelope_fields(contract, operation) {
            let (member, field) = (member.to_owned(), field.wire.clone());
            claims.add(Some(&operation.id), ClauseKind::FieldType { member, field });
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let (member, name) = (self.member, self.field.as_str());

        let records = match records(ctx, member) {
            Ok(records) => records,
            Err(result) => return result,
        };
        let Some(field) = find_field(ctx, member, name) else {
            return FindingResult::NotExercised(Reason::NoValue);
        };
        let never_null = field.nullable.stated() == Some(&false);
        let mut seen = 0;
        for found in records {
            let Some(value) = found.value.get(name) else {
                continue;
            };
            if *value == Json::Null && !never_null {
                continue;
            }
            if !types::fits(value, &field.ty) {
                let pointer = format!("{}/{name}", found.pointer);
                let actual = format!("{} {}", value.kind(), short(&value.to_string()));
                let expected = types::describe(&field.ty);
                return FindingResult::Breach(found.answer.failure_at(pointer, expected, actual));
            }
            seen += 1;
        }
        match seen {
            0 if may_lack_value(field) => FindingResult::NotExercised(Reason::LegallyAbsent),
            0 => FindingResult::NotExercised(Reason::NoValue),
            seen => held_for_records(seen),
        }
    }
}

/// Whether the document allows that no record ever has a value there.
fn may_lack_value(field: &Field) -> bool {
    field.present.stated() != Some(&true) || field.nullable.stated() != Some(&false)
}
