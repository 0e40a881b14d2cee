//! The page size limits each page; observable only if the list has more items than fit on one page.
//!
//! A server may have a minimum size. It then reports that size instead of the requested one, and
//! larger ones as requested.

use std::collections::BTreeMap;

use reader::counted;

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
