//! Facts of records.

use super::Effect::{Breaking, Compatible};
use super::fact::{At, Fact, Value};
use super::types::Use;
use crate::{Field, Lifecycle, Record};

pub(super) fn fact(record: &Record) -> Fact {
    let at = At(record.name.clone());
    // Readers of a closed record may refuse members that they do not know.
    let is_closed = record.further_members.stated() == Some(&false);
    let added = if is_closed { Breaking } else { Compatible };
    let members = record.fields.iter().map(|field| member(record, field).effects(added, Breaking));
    let limit = record.limit.iter().map(|limit| {
        let value = Value::Ranked(limit.per_account, limit.per_account.to_string());
        at.fact("the limit of an account", value).effects(Breaking, Compatible)
    });
    let fact = at.thing("the record").keyed(format!("record {}", record.name)).with([
        at.texts([&record.description, &record.section]),
        at.fact("the resource", Value::Name(record.resource.clone())),
        at.fact(
            "what identifies it",
            Value::Name(record.identified_by.clone().unwrap_or_default()),
        ),
        at.flag_slot("whether it may have other members", &record.further_members, false),
    ]);
    let relations = record.relations.iter().map(|relation| {
        let what = format!("the relation `{}` of its members", relation.id);
        at.fact(what, Value::Exact(relation.comparison.in_words_of_members()))
    });
    let lifecycle = record.lifecycle.iter().map(|states| lifecycle(&at, states));
    fact.with(limit).with(relations).with(lifecycle).with(members)
}

fn member(record: &Record, field: &Field) -> Fact {
    let at = At(format!("{}.{}", record.name, field.wire));
    let used = if field.complete { Use::ReadComplete } else { Use::Read };
    at.typed("the member", &field.ty, used)
        .keyed(format!("member {}", field.wire))
        .with([
            at.texts([&field.description, &field.section]),
            at.fact("the name in code", Value::Name(field.name.clone())),
            at.flag_slot("whether it is always present", &field.present, true),
            at.flag_slot("whether it may be null", &field.nullable, false),
            at.flag("whether the list of its values is complete", field.complete, true),
            at.evidence("the member", field.evidence),
        ])
        .with(at.constraints("the member", &field.constraints, (Compatible, Breaking)))
}

fn lifecycle(at: &At, lifecycle: &Lifecycle) -> Fact {
    let added = if lifecycle.complete.stated() == Some(&true) { Breaking } else { Compatible };
    let states = lifecycle.states.value.iter();
    let states =
        states.map(|state| at.thing(format!("the state `{state}`")).effects(added, Breaking));
    let external = lifecycle.external_transitions.iter().map(|transition| {
        let what = format!("the external transition `{}`", transition.id);
        let states = Value::Exact(format!("from `{}` to `{}`", transition.from, transition.to));
        let trigger =
            at.slot(format!("what triggers {what}"), &transition.by, |by| Value::Text(by.clone()));
        at.fact(what, states).effects(Compatible, Compatible).with([trigger])
    });
    let quoted = |name: &String| Value::quoted(name);
    let fact = at.thing("the statement of the states").with(states).with(external);
    fact.with([
        at.flag_slot("whether the list of states is complete", &lifecycle.complete, true),
        at.slot("the state of a new record", &lifecycle.initial, quoted),
        at.slot("the member that shows the state", &lifecycle.shown_in, quoted),
    ])
}
