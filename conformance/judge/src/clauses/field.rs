//! A record of the success body has a field, of its documented type where it is not null.

use conformance_model::values;
use spec::{Contract, Field, Type};

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
        if let Some(Mismatch { at, expected, actual }) = mismatch(ctx.trace.contract, field, value)
        {
            let shown = found.response.short(actual);
            let is_other_kind = !types::fits(actual, &field.ty) && at.is_empty();
            let kind = if is_other_kind { format!("{} ", actual.kind()) } else { String::new() };
            return found.breach(&format!("{name}{at}"), expected, format!("{kind}{shown}"));
        }
        count += 1;
    }
    match count {
        0 if may_lack_value(field) => Err(NotExercised(Reason::LegallyAbsent)),
        0 => Err(NotExercised(Reason::NoValue)),
        count => held_for_records(count),
    }
}

/// A value that is not as its member is declared.
struct Mismatch<'j> {
    /// Where it is within the value of the member, as a JSON pointer.
    at: String,
    expected: String,
    actual: &'j Json,
}

/// What is not as declared in a value that is not null, or in the records that it holds.
fn mismatch<'j>(contract: &Contract, field: &Field, value: &'j Json) -> Option<Mismatch<'j>> {
    let here = |expected, actual| Some(Mismatch { at: String::new(), expected, actual });
    if !types::fits(value, &field.ty) || *value == Json::Null {
        return here(types::describe(&field.ty), value);
    }
    if let Some(other) = types::unlisted(value, &field.ty).filter(|_| field.complete) {
        return here(spec::a_value_of(&field.ty), other);
    }
    if !values::admits(&field.constraints, value) {
        return here(field.constraints.in_words(&field.ty), value);
    }
    let (name, records) = match (&field.ty, value) {
        (Type::Record(name), value) => (name, vec![(String::new(), value)]),
        (Type::List(item), Json::List(items)) => {
            let Type::Record(name) = item.as_ref() else { return None };
            let items = items.iter().enumerate().map(|(at, item)| (format!("/{at}"), item));
            (name, items.collect())
        }
        _ => return None,
    };
    let record = contract.record(name)?;
    records.into_iter().find_map(|(at, value)| {
        let within = record.fields.iter().find_map(|field| member_mismatch(contract, field, value));
        within.map(|found| Mismatch { at: format!("{at}{}", found.at), ..found })
    })
}

/// What is not as declared in a member of a record within another one. Members that an overlay adds have clauses of their
/// own.
fn member_mismatch<'j>(
    contract: &Contract,
    field: &Field,
    record: &'j Json,
) -> Option<Mismatch<'j>> {
    if field.added_by.is_some() {
        return None;
    }
    match record.get(&field.wire) {
        None if field.present.stated() == Some(&true) => {
            let expected = format!("a member `{}`", field.wire);
            Some(Mismatch { at: String::new(), expected, actual: record })
        }
        None => None,
        Some(Json::Null) if field.nullable.stated() != Some(&false) => None,
        Some(value) => mismatch(contract, field, value)
            .map(|found| Mismatch { at: format!("/{}{}", field.wire, found.at), ..found }),
    }
}

/// Whether the document allows that no record ever has a value there.
fn may_lack_value(field: &Field) -> bool {
    field.present.stated() != Some(&true) || field.nullable.stated() != Some(&false)
}
