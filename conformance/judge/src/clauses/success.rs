//! A success has its status, and its body is empty or has a member of its documented type.

use std::collections::BTreeMap;

use spec::{FurtherStatus, Type};

use crate::clauses::prelude::*;
use crate::clauses::shared::mixed_up::check_other_calls;
use crate::clauses::shared::records::envelope_type;
use crate::parsed::response::ResponseClass;
use crate::parsed::types;

pub(super) fn judge_status(ctx: &StepContext<'_>, status: u16) -> FindingResult {
    if further_status(ctx).is_some() {
        return Err(NotExercised(Reason::NoValue));
    }
    let free: Vec<u16> = ctx.operation.success.free_statuses().collect();
    judge_statuses(ctx, status, &free)
}

/// The status of a success by what was sent.
pub(super) fn judge_further_status(ctx: &StepContext<'_>, name: &str) -> FindingResult {
    match further_status(ctx).filter(|further| further.name == name) {
        Some(further) => judge_statuses(ctx, further.status, &[]),
        None => Err(NotExercised(Reason::NoValue)),
    }
}

fn further_status<'a>(ctx: &StepContext<'a>) -> Option<&'a FurtherStatus> {
    let sent = |input: &InputRef| ctx.sent(input).map(Json::written);
    ctx.operation.success.status_of(ctx.operation, sent)
}

/// Whether a step sends what gives its success this status.
pub(super) fn has_further_status(step: &ClaimedStep<'_>, name: &str) -> bool {
    let sent = |input: &InputRef| match step.sent(input)? {
        Value::Text(text) => text.literal().map(str::to_owned),
        Value::Json(json) => Some(json.written()),
    };
    let further = step.operation.success.status_of(step.operation, sent);
    step.is_accepted() && further.is_some_and(|further| further.name == name)
}

fn judge_statuses(ctx: &StepContext<'_>, status: u16, free: &[u16]) -> FindingResult {
    // Whatever else the response shows, a success has the stated status.
    let is_other = |response: &&ParsedResponse| {
        let is_right = response.status == status || free.contains(&response.status);
        response.class == ResponseClass::Accepted && !is_right
    };
    match ctx.responses().iter().find(is_other) {
        Some(response) => Err(response.breach(format!("status {status}"))),
        None if ctx.is_shown() => Ok(Held::ONCE),
        None => Err(ctx.without_acceptance()),
    }
}

pub(super) fn judge_empty_body(ctx: &StepContext<'_>) -> FindingResult {
    match ctx.acceptance {
        AcceptanceOutcome::Undocumented => ctx.breach("an empty body"),
        AcceptanceOutcome::Shown => Ok(Held::ONCE),
        _ => Err(ctx.without_acceptance()),
    }
}

pub(super) fn judge_member(ctx: &StepContext<'_>, member: &str) -> FindingResult {
    check_other_calls(ctx, member)?;
    // The member about the page is an object; what is in it has clauses of its own.
    let page = Type::Record(member.to_owned());
    let ty = envelope_type(ctx, member).unwrap_or(&page);
    let mut is_seen = false;
    for response in &ctx.accepted_attempt()?.responses {
        let value = response.member(member);
        let value = value.ok_or_else(|| {
            response.breach(match member {
                "" => types::describe(ty),
                member => format!("a member `{member}`"),
            })
        })?;
        if let Some((item, found, ty)) = misfit(value, ty) {
            let at = format!("{}{item}", member_pointer(member));
            return Err(response.breach_at(at, types::describe(ty), found.kind()));
        }
        if let Some(index) = repeated_item(ctx, value, ty) {
            let at = format!("{}/{index}", member_pointer(member));
            return Err(response.breach_at(at, "each record once", "a record a second time"));
        }
        // An empty list does not show that it is one of records.
        is_seen |= !is_list_of_records(ty) || value.items().is_some_and(|items| !items.is_empty());
    }
    if is_seen { Ok(Held::ONCE) } else { Err(NotExercised(Reason::NoItems)) }
}

fn is_list_of_records(ty: &Type) -> bool {
    matches!(ty, Type::List(item) if matches!(**item, Type::Record(_)))
}

/// The index of an item of a list of all records that is equal to an earlier one and has an identifier.
fn repeated_item(ctx: &StepContext<'_>, value: &Json, ty: &Type) -> Option<usize> {
    let Type::List(item) = ty else { return None };
    let Type::Record(name) = &**item else { return None };
    // Other lists, such as one of recently viewed records, may contain a record twice.
    if ctx.operation.lists.as_ref() != Some(name) {
        return None;
    }
    let identifier = &ctx.trace.contract.record(name)?.identifier()?.wire;
    let mut known = BTreeMap::new();
    value.items()?.iter().enumerate().find_map(|(index, item)| {
        let id = item.get(identifier)?.identifier()?;
        known.insert(id, item).is_some_and(|earlier| earlier == item).then_some(index)
    })
}

/// The value, or the first of its items, that is not of the shape of the type, with the pointer to it.
fn misfit<'j, 't>(value: &'j Json, ty: &'t Type) -> Option<(String, &'j Json, &'t Type)> {
    if !types::is_of_shape(value, ty) {
        return Some((String::new(), value, ty));
    }
    let Type::List(ty) = ty else { return None };
    let (index, item) =
        (0..).zip(value.items()?).find(|(_, item)| !types::is_of_shape(item, ty))?;
    Some((format!("/{index}"), item, ty))
}
