//! Whether the documented parameters choose the page.

use std::collections::{BTreeMap, BTreeSet};

use spec::{InputPart, InputRef};

use crate::contract;
use crate::json::{Json, whole_number};
use crate::page::Page;
use crate::reason::Reason;

use super::Judged;
use super::answer::Answer;
use super::scene::Acceptance;
use super::view::View;

/// Number of page sizes to request before concluding that a server has a fixed one.
const ENOUGH_SIZES: usize = 6;

/// The page size bounds each page; shown only where there is more than fits on one.
///
/// A server may have a smallest size. Then it tells another one than was asked for, and for larger ones it tells those.
pub(super) fn size(view: &View<'_>, parameter: &str) -> Judged {
    let pages = match pages(view) {
        Ok(pages) => pages,
        Err(judged) => return judged,
    };
    let Some(asked) = asked_size(view, view.index, parameter) else {
        return Judged::NotExercised(Reason::NoValue);
    };
    let larger = pages.iter().find(|(_, items)| items.len() as u64 > asked);
    if let Some((answer, items)) = larger {
        let told = told_size(view, view.index);
        let expected = match told {
            Some(told) if told == asked => {
                format!("no more than {asked} items, as `{parameter}` asks")
            }
            Some(told) if is_told_oddly(view, parameter, told) => {
                format!(
                    "no more than {asked} items, or as many as for all sizes that are too small"
                )
            }
            _ => return Judged::NotExercised(Reason::TooFewItems),
        };
        let actual = format!("{} items", items.len());
        return Judged::Breach(answer.failure_at(pointer(view), expected, actual));
    }
    // A list that fits on one page would look the same without the parameter.
    if pages.iter().filter(|(_, items)| !items.is_empty()).count() < 2 {
        return Judged::NotExercised(Reason::TooFewItems);
    }
    Judged::HELD
}

/// Whether sizes are told that no smallest or usual size explains: always the same one, whatever is asked for, or another
/// than this one for a size that lies between what is asked here and this one.
fn is_told_oddly(view: &View<'_>, parameter: &str, size: u64) -> bool {
    let calls = view.scene.calls(&view.operation.id);
    let told = calls.filter_map(|index| {
        let asked = asked_size(view, index, parameter)?;
        Some((asked, told_size(view, index)?))
    });
    let told: BTreeMap<_, _> = told.collect();
    let others = told.keys().filter(|asked| **asked != size).count();
    let always = others >= ENOUGH_SIZES && told.values().all(|told| *told == size);
    let mut smaller = told.range(..=size);
    always || smaller.any(|(asked, told)| *told != size && told != asked)
}

/// The page size that a call asks for.
pub(super) fn asked_size(view: &View<'_>, index: usize, parameter: &str) -> Option<u64> {
    let input = InputRef {
        part: InputPart::Query,
        name: parameter.to_owned(),
    };
    whole_number(view.scene.way(index)?.sent.get(&input)?)
}

/// The page size that a call was told.
fn told_size(view: &View<'_>, index: usize) -> Option<u64> {
    let answer = view.scene.way(index)?.answers.first()?;
    Page::read(view.operation, answer.json.as_ref()?)?.size
}

/// The page number selects the page: the next page does not show the same again.
pub(super) fn number(view: &View<'_>) -> Judged {
    let pages = match pages(view) {
        Ok(pages) => pages,
        Err(judged) => return judged,
    };
    let (first, (answer, items)) = match pages.as_slice() {
        [(_, first), second, ..] if !first.is_empty() => (first, second),
        [(answer, items)] if !items.is_empty() => return only_page(view, answer),
        _ => return Judged::NotExercised(Reason::TooFewItems),
    };
    let named = first
        .iter()
        .chain(*items)
        .all(|item| view.identity(item).is_some());
    if named {
        match turned(view, &pages) {
            Turned::Never(_) | Turned::Again(_) if !stood_still(view) => {
                return Judged::Inconclusive(Reason::OtherOutcome);
            }
            Turned::Never(answer) | Turned::Again(answer) => {
                let actual = "the items of the page before again";
                return Judged::Breach(answer.failure_at(pointer(view), "the next items", actual));
            }
            Turned::Unclear if items == first => {
                return Judged::Inconclusive(Reason::OtherOutcome);
            }
            Turned::Unclear | Turned::Seen => {}
        }
    }
    let unseen = view
        .reading
        .values
        .shows
        .iter()
        .find(|value| !view.way().is_some_and(|way| way.holds(value)));
    match unseen {
        Some(value) if is_seen_elsewhere(view, value) || is_only_counted(view, value, &pages) => {
            let expected = format!("`{value}` on one of the pages");
            Judged::Breach(answer.failure_at(pointer(view), expected, "on none of them"))
        }
        Some(_) => Judged::NotExercised(Reason::Unobservable),
        None if items.is_empty() => Judged::NotExercised(Reason::TooFewItems),
        None if !named && view.reading.values.shows.is_empty() => {
            Judged::NotExercised(Reason::Unobservable)
        }
        None => Judged::HELD,
    }
}

