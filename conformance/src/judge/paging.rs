//! Whether the documented parameters choose the page.

use std::collections::{BTreeMap, BTreeSet};

use spec::{InputPart, InputRef};

use crate::contract;
use crate::json::{Json, whole_number};
use crate::page::Page;
use crate::reason::Reason;

use super::FindingResult;
use super::answer::Answer;
use super::step_context::StepContext;
use super::trace_view::Acceptance;

/// Number of page sizes to request before concluding that a server has a fixed one.
const ENOUGH_SIZES: usize = 6;

/// The page size bounds each page; shown only where there is more than fits on one.
///
/// A server may have a smallest size. Then it tells another one than was asked for, and for larger ones it tells those.
pub(super) fn size(ctx: &StepContext<'_>, parameter: &str) -> FindingResult {
    let pages = match pages(ctx) {
        Ok(pages) => pages,
        Err(result) => return result,
    };
    let Some(asked) = asked_size(ctx, ctx.index, parameter) else {
        return FindingResult::NotExercised(Reason::NoValue);
    };
    let larger = pages.iter().find(|(_, items)| items.len() as u64 > asked);
    if let Some((answer, items)) = larger {
        let told = told_size(ctx, ctx.index);
        let expected = match told {
            Some(told) if told == asked => {
                format!("no more than {asked} items, as `{parameter}` asks")
            }
            Some(told) if is_told_oddly(ctx, parameter, told) => {
                format!(
                    "no more than {asked} items, or as many as for all sizes that are too small"
                )
            }
            _ => return FindingResult::NotExercised(Reason::TooFewItems),
        };
        let actual = format!("{} items", items.len());
        return FindingResult::Breach(answer.failure_at(pointer(ctx), expected, actual));
    }
    // A list that fits on one page would look the same without the parameter.
    if pages.iter().filter(|(_, items)| !items.is_empty()).count() < 2 {
        return FindingResult::NotExercised(Reason::TooFewItems);
    }
    FindingResult::HELD
}

/// Whether sizes are told that no smallest or usual size explains: always the same one, whatever is asked for, or another
/// than this one for a size that lies between what is asked here and this one.
fn is_told_oddly(ctx: &StepContext<'_>, parameter: &str, size: u64) -> bool {
    let calls = ctx.trace.calls(&ctx.operation.id);
    let told = calls.filter_map(|index| {
        let asked = asked_size(ctx, index, parameter)?;
        Some((asked, told_size(ctx, index)?))
    });
    let told: BTreeMap<_, _> = told.collect();
    let others = told.keys().filter(|asked| **asked != size).count();
    let always = others >= ENOUGH_SIZES && told.values().all(|told| *told == size);
    let mut smaller = told.range(..=size);
    always || smaller.any(|(asked, told)| *told != size && told != asked)
}

/// The page size that a call asks for.
pub(super) fn asked_size(ctx: &StepContext<'_>, index: usize, parameter: &str) -> Option<u64> {
    let input = InputRef {
        part: InputPart::Query,
        name: parameter.to_owned(),
    };
    whole_number(ctx.trace.attempt(index)?.sent.get(&input)?)
}

/// The page size that a call was told.
fn told_size(ctx: &StepContext<'_>, index: usize) -> Option<u64> {
    let answer = ctx.trace.attempt(index)?.answers.first()?;
    Page::read(ctx.operation, answer.json.as_ref()?)?.size
}

