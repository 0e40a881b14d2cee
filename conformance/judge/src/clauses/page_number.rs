//! The page number selects the page: the next page does not show the same items again.

use crate::clauses::prelude::*;
use crate::clauses::shared::lists::narrowing;
use crate::clauses::shared::pages::{
    identities, list_pointer, pages, requested_number, unchanged_while_read,
};
use crate::json::whole_number;
use crate::page::page_member;
use crate::parsed::response::ResponseClass;
use spec::PageFact;

pub(super) fn judge(ctx: &StepContext<'_>, parameter: &str) -> FindingResult {
    if refuses_all_numbers(ctx, parameter) {
        return ctx.breach("accepted: the first page, as without a page number");
    }
    let pages = pages(ctx)?;
    if let Some(breach) = other_first_page(ctx, parameter, &pages) {
        return Err(breach);
    }
    let unseen = ctx.values.shows.iter().find(|value| !ctx.holds(value));
    let (first, (response, items)) = match pages.as_slice() {
        [(_, first), second, ..] if !first.is_empty() => (first, second),
        // A list that reports a single page, possibly because it is short; but it must be complete.
        [(response, items)] if !items.is_empty() => {
            let missing = unseen.filter(|value| is_seen_elsewhere(ctx, value));
            let missing = missing.ok_or(NotExercised(Reason::TooFewItems))?;
            let expected = format!("`{missing}` on one of the pages");
            let actual = "not on the only page";
            return Err(response.breach_at(list_pointer(ctx), expected, actual));
        }
        _ => return Err(NotExercised(Reason::TooFewItems)),
    };
    let is_named = first.iter().chain(*items).all(|item| ctx.identity(item).is_some());
    if is_named {
        match compare_pages(ctx, parameter, &pages) {
            PageAdvance::Repeated(_) if !unchanged_while_read(ctx) => {
                return Err(Inconclusive(Reason::OtherOutcome));
            }
            PageAdvance::Repeated(response) => {
                let actual = "the same items as on the page before";
                return Err(response.breach_at(
                    list_pointer(ctx),
                    "the items after those of the page before",
                    actual,
                ));
            }
            PageAdvance::Unclear if items == first => {
                return Err(Inconclusive(Reason::OtherOutcome));
            }
            PageAdvance::Unclear | PageAdvance::Advanced => {}
        }
    }
    if let Some((response, repeated)) = overlapping(ctx, &pages) {
        let expected =
            format!("`{repeated}` on one of the pages, which are no longer than the list");
        return Err(response.breach_at(list_pointer(ctx), expected, "on two of the pages"));
    }
    match unseen {
        Some(value) if is_seen_elsewhere(ctx, value) || is_only_counted(ctx, value, &pages) => {
            let expected = format!("`{value}` on one of the pages");
            Err(response.breach_at(list_pointer(ctx), expected, "on none of the pages"))
        }
        Some(_) => Err(NotExercised(Reason::Unobservable)),
        None if items.is_empty() => Err(NotExercised(Reason::TooFewItems)),
        None if !is_named && !shows_value_of_later_page(ctx, first, items) => {
            Err(NotExercised(Reason::Unobservable))
        }
        None => Ok(Held::ONCE),
    }
}

/// Whether one page shows other items than the page before.
enum PageAdvance<'a> {
    /// No page that can be compared does, or one that is not the last does not; the response that shows the same again.
    Repeated(&'a ParsedResponse),
    /// One does.
    Advanced,
    /// None can be compared.
    Unclear,
}