/// A list that says it has one page, which may be because it is short; but nothing may be left out of it.
fn only_page(view: &View<'_>, answer: &Answer) -> Judged {
    let mut shows = view.reading.values.shows.iter();
    let unseen = shows.find(|value| !view.way().is_some_and(|way| way.holds(value)));
    match unseen.filter(|value| is_seen_elsewhere(view, value)) {
        Some(value) => {
            let expected = format!("`{value}` on one of the pages");
            let actual = "on the only one it tells of it is not";
            Judged::Breach(answer.failure_at(pointer(view), expected, actual))
        }
        None => Judged::NotExercised(Reason::TooFewItems),
    }
}

/// Whether one page shows other items than the page before.
enum Turned<'a> {
    /// No page that can be compared does; the first such answer.
    Never(&'a Answer),
    /// One does, and another that is not the last does not; the answer that shows the same again.
    Again(&'a Answer),
    /// One does.
    Seen,
    /// None can be compared.
    Unclear,
}

/// What others add in between moves the items of one page on to the next, so only pages between which the
/// number of items stayed are compared.
fn turned<'a>(view: &View<'_>, pages: &[(&'a Answer, &'a [Json])]) -> Turned<'a> {
    let pairs = pages.iter().zip(pages.iter().skip(1));
    let mut pairs = pairs.filter(|((before, _), (after, items))| {
        !items.is_empty() && total(view, before) == total(view, after)
    });
    let Some(((_, shown), (answer, again))) = pairs.next() else {
        return Turned::Unclear;
    };
    if shown != again || pairs.any(|((_, shown), (_, again))| shown != again) {
        return repeated(view, pages).map_or(Turned::Seen, Turned::Again);
    }
    Turned::Never(answer)
}

/// A page that shows the items of the one before it, whenever it is asked for. What is answered for a page behind the last
/// is not said, and where pages are counted from 0 the last has a lower number.
fn repeated<'a>(view: &View<'_>, pages: &[(&'a Answer, &'a [Json])]) -> Option<&'a Answer> {
    let selection = contract::page_selection(view.operation)?;
    let input = InputRef {
        part: InputPart::Query,
        name: selection.page.clone(),
    };
    let way = view.way().filter(|way| way.stood_still)?;
    let asked = whole_number(way.sent.get(&input)?)?;
    let pairs = pages.iter().zip(pages.iter().skip(1)).zip(asked + 1..);
    let mut repeated = pairs.filter_map(|(((_, before), (answer, items)), asked)| {
        let last = Page::read(view.operation, answer.json.as_ref()?)?.pages?;
        (before == items && !items.is_empty() && asked < last).then_some(*answer)
    });
    repeated.next()
}

/// How many items there are, as a page tells.
fn total<'j>(view: &View<'_>, answer: &'j Answer) -> Option<&'j Json> {
    let paging = contract::paging(view.operation)?;
    answer.json.as_ref()?.get(&paging.meta)?.get(&paging.total)
}

/// Whether nobody moved items from page to page meanwhile, not even as many in as out.
fn stood_still(view: &View<'_>) -> bool {
    view.way().is_some_and(|way| way.stood_still)
}

/// Whether another call of this scenario shows the value, so that it is known to be in the list.
fn is_seen_elsewhere(view: &View<'_>, value: &str) -> bool {
    let complete = view.way().is_some_and(|way| way.complete);
    complete
        && stood_still(view)
        && view.scene.calls(&view.operation.id).any(|index| {
            index != view.index && view.scene.way(index).is_some_and(|way| way.holds(value))
        })
}

/// Whether the target vouches for the thing, and the list itself tells of more things than stand on all of
/// its pages. The run has asked for the page before the first as well.
fn is_only_counted(view: &View<'_>, id: &str, pages: &[(&Answer, &[Json])]) -> bool {
    let mut vouched = view.scene.fixtures.values();
    let vouched = vouched.any(|fixture| fixture.id == id);
    let complete = view.way().is_some_and(|way| way.complete);
    let mut totals = pages.iter().map(|(answer, _)| total(view, answer));
    let first = totals.next().flatten();
    let counted = first.filter(|first| totals.all(|other| other == Some(*first)));
    let counted = counted.and_then(whole_number);
    let more = identities(view).zip(counted);
    vouched
        && complete
        && stood_still(view)
        && more.is_some_and(|(shown, counted)| counted > shown as u64)
}

/// How many different things stand on all pages; `None` where they cannot be told apart.
pub(super) fn identities(view: &View<'_>) -> Option<usize> {
    let pages = pages(view).ok()?;
    let items = pages.iter().flat_map(|(_, items)| items.iter());
    let shown: Option<BTreeSet<_>> = items.map(|item| view.identity(item)).collect();
    shown.map(|shown| shown.len())
}

/// The items of each page; or the finding when the list cannot be read.
fn pages<'a>(view: &View<'a>) -> Result<Vec<(&'a Answer, &'a [Json])>, Judged> {
    if view.acceptance() != Acceptance::Shown {
        return Err(view.without_acceptance());
    }
    let list =
        contract::list_member(view.operation).ok_or(Judged::NotExercised(Reason::NoItems))?;
    let items = |answer: &'a Answer| Some((answer, answer.json.as_ref()?.get(list)?.items()?));
    let pages: Option<Vec<_>> = view.answers().iter().map(items).collect();
    pages.ok_or(Judged::Inconclusive(Reason::NotAsDocumented))
}

fn pointer(view: &View<'_>) -> String {
    contract::list_member(view.operation).map_or(String::new(), |list| format!("/{list}"))
}
