//! The records in a success body, and where they are.

use spec::{Field, Type};

use crate::contract;
use crate::finding::{Coverage, FindingResult};
use crate::json::Json;
use crate::parsed::answer::{Answer, AnswerClass};
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;

/// A record in an answer, and its location.
pub(crate) struct LocatedRecord<'a> {
    pub(crate) answer: &'a Answer,
    pub(crate) pointer: String,
    pub(crate) value: &'a Json,
}

/// The records in an envelope member of all pages; an error if there are none.
pub(crate) fn records<'a>(
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
                records.push(LocatedRecord { answer, pointer: format!("/{member}"), value });
            }
            Some(Json::List(items)) => {
                for (index, value) in items.iter().enumerate() {
                    let pointer = format!("/{member}/{index}");
                    records.push(LocatedRecord { answer, pointer, value });
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
pub(crate) fn not_accepted(ctx: &StepContext<'_>) -> Option<FindingResult> {
    let accepted = ctx.attempt().is_some_and(|attempt| attempt.class() == AnswerClass::Accepted);
    (!accepted).then(|| ctx.without_acceptance())
}

pub(crate) fn envelope_type<'a>(ctx: &StepContext<'a>, member: &str) -> Option<&'a Type> {
    let members = contract::envelope(ctx.operation)?;
    members.iter().find(|known| known.wire == member).map(|known| &known.ty)
}

pub(crate) fn find_field<'a>(ctx: &StepContext<'a>, member: &str, name: &str) -> Option<&'a Field> {
    let ty = envelope_type(ctx, member)?;
    contract::fields(ctx.trace.contract, ty).iter().find(|field| field.wire == name)
}

pub(crate) fn held_for_records(count: usize) -> FindingResult {
    FindingResult::Held {
        witnesses: u32::try_from(count).unwrap_or(u32::MAX),
        coverage: Coverage::SEEN,
    }
}