/// The page number selects the page: the next page does not show the same again.
pub(super) fn number(ctx: &StepContext<'_>) -> FindingResult {
    let pages = match pages(ctx) {
        Ok(pages) => pages,
        Err(result) => return result,
    };
    let (first, (answer, items)) = match pages.as_slice() {
        [(_, first), second, ..] if !first.is_empty() => (first, second),
        [(answer, items)] if !items.is_empty() => return only_page(ctx, answer),
        _ => return FindingResult::NotExercised(Reason::TooFewItems),
    };
    let named = first
        .iter()
        .chain(*items)
        .all(|item| ctx.identity(item).is_some());
    if named {
        match turned(ctx, &pages) {
            PageAdvance::Never(_) | PageAdvance::Again(_) if !stood_still(ctx) => {
                return FindingResult::Inconclusive(Reason::OtherOutcome);
            }
            PageAdvance::Never(answer) | PageAdvance::Again(answer) => {
                let actual = "the items of the page before again";
                return FindingResult::Breach(answer.failure_at(
                    pointer(ctx),
                    "the next items",
                    actual,
                ));
            }
            PageAdvance::Unclear if items == first => {
                return FindingResult::Inconclusive(Reason::OtherOutcome);
            }
            PageAdvance::Unclear | PageAdvance::Advanced => {}
        }
    }
    let unseen = ctx
        .parsed
        .values
        .shows
        .iter()
        .find(|value| !ctx.attempt().is_some_and(|attempt| attempt.holds(value)));
    match unseen {
        Some(value) if is_seen_elsewhere(ctx, value) || is_only_counted(ctx, value, &pages) => {
            let expected = format!("`{value}` on one of the pages");
            FindingResult::Breach(answer.failure_at(pointer(ctx), expected, "on none of them"))
        }
        Some(_) => FindingResult::NotExercised(Reason::Unobservable),
        None if items.is_empty() => FindingResult::NotExercised(Reason::TooFewItems),
        None if !named && ctx.parsed.values.shows.is_empty() => {
            FindingResult::NotExercised(Reason::Unobservable)
        }
        None => FindingResult::HELD,
    }
}

/// A list that says it has one page, which may be because it is short; but nothing may be left out of it.
fn only_page(ctx: &StepContext<'_>, answer: &Answer) -> FindingResult {
    let mut shows = ctx.parsed.values.shows.iter();
    let unseen = shows.find(|value| !ctx.attempt().is_some_and(|attempt| attempt.holds(value)));
    match unseen.filter(|value| is_seen_elsewhere(ctx, value)) {
        Some(value) => {
            let expected = format!("`{value}` on one of the pages");
            let actual = "on the only one it tells of it is not";
            FindingResult::Breach(answer.failure_at(pointer(ctx), expected, actual))
        }
        None => FindingResult::NotExercised(Reason::TooFewItems),
    }
}

/// Whether one page shows other items than the page before.
enum PageAdvance<'a> {
    /// No page that can be compared does; the first such answer.
    Never(&'a Answer),
    /// One does, and another that is not the last does not; the answer that shows the same again.
    Again(&'a Answer),
    /// One does.
    Advanced,
    /// None can be compared.
    Unclear,
}

/// What others add in between moves the items of one page on to the next, so only pages between which the
/// number of items stayed are compared.
fn turned<'a>(ctx: &StepContext<'_>, pages: &[(&'a Answer, &'a [Json])]) -> PageAdvance<'a> {
    let pairs = pages.iter().zip(pages.iter().skip(1));
    let mut pairs = pairs.filter(|((before, _), (after, items))| {
        !items.is_empty() && total(ctx, before) == total(ctx, after)
    });
    let Some(((_, shown), (answer, again))) = pairs.next() else {
        return PageAdvance::Unclear;
    };
    if shown != again || pairs.any(|((_, shown), (_, again))| shown != again) {
        return repeated(ctx, pages).map_or(PageAdvance::Advanced, PageAdvance::Again);
    }
    PageAdvance::Never(answer)
}