/// A record that is on two consecutive pages, where all pages together have more items than the list.
fn overlapping<'a>(
    ctx: &StepContext<'a>,
    pages: &[(&'a ParsedResponse, &'a [Json])],
) -> Option<(&'a ParsedResponse, &'a str)> {
    let totals = || pages.iter().map(|(response, _)| total(ctx, response).and_then(whole_number));
    let counted = totals().next().flatten();
    let shown: usize = pages.iter().map(|(_, items)| items.len()).sum();
    let has_total = contract::paging(ctx.operation)?.member(PageFact::Total).is_some();
    let is_more = !has_total
        || counted.is_some_and(|counted| {
            totals().all(|total| total == Some(counted)) && shown as u64 > counted
        });
    let is_more = is_more && is_complete(ctx);
    let mut pairs = pages.iter().zip(pages.iter().skip(1)).filter(|_| is_more);
    pairs.find_map(|((_, before), (response, after))| {
        let known: Vec<_> = before.iter().filter_map(|item| ctx.identity(item)).collect();
        // A page that repeats the one before as a whole may be one past the last.
        let is_new = |item: &Json| ctx.identity(item).is_some_and(|name| !known.contains(&name));
        let is_overlapping = after.iter().any(is_new);
        let mut shown = after.iter().filter_map(|item| ctx.identity(item));
        shown.find(|name| is_overlapping && known.contains(name)).map(|name| (*response, name))
    })
}

/// Whether a list that is accepted without a page number is refused with each that may be the first.
fn refuses_all_numbers(ctx: &StepContext<'_>, parameter: &str) -> bool {
    let page = InputRef::new(InputPart::Query, parameter);
    let responses = ctx.responses();
    responses.len() == 2
        && responses.iter().all(|response| response.class == ResponseClass::Refused)
        && ctx.is_demonstrated()
        && ctx.controls().any(|call| call.sends_same_without(&page, ctx))
}

/// A call without a page number that shows a later page than the first, or nothing. With another total, the list
/// changed between the calls. Where there is no total, what is added or removed may move items to another page.
fn other_first_page(
    ctx: &StepContext<'_>,
    parameter: &str,
    pages: &[(&ParsedResponse, &[Json])],
) -> Option<NotHeld> {
    let ((response, first), later) = pages.split_first()?;
    // Page 0 is not documented: it may be another one than the first, and its items are then on a second page as well.
    let shown: usize = pages.iter().map(|(_, items)| items.len()).sum();
    let counted = || total(ctx, response).and_then(whole_number);
    if requested_number(ctx, parameter) == Some(0) && counted() != Some(shown as u64) {
        return None;
    }
    let page = InputRef::new(InputPart::Query, parameter);
    let calls = ctx.controls().filter(|call| call.step.key == ctx.step.key);
    calls.filter(|call| call.sends_same_without(&page, ctx)).find_map(|call| {
        let shown = call.responses().first()?;
        let items = shown.page(ctx.operation)?.items;
        let is_later = items.is_empty() || later.iter().any(|(_, later)| *later == items);
        let is_unchanged = || match (total(ctx, shown), total(ctx, response)) {
            (None, None) => stood_before(ctx, call, first, items),
            (one, other) => one == other,
        };
        let is_other = is_later && items != *first && is_unchanged();
        is_other.then(|| {
            let actual = if items.is_empty() { "no items" } else { "those of a later page" };
            let expected = "the items of the first page, as no page is requested";
            shown.breach_at(list_pointer(ctx), expected, actual)
        })
    })
}

/// Whether an item of the first page was in the list at the time of another call that does not show it: calls before and
/// after that one do.
fn stood_before(
    ctx: &StepContext<'_>,
    call: &ParsedStep<'_>,
    first: &[Json],
    shown: &[Json],
) -> bool {
    let Some(list) = contract::list_member(ctx.operation) else { return false };
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let sent = |call: &ParsedStep<'_>| {
        let narrowing = call.attempt.map(|attempt| narrowing(ctx.operation, &attempt.sent));
        narrowing.unwrap_or_default().into_iter().map(owned).collect::<Vec<_>>()
    };
    let own = sent(ctx);
    let is_listed = |name: &str, is_wanted: &dyn Fn(usize) -> bool| {
        let mut others = ctx.calls_of_list().filter(|other| {
            is_wanted(other.index) && other.step.key == ctx.step.key && sent(other) == own
        });
        others.any(|other| other.listed(list).any(|item| ctx.identity(item) == Some(name)))
    };
    let names = |items: &[Json]| -> Vec<String> {
        items.iter().filter_map(|item| ctx.identity(item)).map(str::to_owned).collect()
    };
    let known = names(shown);
    names(first).iter().any(|name| {
        !known.contains(name)
            && is_listed(name, &|index| index < call.index)
            && is_listed(name, &|index| index > call.index)
    })
}

