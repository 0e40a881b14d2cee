//! The pages of a list, as one call shows them.

use std::collections::BTreeSet;

use crate::clauses::prelude::*;
use crate::json::whole_number;

/// The items of each page; an error if the list cannot be read.
pub fn pages<'a>(ctx: &StepContext<'a>) -> Result<Vec<(&'a ParsedResponse, &'a [Json])>, NotHeld> {
    if !ctx.is_shown() {
        return Err(ctx.without_acceptance());
    }
    let list = contract::list_member(ctx.operation).ok_or(NotExercised(Reason::NoItems))?;
    let items = |response: &'a ParsedResponse| Some((response, response.member(list)?.items()?));
    let pages: Option<Vec<_>> = ctx.responses().iter().map(items).collect();
    pages.ok_or(Inconclusive(Reason::NotAsDocumented))
}

/// The number of different items on all pages; `None` where some have no identifier.
pub fn identities(ctx: &StepContext<'_>) -> Option<usize> {
    let pages = pages(ctx).ok()?;
    let items = pages.iter().flat_map(|(_, items)| items.iter());
    let shown: Option<BTreeSet<_>> = items.map(|item| ctx.identity(item)).collect();
    shown.map(|shown| shown.len())
}

/// The number that a call sends as a query parameter: a page, or its size.
pub fn requested_number(call: &ParsedStep<'_>, parameter: &str) -> Option<u64> {
    whole_number(call.sent(&InputRef::new(InputPart::Query, parameter))?)
}

/// Whether no item moved from page to page while the pages were read.
pub fn unchanged_while_read(ctx: &StepContext<'_>) -> bool {
    ctx.attempt.is_some_and(|attempt| attempt.unchanged_while_read)
}

pub fn list_pointer(ctx: &StepContext<'_>) -> String {
    contract::list_member(ctx.operation).map_or(String::new(), member_pointer)
}