/// A page that shows the items of the one before it, whenever it is asked for. What is answered for a page behind the last
/// is not said, and where pages are counted from 0 the last has a lower number.
fn repeated<'a>(ctx: &StepContext<'_>, pages: &[(&'a Answer, &'a [Json])]) -> Option<&'a Answer> {
    let selection = contract::page_selection(ctx.operation)?;
    let input = InputRef {
        part: InputPart::Query,
        name: selection.page.clone(),
    };
    let attempt = ctx.attempt().filter(|attempt| attempt.stood_still)?;
    let asked = whole_number(attempt.sent.get(&input)?)?;
    let pairs = pages.iter().zip(pages.iter().skip(1)).zip(asked + 1..);
    let mut repeated = pairs.filter_map(|(((_, before), (answer, items)), asked)| {
        let last = Page::read(ctx.operation, answer.json.as_ref()?)?.pages?;
        (before == items && !items.is_empty() && asked < last).then_some(*answer)
    });
    repeated.next()
}

/// How many items there are, as a page tells.
fn total<'j>(ctx: &StepContext<'_>, answer: &'j Answer) -> Option<&'j Json> {
    let paging = contract::paging(ctx.operation)?;
    answer.json.as_ref()?.get(&paging.meta)?.get(&paging.total)
}

/// Whether nobody moved items from page to page meanwhile, not even as many in as out.
fn stood_still(ctx: &StepContext<'_>) -> bool {
    ctx.attempt().is_some_and(|attempt| attempt.stood_still)
}

/// Whether another call of this scenario shows the value, so that it is known to be in the list.
fn is_seen_elsewhere(ctx: &StepContext<'_>, value: &str) -> bool {
    let complete = ctx.attempt().is_some_and(|attempt| attempt.complete);
    complete
        && stood_still(ctx)
        && ctx.trace.calls(&ctx.operation.id).any(|index| {
            index != ctx.index
                && ctx
                    .trace
                    .attempt(index)
                    .is_some_and(|attempt| attempt.holds(value))
        })
}

/// Whether the target vouches for the thing, and the list itself tells of more things than stand on all of
/// its pages. The run has asked for the page before the first as well.
fn is_only_counted(ctx: &StepContext<'_>, id: &str, pages: &[(&Answer, &[Json])]) -> bool {
    let mut vouched = ctx.trace.fixtures.values();
    let vouched = vouched.any(|fixture| fixture.id == id);
    let complete = ctx.attempt().is_some_and(|attempt| attempt.complete);
    let mut totals = pages.iter().map(|(answer, _)| total(ctx, answer));
    let first = totals.next().flatten();
    let counted = first.filter(|first| totals.all(|other| other == Some(*first)));
    let counted = counted.and_then(whole_number);
    let more = identities(ctx).zip(counted);
    vouched
        && complete
        && stood_still(ctx)
        && more.is_some_and(|(shown, counted)| counted > shown as u64)
}

/// How many different things stand on all pages; `None` where they cannot be told apart.
pub(super) fn identities(ctx: &StepContext<'_>) -> Option<usize> {
    let pages = pages(ctx).ok()?;
    let items = pages.iter().flat_map(|(_, items)| items.iter());
    let shown: Option<BTreeSet<_>> = items.map(|item| ctx.identity(item)).collect();
    shown.map(|shown| shown.len())
}

/// The items of each page; or the finding when the list cannot be read.
fn pages<'a>(ctx: &StepContext<'a>) -> Result<Vec<(&'a Answer, &'a [Json])>, FindingResult> {
    if ctx.acceptance() != Acceptance::Shown {
        return Err(ctx.without_acceptance());
    }
    let list =
        contract::list_member(ctx.operation).ok_or(FindingResult::NotExercised(Reason::NoItems))?;
    let items = |answer: &'a Answer| Some((answer, answer.json.as_ref()?.get(list)?.items()?));
    let pages: Option<Vec<_>> = ctx.answers().iter().map(items).collect();
    pages.ok_or(FindingResult::Inconclusive(Reason::NotAsDocumented))
}

fn pointer(ctx: &StepContext<'_>) -> String {
    contract::list_member(ctx.operation).map_or(String::new(), |list| format!("/{list}"))
}