/// Records added meanwhile move items to the next page, so only pages with the same total are
/// compared.
fn compare_pages<'a>(
    ctx: &StepContext<'_>,
    parameter: &str,
    pages: &[(&'a ParsedResponse, &'a [Json])],
) -> PageAdvance<'a> {
    let pairs = pages.iter().zip(pages.iter().skip(1));
    let mut pairs = pairs.filter(|((before, _), (after, items))| {
        !items.is_empty() && total(ctx, before) == total(ctx, after)
    });
    let Some(((_, shown), (response, again))) = pairs.next() else {
        return PageAdvance::Unclear;
    };
    if shown != again || pairs.any(|((_, shown), (_, again))| shown != again) {
        return repeated(ctx, parameter, pages)
            .map_or(PageAdvance::Advanced, PageAdvance::Repeated);
    }
    PageAdvance::Repeated(response)
}

/// A page that repeats the items of the page before, in every request. The response to a page after
/// the last is not documented, and if pages are counted from 0 the last has a lower number.
fn repeated<'a>(
    ctx: &StepContext<'_>,
    parameter: &str,
    pages: &[(&'a ParsedResponse, &'a [Json])],
) -> Option<&'a ParsedResponse> {
    let requested = requested_number(ctx, parameter).filter(|_| unchanged_while_read(ctx))?;
    pages.iter().zip(pages.iter().skip(1)).zip(requested + 1..).find_map(
        |(((_, before), (response, items)), requested)| {
            let last = response.page(ctx.operation)?.pages?;
            (before == items && !items.is_empty() && requested < last).then_some(*response)
        },
    )
}

/// The total number of items that a page reports.
fn total<'j>(ctx: &StepContext<'_>, response: &'j ParsedResponse) -> Option<&'j Json> {
    page_member(contract::paging(ctx.operation)?, response.json()?, PageFact::Total)
}

/// Whether a value that the step looks for is on the second page and not on the first.
fn shows_value_of_later_page(ctx: &StepContext<'_>, first: &[Json], second: &[Json]) -> bool {
    let holds = |items: &[Json], value: &str| items.iter().any(|item| item.holds_text(value));
    ctx.values.shows.iter().any(|value| holds(second, value) && !holds(first, value))
}

/// Whether all pages of the list are known.
pub(super) fn is_complete(ctx: &StepContext<'_>) -> bool {
    unchanged_while_read(ctx) && ctx.attempt.is_some_and(|attempt| attempt.complete)
}

/// Whether another call of this scenario shows the value, so that it is known to be in the list.
pub(super) fn is_seen_elsewhere(ctx: &StepContext<'_>, value: &str) -> bool {
    is_complete(ctx) && ctx.calls_of_list().any(|call| call.index != ctx.index && call.holds(value))
}

/// Whether the value is a fixture of the target, and the list reports more items than are on all of
/// its pages. The run has asked for the page before the first as well.
fn is_only_counted(ctx: &StepContext<'_>, id: &str, pages: &[(&ParsedResponse, &[Json])]) -> bool {
    let is_fixture = ctx.trace.fixtures.values().any(|fixture| fixture.id == id);
    let mut totals = pages.iter().map(|(response, _)| total(ctx, response));
    let first = totals.next().flatten();
    let counted = first.filter(|first| totals.all(|other| other == Some(*first)));
    let shown = identities(ctx).zip(counted.and_then(whole_number));
    is_fixture && is_complete(ctx) && shown.is_some_and(|(shown, counted)| counted > shown as u64)
}
