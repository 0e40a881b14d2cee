//! Values that a call gives to members, and relations between the members of a record.

use jiff::Timestamp;
use spec::{Comparison, Given, Type, ValueSource};

use crate::clauses::prelude::*;
use crate::clauses::shared::rank::{compare_values, differ_by_fraction};
use crate::clauses::shared::records::{held_for_records, records};
use crate::parsed::calculation;

/// The response shows the record whose member gets a value.
pub(super) fn is_claimed(step: &ClaimedStep<'_>, record: &str) -> bool {
    let ty = Type::Record(record.to_owned());
    step.is_accepted() && contract::member_of_type(step.operation, &ty).is_some()
}

pub(super) fn judge_effect(ctx: &StepContext<'_>, record: &str, field: &str) -> FindingResult {
    ctx.accepted_attempt()?;
    let unknown = NotExercised(Reason::NoValue);
    let ty = Type::Record(record.to_owned());
    let member = contract::member_of_type(ctx.operation, &ty).ok_or(unknown.clone())?;
    let response = ctx.responses().first().ok_or(unknown.clone())?;
    let is_created = ctx.operation.creates.as_deref() == Some(record);
    let shown = if is_created {
        response.member(member)
    } else {
        let id = ctx.operation.naming(record).and_then(|at| ctx.sent(&at)?.identifier());
        id.and_then(|id| calculation::shown(ctx.trace, ctx, record, id))
    };
    let shown = shown.ok_or(Inconclusive(Reason::NotAsDocumented))?;
    let constant = match calculation::given(ctx, record, field) {
        // Reads before and after the call show it.
        Some(Given::CallTime) => return Err(NotExercised(Reason::NoValue)),
        Some(Given::Value(value)) => Some(Json::from(value)),
        None => None,
    };
    let is_constant = constant.is_some();
    let calculated = || {
        let mut effects = ctx.operation.effects.iter();
        let effect = effects.find(|effect| effect.record == record && effect.field == field)?;
        calculation::effect(ctx.trace, ctx, effect, Some(shown).filter(|_| is_created))
    };
    let wanted = constant.or_else(calculated).ok_or(unknown)?;
    let found = shown.get(field).filter(|found| is_constant || found.kind() == wanted.kind());
    let found = found.ok_or(Inconclusive(Reason::NotAsDocumented))?;
    let times = || Some([found.text()?.parse::<Timestamp>().ok()?, wanted.text()?.parse().ok()?]);
    let times = times();
    let texts = found.text().zip(wanted.text()).filter(|_| times.is_some());
    if texts.is_some_and(|(found, wanted)| differ_by_fraction(found, wanted)) {
        return Err(Inconclusive(Reason::NotAsDocumented));
    }
    if !times.map_or_else(|| found.is_same(&wanted), |[found, wanted]| found == wanted) {
        let at = format!("{}/{field}", member_pointer(member));
        let (expected, actual) = (response.short(&wanted), response.short(found));
        return Err(response.breach_at(at, expected, actual));
    }
    // A member that had the value before shows nothing.
    let before = calculation::member_before(ctx.trace, ctx, record, field);
    if !is_created && before.is_none_or(|before| before.is_same(&wanted)) {
        return Err(Inconclusive(Reason::NoControl));
    }
    Ok(Held::ONCE)
}

pub(super) fn judge_relation(
    ctx: &StepContext<'_>,
    member: &str,
    record: &str,
    id: &str,
) -> FindingResult {
    let declared = ctx.trace.contract.record(record);
    let mut relations = declared.into_iter().flat_map(|record| &record.relations);
    let relation = relations.find(|relation| relation.id == id);
    let comparison = &relation.ok_or(NotExercised(Reason::NoValue))?.comparison;
    let mut count = 0;
    for found in records(ctx, member)? {
        match is_so(comparison, found.value) {
            None => {}
            Some(true) => count += 1,
            Some(false) => {
                let first = comparison.sources().find_map(field).unwrap_or_default();
                let actual = found.value.get(first).unwrap_or(&Json::Null);
                let actual = found.response.short(actual);
                return found.breach(first, comparison.in_words_of_members(), actual);
            }
        }
    }
    if count == 0 { Err(NotExercised(Reason::NoValue)) } else { held_for_records(count) }
}

fn field(source: &ValueSource) -> Option<&str> {
    match source {
        ValueSource::Record { field, .. } => Some(field),
        ValueSource::Input(_) => None,
    }
}

/// Whether the members are so related; `None` if one has no value, or if two times cannot be compared.
fn is_so(comparison: &Comparison, record: &Json) -> Option<bool> {
    let value = |source: &ValueSource| record.get(field(source)?);
    if let [(relation, right)] = comparison.tests.as_slice()
        && let (Some(left), Some(right)) = (comparison.left.single(), right.single())
    {
        let (left, right) = (value(left)?, value(right)?);
        let times = left.text().zip(right.text());
        // A service may keep seconds only in one of two times.
        if times.is_some_and(|(left, right)| differ_by_fraction(left, right)) {
            return None;
        }
        return Some(relation.holds(compare_values(left, right)?));
    }
    comparison.holds(|source| calculation::whole(value(source)?))
}
