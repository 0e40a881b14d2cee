//! The stated shape of a success body: its members, and the fields of the records in them.

use spec::{Field, Type};

use crate::contract;
use crate::json::Json;
use crate::reason::Reason;

use super::answer::{Answer, Standing, short};
use super::scene::Acceptance;
use super::types;
use super::view::View;
use super::{Grounds, Judged};

/// An envelope member is there and of its outermost type.
pub(super) fn member(view: &View<'_>, member: &str) -> Judged {
    if let Some(judged) = not_accepted(view) {
        return judged;
    }
    // The member about the page is an object; what is in it has clauses of its own.
    let page = Type::Record(member.to_owned());
    let ty = envelope_type(view, member).unwrap_or(&page);
    for answer in view.answers() {
        match answer.json.as_ref().and_then(|json| json.get(member)) {
            None => return Judged::Breach(answer.failure(format!("a member `{member}`"))),
            Some(value) if !types::is_of_shape(value, ty) => {
                let pointer = format!("/{member}");
                return Judged::Breach(answer.failure_at(
                    pointer,
                    types::describe(ty),
                    value.kind(),
                ));
            }
            Some(_) => {}
        }
    }
    Judged::HELD
}

/// The body is empty.
pub(super) fn empty(view: &View<'_>) -> Judged {
    match view.acceptance() {
        Acceptance::Undocumented => view.breach("an empty body"),
        Acceptance::Shown => Judged::HELD,
        _ => view.without_acceptance(),
    }
}

/// Each record has the field.
pub(super) fn present(view: &View<'_>, member: &str, field: &str) -> Judged {
    let records = match records(view, member) {
        Ok(records) => records,
        Err(judged) => return judged,
    };
    match records
        .iter()
        .find(|found| found.value.get(field).is_none())
    {
        Some(found) => Judged::Breach(found.answer.failure_at(
            &found.pointer,
            format!("a member `{field}`"),
            short(&found.value.to_string()),
        )),
        None => held(records.len()),
    }
}

/// The field, where a record has it with a value, is of its type.
pub(super) fn field_type(view: &View<'_>, member: &str, name: &str) -> Judged {
    let records = match records(view, member) {
        Ok(records) => records,
        Err(judged) => return judged,
    };
    let Some(field) = field_of(view, member, name) else {
        return Judged::NotExercised(Reason::NoValue);
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
            return Judged::Breach(found.answer.failure_at(pointer, expected, actual));
        }
        seen += 1;
    }
    match seen {
        0 if may_lack_value(field) => Judged::NotExercised(Reason::LegallyAbsent),
        0 => Judged::NotExercised(Reason::NoValue),
        seen => held(seen),
    }
}

/// Whether the document allows that no record ever has a value there.
fn may_lack_value(field: &Field) -> bool {
    field.present.stated() != Some(&true) || field.nullable.stated() != Some(&false)
}

fn held(count: usize) -> Judged {
    Judged::Held {
        witnesses: u32::try_from(count).unwrap_or(u32::MAX),
        grounds: Grounds::SEEN,
    }
}

/// A record in an answer, and where it stands.
pub(super) struct Found<'a> {
    pub(super) answer: &'a Answer,
    pub(super) pointer: String,
    pub(super) value: &'a Json,
}

/// The records in an envelope member of all pages; or the finding when there are none.
pub(super) fn records<'a>(view: &View<'a>, member: &str) -> Result<Vec<Found<'a>>, Judged> {
    if let Some(judged) = not_accepted(view) {
        return Err(judged);
    }
    let mut records = Vec::new();
    for answer in view.answers() {
        match answer.json.as_ref().and_then(|json| json.get(member)) {
            Some(value @ Json::Map(_)) => {
                records.push(Found {
                    answer,
                    pointer: format!("/{member}"),
                    value,
                });
            }
            Some(Json::List(items)) => {
                for (index, value) in items.iter().enumerate() {
                    let pointer = format!("/{member}/{index}");
                    records.push(Found {
                        answer,
                        pointer,
                        value,
                    });
                }
            }
            _ => return Err(Judged::Inconclusive(Reason::NotAsDocumented)),
        }
    }
    if records.is_empty() {
        return Err(Judged::NotExercised(Reason::NoItems));
    }
    Ok(records)
}

/// Shape is judged of whatever is accepted, also where the body is not the documented one.
fn not_accepted(view: &View<'_>) -> Option<Judged> {
    let accepted = view
        .way()
        .is_some_and(|way| way.standing() == Standing::Accepted);
    (!accepted).then(|| view.without_acceptance())
}

fn envelope_type<'a>(view: &View<'a>, member: &str) -> Option<&'a Type> {
    let members = contract::envelope(view.operation)?;
    members
        .iter()
        .find(|known| known.wire == member)
        .map(|known| &known.ty)
}

pub(super) fn field_of<'a>(view: &View<'a>, member: &str, name: &str) -> Option<&'a Field> {
    let ty = envelope_type(view, member)?;
    contract::fields(view.scene.contract, ty)
        .iter()
        .find(|field| field.wire == name)
}
