//! The records in a success body, and where they are.

use spec::{Field, Type};

use crate::clauses::prelude::*;

pub struct LocatedRecord<'a> {
    pub response: &'a ParsedResponse,
    pub pointer: String,
    pub value: &'a Json,
}

impl LocatedRecord<'_> {
    pub fn breach(
        &self,
        field: &str,
        expected: impl Into<String>,
        actual: impl Into<String>,
    ) -> FindingResult {
        Err(self.response.breach_at(format!("{}/{field}", self.pointer), expected, actual))
    }

    /// A breach by the absence of a field.
    pub fn breach_without(&self, field: &str, actual: impl Into<String>) -> FindingResult {
        Err(self.response.breach_at(&self.pointer, format!("a member `{field}`"), actual))
    }
}

/// The records in an envelope member of all pages; an error if there are no records. The shape of every accepted body is
/// judged, also where the body is not the documented one.
pub fn records<'a>(ctx: &StepContext<'a>, member: &str) -> Result<Vec<LocatedRecord<'a>>, NotHeld> {
    let mut records = Vec::new();
    for response in &ctx.accepted_attempt()?.responses {
        match response.member(member) {
            Some(value @ Json::Map(_)) => {
                records.push(LocatedRecord { response, pointer: member_pointer(member), value });
            }
            Some(Json::List(items)) => {
                for (index, value) in items.iter().enumerate() {
                    let pointer = format!("{}/{index}", member_pointer(member));
                    records.push(LocatedRecord { response, pointer, value });
                }
            }
            _ => return Err(Inconclusive(Reason::NotAsDocumented)),
        }
    }
    if records.is_empty() { Err(NotExercised(Reason::NoItems)) } else { Ok(records) }
}

pub fn envelope_type<'a>(ctx: &StepContext<'a>, member: &str) -> Option<&'a Type> {
    let members = contract::envelope(ctx.operation)?;
    members.iter().find(|documented| documented.wire == member).map(|documented| &documented.ty)
}

pub fn find_field<'a>(ctx: &StepContext<'a>, member: &str, name: &str) -> Option<&'a Field> {
    ctx.trace.contract.member(envelope_type(ctx, member)?.record()?, name)
}

/// Whether the field can be any JSON. If so, no other clause checks its type.
pub fn is_any_json(ctx: &StepContext<'_>, member: &str, name: &str) -> bool {
    find_field(ctx, member, name).is_some_and(|field| field.ty == Type::Json)
}

pub fn held_for_records(count: usize) -> FindingResult {
    Ok(Held { witnesses: u32::try_from(count).unwrap_or(u32::MAX), coverage: Coverage::SEEN })
}
