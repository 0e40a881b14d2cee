//! A record of the success body has a field, of its documented type where it is not null.

use conformance_model::values;
use spec::Field;

use crate::clauses::prelude::*;
use crate::clauses::shared::records::{find_field, held_for_records, records};
use crate::parsed::types;

pub(super) fn judge_presence(ctx: &StepContext<'_>, member: &str, name: &str) -> FindingResult {
    let records = records(ctx, member)?;
    match records.iter().find(|found| found.value.get(name).is_none()) {
        Some(found) => found.breach_without(name, found.response.short(found.value)),
        None => held_for_records(records.len()),
    }
}

pub(super) fn judge_type(ctx: &StepContext<'_>, member: &str, name: &str) -> FindingResult {
    let records = records(ctx, member)?;
    let field = find_field(ctx, member, name);
    let field = field.ok_or(NotExercised(Reason::NoValue))?;
    let never_null = field.nullable.stated() == Some(&false);
    let mut count = 0;
    for found in records {
        let value = found.value.get(name);
        let Some(value) = value.filter(|value| never_null || **value != Json::Null) else {
            continue;
        };
        if !types::fits(value, &field.ty) || *value == Json::Null {
            let actual = format!("{} {}", value.kind(), found.response.short(value));
            return found.breach(name, types::describe(&field.ty), actual);
        }
        if let Some(other) = types::unlisted(value, &field.ty).filter(|_| field.complete) {
            let expected = spec::a_value_of(&field.ty);
            return found.breach(name, expected, found.response.short(other));
        }
        if !values::admits(&field.constraints, value) {
            let expected = field.constraints.in_words(&field.ty);
            return found.breach(name, expected, found.response.short(value));
        }
        count += 1;
    }
    match count {
        0 if may_lack_value(field) => Err(NotExercised(Reason::LegallyAbsent)),
        0 => Err(NotExercised(Reason::NoValue)),
        count => held_for_records(count),
    }
}

/// Whether the document allows that no record ever has a value there.
fn may_lack_value(field: &Field) -> bool {
    field.present.stated() != Some(&true) || field.nullable.stated() != Some(&false)
}
