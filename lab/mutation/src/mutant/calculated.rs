//! Values that a success gives to members, and relations between members.

use referral_conformance::parsed::SentInputs;
use referral_conformance::parsed::calculation::whole;
use spec::{Bound, Comparison, Operand, Relation, Term, Type, ValueSource};

use super::parts::*;
use crate::json::Members;

/// Effect: the member has another value after the call.
pub(super) fn effect(target: ClauseContext<'_>, record: &str, field: &str) -> Vec<Mutation> {
    let Some(operation) = target.operation else { return Vec::new() };
    let identifier = target.contract.record(record).and_then(|record| record.identifier());
    let Some(identifier) = identifier.map(|field| field.wire.clone()) else { return Vec::new() };
    let (id, field) = (operation.id.clone(), field.to_owned());
    let naming = operation.naming(record).filter(|_| operation.creates.as_deref() != Some(record));
    let named = move |sent: &SentInputs| Some(sent.get(naming.as_ref()?)?.identifier()?.to_owned());
    let changed = edit_body(move |cx, body| {
        let is_own = cx.call.operation.id == id;
        let past = cx.history.accepted_calls(&id).map(|past| &past.sent);
        let sent = past.chain(is_own.then_some(&cx.call.sent));
        let ids: Vec<String> = sent.filter_map(&named).collect();
        json::each_object(body, &mut |members| {
            let shown = members.iter().find(|(name, _)| *name == identifier);
            let shown = shown.and_then(|(_, value)| value.identifier());
            let is_it = shown.is_some_and(|shown| ids.iter().any(|id| id == shown));
            if is_it || is_own && ids.is_empty() && shown.is_some() {
                let value = members.iter_mut().find(|(name, _)| *name == field);
                value.into_iter().for_each(|(_, value)| change(value));
            }
        });
    });
    vec![
        changed.named("other_value", "the member has another value afterwards").in_all_operations(),
    ]
}

fn change(value: &mut Json) {
    match value {
        Json::Number(digits) => {
            let number = digits.parse::<i64>().unwrap_or_default();
            *digits = number.saturating_add(1).to_string();
        }
        Json::Text(text) => text.push('x'),
        Json::Bool(flag) => *flag = !*flag,
        Json::Null => *value = Json::Text("x".to_owned()),
        Json::List(_) | Json::Map(_) => {}
    }
}

/// Relation: a member has a value with which the relation does not hold.
pub(super) fn relation(
    target: ClauseContext<'_>,
    member: &str,
    record: &str,
    id: &str,
) -> Vec<Mutation> {
    let record = target.contract.record(record);
    let relations = record.into_iter().flat_map(|record| &record.relations);
    let Some(relation) = relations.into_iter().find(|relation| relation.id == id) else {
        return Vec::new();
    };
    let comparison = relation.comparison.clone();
    let member_of = |term: &Term| match &term.operand {
        Operand::Value(ValueSource::Record { record, field }) => {
            Some((target.contract.member(record, field)?.clone(), term.is_subtracted))
        }
        _ => None,
    };
    let Some((declared, is_subtracted)) = comparison.left.terms.iter().find_map(member_of) else {
        return Vec::new();
    };
    // Values that differ, or are outside a range, break the relation where they are equal to the other value.
    let mut relations = comparison.tests.iter().map(|(how, _)| *how);
    let far = match (relations.next(), relations.next()) {
        (None, _) | (Some(Relation::DiffersFrom), _) | (_, Some(_)) => None,
        (Some(Relation::Bound(Bound::Above | Bound::AtLeast)), None) => {
            Some(far_value(&declared.ty, is_subtracted))
        }
        (Some(_), None) => Some(far_value(&declared.ty, !is_subtracted)),
    };
    let broken = FieldPath::new(member, &declared.wire).edit_records(move |record, field| {
        let value =
            far.clone().or_else(|| equal_value(&comparison, record, (field, is_subtracted)));
        let shown = record.iter_mut().find(|(name, value)| name == field && *value != Json::Null);
        if let (Some((_, shown)), Some(value)) = (shown, value) {
            *shown = value;
        }
    });
    vec![broken.named("unrelated", "a member has a value that is not so related to the other")]
}

/// A very great or very small value of a type.
fn far_value(ty: &Type, is_great: bool) -> Json {
    let value = match ty {
        Type::Timestamp(_) if is_great => "2999-01-01T00:00:00Z",
        Type::Timestamp(_) => "1970-01-01T00:00:00Z",
        Type::Date if is_great => "2999-01-01",
        Type::Date => "1970-01-01",
        _ if is_great => return Json::Number("1000000000".to_owned()),
        _ => return Json::Number("-1000000000".to_owned()),
    };
    Json::Text(value.to_owned())
}

/// The value of a member with which the left side is equal to the first right one.
fn equal_value(
    comparison: &Comparison,
    record: &Members,
    (field, is_subtracted): (&str, bool),
) -> Option<Json> {
    let shown = |name: &str| Some(&record.iter().find(|(known, _)| known == name)?.1);
    let value = |source: &ValueSource| match source {
        ValueSource::Record { field, .. } => shown(field),
        ValueSource::Input(_) => None,
    };
    let (_, right) = comparison.tests.first()?;
    if let (Some(_), Some(other)) = (comparison.left.single(), right.single()) {
        return value(other).cloned();
    }
    let number = |source: &ValueSource| whole(value(source)?);
    let missing = right.value(number)?.checked_sub(comparison.left.value(number)?)?;
    let own = whole(shown(field)?)?;
    let equal = if is_subtracted { own.checked_sub(missing) } else { own.checked_add(missing) };
    Some(Json::Number(equal?.to_string()))
}
