//! Consecutive pages show each item once.

use std::collections::BTreeMap;

use crate::clauses::page_number::is_seen_elsewhere;
use crate::clauses::prelude::*;
use crate::clauses::shared::lists::{Lists, narrowing};
use crate::clauses::shared::pages::{list_pointer, pages, unchanged_while_read};

pub(super) fn judge(ctx: &StepContext<'_>) -> FindingResult {
    let pages = pages(ctx)?;
    if unchanged_while_read(ctx)
        && let Some((response, again)) = repeated(ctx, &pages)
    {
        let expected = "the items after those of the pages before";
        let actual = format!("`{again}` again");
        return Err(response.breach_at(list_pointer(ctx), expected, actual));
    }
    let last = pages.last().map(|(response, _)| *response);
    if let (Some(missing), Some(last)) = (missing(ctx), last) {
        let expected = format!("`{missing}` on one of the pages");
        return Err(last.breach_at(list_pointer(ctx), expected, "on none of the pages"));
    }
    let has_identities =
        pages.iter().flat_map(|(_, items)| items.iter()).all(|item| ctx.identity(item).is_some());
    match pages.as_slice() {
        [(_, first), (_, second), ..] if !first.is_empty() && !second.is_empty() => {
            if has_identities {
                Ok(Held::ONCE)
            } else {
                Err(NotExercised(Reason::Unobservable))
            }
        }
        _ => Err(NotExercised(Reason::TooFewItems)),
    }
}

/// A record that is on a page and also on an earlier page.
fn repeated<'a>(
    ctx: &StepContext<'a>,
    pages: &[(&'a ParsedResponse, &'a [Json])],
) -> Option<(&'a ParsedResponse, &'a str)> {
    let mut seen = BTreeMap::new();
    for (number, (response, items)) in pages.iter().enumerate() {
        for name in items.iter().filter_map(|item| ctx.identity(item)) {
            if *seen.entry(name).or_insert(number) != number {
                return Some((*response, name));
            }
        }
    }
    None
}

/// A record that is missing from all pages, although the step expects it or other calls of the list show it before and
/// after.
fn missing<'a>(ctx: &'a StepContext<'_>) -> Option<&'a str> {
    let unseen = ctx.values.shows.iter().find(|value| !ctx.holds(value));
    if let Some(unseen) = unseen.filter(|value| is_seen_elsewhere(ctx, value)) {
        return Some(unseen);
    }
    let lists = Lists::of(ctx)?;
    let own = narrowing(ctx.operation, &ctx.attempt?.sent);
    lists.missing(lists.absent(|attempt| narrowing(ctx.operation, &attempt.sent) == own))
}
