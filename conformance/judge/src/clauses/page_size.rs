//! The page size limits each page; observable only if the list has more items than fit on one page.
//!
//! A server may have a minimum size. It then reports that size instead of the requested one, and
//! larger ones as requested.

use std::collections::BTreeMap;

use reader::counted;
use spec::PageFact;

use crate::clauses::prelude::*;
use crate::clauses::shared::pages::{list_pointer, pages, requested_number};

/// Number of page sizes to request before concluding that a server has a fixed one.
const ENOUGH_SIZES: usize = 6;

pub(super) fn is_claimed(step: &ClaimedStep<'_>, parameter: &str) -> bool {
    let size = InputRef::new(InputPart::Query, parameter);
    step.is_accepted() && step.step.all_pages && step.step.inputs.set.contains_key(&size)
}

pub(super) fn judge(ctx: &StepContext<'_>, parameter: &str) -> FindingResult {
    let pages = pages(ctx)?;
    let requested = requested_number(ctx, parameter).ok_or(NotExercised(Reason::NoValue))?;
    let larger = pages.iter().find(|(_, items)| items.len() as u64 > requested);
    if let Some((response, items)) = larger {
        let expected = match reported_size(ctx) {
            Some(reported) if reported == requested => {
                format!("at most {requested} items, as `{parameter}` requests")
            }
            Some(reported) if is_inexplicable(ctx, parameter, reported) => {
                format!("at most {requested} items, or the same minimum as for other sizes")
            }
            _ => return Err(NotExercised(Reason::TooFewItems)),
        };
        let actual = counted(items.len(), "item");
        return Err(response.breach_at(list_pointer(ctx), expected, actual));
    }
    // A list that fits on one page would look the same without the parameter, and the last page may be shorter.
    let filled = pages.iter().rev().skip_while(|(_, items)| items.is_empty());
    if filled.skip(1).any(|(_, items)| items.len() as u64 == requested) {
        return Ok(Held::ONCE);
    }
    Err(NotExercised(Reason::TooFewItems))
}

/// Whether a call leaves the size out.
pub(super) fn is_default_claimed(step: &ClaimedStep<'_>, parameter: &str) -> bool {
    let size = InputRef::new(InputPart::Query, parameter);
    step.is_accepted() && !step.step.inputs.set.contains_key(&size)
}

/// Without the parameter, a page has the default size.
pub(super) fn judge_default(ctx: &StepContext<'_>, default: u64) -> FindingResult {
    let pages = pages(ctx)?;
    if let Some((response, items)) = pages.iter().find(|(_, items)| items.len() as u64 > default) {
        let expected = format!("at most {default} items, as no size is requested");
        return Err(response.breach_at(list_pointer(ctx), expected, counted(items.len(), "item")));
    }
    let paging = contract::paging(ctx.operation);
    let pointer = paging.and_then(|paging| Some(paging.pointer(paging.member(PageFact::Size)?)));
    let reported = reported_size(ctx);
    if let (Some(reported), Some(pointer), Some((response, _))) = (reported, pointer, pages.first())
        && reported != default
    {
        let expected = format!("{default}, as no size is requested");
        return Err(response.breach_at(pointer, expected, reported.to_string()));
    }
    let mut filled = pages.iter().rev().skip_while(|(_, items)| items.is_empty()).skip(1);
    let is_filled = filled.any(|(_, items)| items.len() as u64 == default);
    if reported.is_some() || is_filled {
        return Ok(Held::ONCE);
    }
    Err(NotExercised(Reason::TooFewItems))
}

/// Whether the scenario sets the value that selects the page.
pub(super) fn is_after_last_claimed(step: &ClaimedStep<'_>, parameter: &str) -> bool {
    let start = InputRef::new(InputPart::Query, parameter);
    match step.accepted_input(&start) {
        Some(Value::Json(Json::Number(far))) => far.len() >= FAR_DIGITS,
        Some(far) => {
            far.text().and_then(Template::literal).is_some_and(|far| far.len() >= FAR_DIGITS)
        }
        None => false,
    }
}

/// Number of digits of a page number or an offset that is after the end of any list.
const FAR_DIGITS: usize = 7;

/// Judges that a page after the last one has no items.
pub(super) fn judge_after_last(ctx: &StepContext<'_>) -> FindingResult {
    let pages = pages(ctx)?;
    if let Some((response, items)) = pages.iter().find(|(_, items)| !items.is_empty()) {
        let expected = "no items, as the page is after the last one";
        return Err(response.breach_at(list_pointer(ctx), expected, counted(items.len(), "item")));
    }
    let list = contract::list_member(ctx.operation).unwrap_or_default();
    if ctx.calls().any(|call| call.listed(list).next().is_some()) {
        return Ok(Held::ONCE);
    }
    Err(NotExercised(Reason::TooFewItems))
}

/// Whether reported sizes contradict a minimum or fixed size: always the same size, or another one
/// for a requested size in between.
fn is_inexplicable(ctx: &StepContext<'_>, parameter: &str, size: u64) -> bool {
    let reported: BTreeMap<_, _> = ctx
        .calls()
        .filter_map(|call| Some((requested_number(call, parameter)?, reported_size(call)?)))
        .collect();
    let others = reported.keys().filter(|requested| **requested != size).count();
    let always = others >= ENOUGH_SIZES && reported.values().all(|reported| *reported == size);
    let mut smaller = reported.range(..=size);
    always || smaller.any(|(requested, reported)| *reported != size && reported != requested)
}

/// The page size that the response to a call reports.
fn reported_size(call: &ParsedStep<'_>) -> Option<u64> {
    call.responses().first()?.page(call.operation)?.size
}
