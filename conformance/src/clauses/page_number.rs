//! The page number selects the page: the next page does not show the same items again.

use spec::{ClauseKind, InputPart, InputRef};

use crate::clauses::shared::pages::{identities, list_pointer, pages, stood_still};
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::contract;
use crate::finding::FindingResult;
use crate::json::{Json, whole_number};
use crate::page::Page;
use crate::parsed::answer::Answer;
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;

pub(super) struct PageNumber;

impl ClauseRule for PageNumber {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        let page = contract::page_selection(step.operation);
        if let Some(page) = page.filter(|_| step.is_accepted() && step.step.all_pages) {
            let parameter = page.page.clone();
            claims.add(Some(&step.operation.id), ClauseKind::PageNumber { parameter });
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let pages = match pages(ctx) {
            Ok(pages) => pages,
            Err(result) => return result,
        };
        let (first, (answer, items)) = match pages.as_slice() {
            [(_, first), second, ..] if !first.is_empty() => (first, second),
            [(answer, items)] if !items.is_empty() => return judge_only_page(ctx, answer),
            _ => return FindingResult::NotExercised(Reason::TooFewItems),
        };
        let named = first.iter().chain(*items).all(|item| ctx.identity(item).is_some());
        if named {
            match compare_pages(ctx, &pages) {
                PageAdvance::Never(_) | PageAdvance::Again(_) if !stood_still(ctx) => {
                    return FindingResult::Inconclusive(Reason::OtherOutcome);
                }
                PageAdvance::Never(answer) | PageAdvance::Again(answer) => {
                    let actual = "the items of the page before again";
                    return FindingResult::Breach(answer.failure_at(
                        list_pointer(ctx),
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
                FindingResult::Breach(answer.failure_at(
                    list_pointer(ctx),
                    expected,
                    "on none of them",
                ))
            }
            Some(_) => FindingResult::NotExercised(Reason::Unobservable),
            None if items.is_empty() => FindingResult::NotExercised(Reason::TooFewItems),
            None if !named && ctx.parsed.values.shows.is_empty() => {
                FindingResult::NotExercised(Reason::Unobservable)
            }
            None => FindingResult::HELD,
        }
    }
}

/// A list that reports a single page, possibly because it is short; but it must be complete.
fn judge_only_page(ctx: &StepContext<'_>, answer: &Answer) -> FindingResult {
    let mut shows = ctx.parsed.values.shows.iter();
    let unseen = shows.find(|value| !ctx.attempt().is_some_and(|attempt| attempt.holds(value)));
    match unseen.filter(|value| is_seen_elsewhere(ctx, value)) {
        Some(value) => {
            let expected = format!("`{value}` on one of the pages");
            let actual = "on the only reported page it is not";
            FindingResult::Breach(answer.failure_at(list_pointer(ctx), expected, actual))
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

/// Records added meanwhile move items to the next page, so only pages with the same total are
/// compared.
fn compare_pages<'a>(ctx: &StepContext<'_>, pages: &[(&'a Answer, &'a [Json])]) -> PageAdvance<'a> {
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

/// A page that repeats the items of the page before, in every request. The answer to a page after
/// the last is not documented, and if pages are counted from 0 the last has a lower number.
fn repeated<'a>(ctx: &StepContext<'_>, pages: &[(&'a Answer, &'a [Json])]) -> Option<&'a Answer> {
    let selection = contract::page_selection(ctx.operation)?;
    let input = InputRef { part: InputPart::Query, name: selection.page.clone() };
    let attempt = ctx.attempt().filter(|attempt| attempt.stood_still)?;
    let asked = whole_number(attempt.sent.get(&input)?)?;
    let pairs = pages.iter().zip(pages.iter().skip(1)).zip(asked + 1..);
    let mut repeated = pairs.filter_map(|(((_, before), (answer, items)), asked)| {
        let last = Page::read(ctx.operation, answer.json.as_ref()?)?.pages?;
        (before == items && !items.is_empty() && asked < last).then_some(*answer)
    });
    repeated.next()
}

/// The total number of items that a page reports.
fn total<'j>(ctx: &StepContext<'_>, answer: &'j Answer) -> Option<&'j Json> {
    let paging = contract::paging(ctx.operation)?;
    answer.json.as_ref()?.get(&paging.meta)?.get(&paging.total)
}

/// Whether another call of this scenario shows the value, so that it is known to be in the list.
fn is_seen_elsewhere(ctx: &StepContext<'_>, value: &str) -> bool {
    let complete = ctx.attempt().is_some_and(|attempt| attempt.complete);
    complete
        && stood_still(ctx)
        && ctx.trace.calls(&ctx.operation.id).any(|index| {
            index != ctx.index
                && ctx.trace.attempt(index).is_some_and(|attempt| attempt.holds(value))
        })
}

/// Whether the value is a fixture of the target, and the list reports more items than are on all of
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
