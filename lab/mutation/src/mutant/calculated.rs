//! Values that a success gives to members, and relations between members.

use referral_conformance::parsed::SentInputs;
use spec::{Bound, MemberRelation, Relation, Type, ValueSource};

use super::parts::*;

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
        Json::Null | Json::List(_) | Json::Map(_) => {}
    }
}

/// Relation: a member is beyond the other one.
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
    let Some((field, value)) = beyond(target, relation) else { return Vec::new() };
    let path = FieldPath::new(member, &field);
    let beyond = path.edit_values(move |old| {
        if *old != Json::Null {
            old.clone_from(&value);
        }
    });
    vec![beyond.named("beyond", "a member has a value that is not so related to the other")]
}

/// A member, and a value with which the relation does not hold.
fn beyond(target: ClauseContext<'_>, relation: &MemberRelation) -> Option<(String, Json)> {
    let ValueSource::Record { record, field } = relation.comparison.left.single()? else {
        return None;
    };
    let (how, _) = relation.comparison.tests.first()?;
    let is_high = !matches!(how, Relation::Bound(Bound::Above | Bound::AtLeast));
    let declared = target.contract.member(record, field)?;
    let value = match declared.ty {
        Type::Timestamp(_) => {
            let time = if is_high { "2999-01-01T00:00:00Z" } else { "1970-01-01T00:00:00Z" };
            Json::Text(time.to_owned())
        }
        Type::Date => Json::Text(if is_high { "2999-01-01" } else { "1970-01-01" }.to_owned()),
        _ => Json::Number(if is_high { "1000000000" } else { "-1000000000" }.to_owned()),
    };
    Some((field.clone(), value))
}
