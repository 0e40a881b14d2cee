//! A field of a record, where it is there and not null, is of its documented type.

use spec::Field;

use crate::clauses::prelude::*;
use crate::clauses::shared::records::{find_field, held_for_records, records};
use crate::parsed::types;

pub(super) struct FieldType<'k> {
    pub(super) member: &'k String,
    pub(super) field: &'k String,
}

impl ClauseRule for FieldType<'_> {
    fn depends_on_state(&self) -> bool {
        false
    }

    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        step.is_accepted()
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let records = records(ctx, self.member)?;
        let field = find_field(ctx, self.member, self.field);
        let field = field.ok_or(NotExercised(Reason::NoValue))?;
        let never_null = field.nullable.stated() == Some(&false);
        let mut count = 0;
        for found in records {
            let value = found.value.get(self.field);
            let Some(value) = value.filter(|value| never_null || **value != Json::Null) else {
                continue;
            };
            if !types::fits(value, &field.ty) {
                let actual = format!("{} {}", value.kind(), found.response.short(value));
                return found.breach(self.field, types::describe(&field.ty), actual);
            }
            count += 1;
        }
        match count {
            0 if may_lack_value(field) => Err(NotExercised(Reason::LegallyAbsent)),
            0 => Err(NotExercised(Reason::NoValue)),
            count => held_for_records(count),
        }
    }
}

/// Whether the document allows that no record ever has a value there.
fn may_lack_value(field: &Field) -> bool {
    field.present.stated() != Some(&true) || field.nullable.stated() != Some(&false)
}
