//! Fields of records that the contract does not fix: echoes, states, and undocumented members.

use std::collections::BTreeSet;

use spec::{Echo, Record, Type};

use crate::json::Members;
use crate::prelude::*;

/// A change of the members of a record that are not in the set of named ones.
pub(super) type MemberChange = fn(&mut Members, &BTreeSet<String>);

/// Changes of members that the contract does not name.
pub(super) const OTHER_MEMBERS: [(&str, MemberChange); 3] = [
    ("added", |record, named| {
        let links = json::object([("self", Json::Null)]);
        let tags = Json::List(vec![Json::Text("one".to_owned()), Json::Bool(false)]);
        let added = [("_links", links), ("tags", tags)];
        let unnamed = added.into_iter().filter(|(name, _)| !named.contains(*name));
        record.splice(0..0, unnamed.map(|(name, value)| (name.to_owned(), value)));
    }),
    (REMOVED, |record, named| record.retain(|(name, _)| named.contains(name))),
    ("renamed", |record, named| {
        for (name, _) in record.iter_mut().filter(|(name, _)| !named.contains(name)) {
            *name = format!("x_{name}");
        }
    }),
];

/// The change that would also remove what an expansion adds.
const REMOVED: &str = "removed";

/// Changes the unnamed members of the records in an envelope member.
pub(super) fn change_other_members(
    member: &str,
    named: &BTreeSet<String>,
    (name, change): (&'static str, MemberChange),
) -> Intercept {
    let (member, named) = (member.to_owned(), named.clone());
    edit_accepted(move |_, body| {
        json::records(body, &member).into_iter().for_each(|record| change(record, &named));
    })
    .when(move |cx| name != REMOVED || !requests_unnamed_expansion(cx))
}

/// Whether the call requests an expansion whose member the contract does not name.
fn requests_unnamed_expansion(cx: &InterceptContext<'_>) -> bool {
    cx.call.operation.query.iter().any(|query| {
        let sent: Vec<_> =
            cx.query(&query.name).into_iter().flat_map(|sent| sent.split(',')).collect();
        query
            .values
            .iter()
            .filter(|value| sent.contains(&value.wire.as_str()))
            .any(|value| value.expansion.as_ref().is_some_and(|expansion| expansion.adds.is_none()))
    })
}

/// Sets a field of the records in an envelope member.
pub(super) fn set_field(path: FieldPath, value: Json) -> Intercept {
    path.edit_records(move |record, field| json::set(record, field, value.clone()))
}

/// Echoes identifiers as sent, if the echo is documented only for another kind of identifier.
pub(super) fn echo_as_sent(echo: Echo) -> Intercept {
    edit_accepted(move |cx, body| {
        if cx.call.identifier_kind(&echo.from) == echo.when {
            return;
        }
        if let Some(sent) = cx.call.sent.get(&echo.from) {
            for record in json::records(body, &echo.member) {
                json::set(record, &echo.field, sent.clone());
            }
        }
    })
}

/// Renames the states that the contract does not state. `None` if no field shows the state, or all states are stated.
pub(super) fn rename_states(record: &Record) -> Option<Intercept> {
    let lifecycle = record.lifecycle.as_ref()?;
    let shown_in = lifecycle.shown_in.stated()?.clone();
    let field = record.fields.iter().find(|field| field.wire == shown_in)?;
    let named = match &field.ty {
        Type::Text(_) => Vec::new(),
        Type::Enumeration(words) => words.clone(),
        _ => return None,
    };
    if lifecycle.complete.stated() == Some(&true) {
        return None;
    }
    let record = record.name.clone();
    Some(edit_accepted(move |cx, body| {
        let members = contract::envelope(cx.call.operation).into_iter().flatten();
        for member in members.filter(|member| member.ty.record() == Some(&record)) {
            for fields in json::records(body, &member.wire) {
                let state = fields.iter_mut().find(|(name, _)| *name == shown_in);
                if let Some((_, Json::Text(word))) = state
                    && !named.contains(word)
                {
                    word.insert_str(0, "was_");
                }
            }
        }
    }))
}
