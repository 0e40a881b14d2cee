//! The stated shape of a success body: its members, and the fields of the records in them.

use spec::{Field, Type};

use crate::contract;
use crate::json::Json;
use crate::reason::Reason;

use super::answer::{Answer, AnswerClass, short};
use super::step_context::StepContext;
use super::trace_view::Acceptance;
use super::types;
use super::{Coverage, FindingResult};

/// An envelope member is there and of its outermost type.
pub(super) fn member(ctx: &StepContext<'_>, member: &str) -> FindingResult {
    if let Some(result) = not_accepted(ctx) {
        return result;
    }
    // The member about the page is an object; what is in it has clauses of its own.
    let page = Type::Record(member.to_owned());
    let ty = envelope_type(ctx, member).unwrap_or(&page);
    for answer in ctx.answers() {
        match answer.json.as_ref().and_then(|json| json.get(member)) {
            None => return FindingResult::Breach(answer.failure(format!("a member `{member}`"))),
            Some(value) if !types::is_of_shape(value, ty) => {
                let pointer = format!("/{member}");
                return FindingResult::Breach(answer.failure_at(
                    pointer,
                    types::describe(ty),
                    value.kind(),
                ));
            }
            Some(_) => {}
        }
    }
    FindingResult::HELD
}

/// The body is empty.
pub(super) fn empty(ctx: &StepContext<'_>) -> FindingResult {
    match ctx.acceptance() {
        Acceptance::Undocumented => ctx.breach("an empty body"),
        Acceptance::Shown => FindingResult::HELD,
        _ => ctx.without_acceptance(),
    }
}

/// Each record has the field.
pub(super) fn present(ctx: &StepContext<'_>, member: &str, field: &str) -> FindingResult {
    let records = match records(ctx, member) {
        Ok(records) => records,
        Err(result) => return result,
    };
    match records
        .iter()
        .find(|found| found.value.get(field).is_none())
    {
        Some(found) => FindingResult::Breach(found.answer.failure_at(
            &found.pointer,
            format!("a member `{field}`"),
            short(&found.value.to_string()),
        )),
        None => held(records.len()),
    }
}

/// The field, where a record has it with a value, is of its type.
pub(super) fn field_type(ctx: &StepContext<'_>, member: &str, name: &str) -> FindingResult {
    let records = match records(ctx, member) {
        Ok(records) => records,
        Err(result) => return result,
    };
    let Some(field) = field_of(ctx, member, name) else {
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
        seen => held(seen),
    }
}

/// Whether the document allows that no record ever has a value there.
fn may_lack_value(field: &Field) -> bool {
    field.present.stated() != Some(&true) || field.nullable.stated() != Some(&false)
}

fn held(count: usize) -> FindingResult {
    FindingResult::Held {
        witnesses: u32::try_from(count).unwrap_or(u32::MAX),
        coverage: Coverage::SEEN,
    }
}

/// A record in an answer, and where it stands.
pub(super) struct LocatedRecord<'a> {
    pub(super) answer: &'a Answer,
    pub(super) pointer: String,
    pub(super) value: &'a Json,
}

/// The records in an envelope member of all pages; or the finding when there are none.
pub(super) fn records<'a>(
    ctx: &StepContext<'a>,
    member: &str,
) -> Result<Vec<LocatedRecord<'a>>, FindingResult> {
    if let Some(result) = not_accepted(ctx) {
        return Err(result);
    }
    let mut records = Vec::new();
    for answer in ctx.answers() {
        match answer.json.as_ref().and_then(|json| json.get(member)) {
            Some(value @ Json::Map(_)) => {
                records.push(LocatedRecord {
                    answer,
                    pointer: format!("/{member}"),
                    value,
                });
            }
            Some(Json::List(items)) => {
                for (index, value) in items.iter().enumerate() {
                    let pointer = format!("/{member}/{index}");
                    records.push(LocatedRecord {
                        answer,
                        pointer,
                        value,
                    });
                }
            }
            _ => return Err(FindingResult::Inconclusive(Reason::NotAsDocumented)),
        }
    }
    if records.is_empty() {
        return Err(FindingResult::NotExercised(Reason::NoItems));
    }
    Ok(records)
}

/// Shape is judged of whatever is accepted, also where the body is not the documented one.
fn not_accepted(ctx: &StepContext<'_>) -> Option<FindingResult> {
    let accepted = ctx
        .attempt()
        .is_some_and(|attempt| attempt.class() == AnswerClass::Accepted);
    (!accepted).then(|| ctx.without_acceptance())
}

fn envelope_type<'a>(ctx: &StepContext<'a>, member: &str) -> Option<&'a Type> {
    let members = contract::envelope(ctx.operation)?;
    members
        .iter()
        .find(|known| known.wire == member)
        .map(|known| &known.ty)
}

pub(super) fn field_of<'a>(ctx: &StepContext<'a>, member: &str, name: &str) -> Option<&'a Field> {
    let ty = envelope_type(ctx, member)?;
    contract::fields(ctx.trace.contract, ty)
        .iter()
        .find(|field| field.wire == name)
}
