//! The paging metadata has a number that matches the items shown.

use std::cmp::Ordering;

use reader::counted;

use crate::clauses::page_next;
use crate::clauses::prelude::*;
use crate::clauses::shared::lists::{Lists, narrowing};
use crate::clauses::shared::pages::{identities, requested_number};
use crate::clauses::shared::records::LocatedRecord;
use crate::json::{compare_numbers, is_whole, whole_number};
use crate::page::Page;
use spec::{PageFact, PageStart};

pub(super) fn judge(ctx: &StepContext<'_>, meta: &str, key: &str) -> FindingResult {
    let paging = contract::paging(ctx.operation);
    let says = paging.and_then(|paging| paging.fact(key));
    if let Some(says @ (PageFact::More | PageFact::Next)) = says {
        return page_next::judge_member(ctx, (meta, key), says);
    }
    let are_integers = paging.is_some_and(|paging| paging.integers.stated() == Some(&true));
    let is_count = matches!(says, Some(PageFact::Pages | PageFact::Total | PageFact::Offset));
    let mut is_shown = false;
    for response in ctx.responses() {
        let Some(value @ Json::Map(_)) = response.member(meta) else {
            continue;
        };
        is_shown = true;
        let page = LocatedRecord { response, pointer: member_pointer(meta), value };
        match value.get(key) {
            None => return page.breach_without(key, value.to_string()),
            Some(Json::Number(digits)) if is_count && is_negative(digits) => {
                return page.breach(key, "at least 0", digits);
            }
            Some(Json::Number(digits)) if is_whole(digits) => {}
            Some(value) if are_integers => {
                return page.breach(key, "an integer", value.to_string());
            }
            Some(_) => {}
        }
    }
    if is_shown {
        let breach = PageNumbers::of(ctx, key).and_then(|pages| pages.breach());
        return breach.map_or(Ok(Held::ONCE), Err);
    }
    // Accepted, but without the metadata: that is judged by another clause.
    Err(if ctx.is_shown() {
        Inconclusive(Reason::NotAsDocumented)
    } else {
        ctx.without_acceptance()
    })
}

fn is_negative(digits: &str) -> bool {
    compare_numbers(digits, "0") == Some(Ordering::Less)
}

/// The pages of a call, and the number that is checked.
struct PageNumbers<'v, 'a> {
    ctx: &'v StepContext<'a>,
    pointer: String,
    says: PageFact,
    pages: Vec<(&'a ParsedResponse, Page<'a>)>,
    /// The number of the first requested page.
    requested: Option<u64>,
    /// Whether nothing was sent that may narrow the list. Whether a total includes filtered records
    /// is not documented.
    is_whole: bool,
    /// Whether the pages are known to belong together.
    unchanged_while_read: bool,
    /// Whether the list was also read to its end.
    is_complete: bool,
}

impl<'v, 'a> PageNumbers<'v, 'a> {
    fn of(ctx: &'v StepContext<'a>, key: &str) -> Option<Self> {
        let attempt = ctx.attempt?;
        let selection = contract::page_selection(ctx.operation);
        let pages = attempt
            .responses
            .iter()
            .map(|response| Some((response, response.page(ctx.operation)?)));
        Some(Self {
            ctx,
            pointer: contract::paging(ctx.operation)?.pointer(key),
            says: contract::paging(ctx.operation)?.fact(key)?,
            pages: pages.collect::<Option<_>>()?,
            requested: selection.and_then(|selection| requested_number(ctx, selection.number()?)),
            is_whole: narrowing(ctx.operation, &attempt.sent).is_empty(),
            unchanged_while_read: attempt.unchanged_while_read,
            is_complete: attempt.unchanged_while_read && attempt.complete,
        })
    }

    /// How the number contradicts the items.
    fn breach(&self) -> Option<NotHeld> {
        match self.says {
            PageFact::Size => self
                .first_breach(|page, size| {
                    (size < page.count()).then(|| {
                        format!("at least {}, the number of items on the page", page.count())
                    })
                })
                .or_else(|| self.breach_of_requested_size()),
            PageFact::Number => self.breach_of_number(),
            PageFact::Offset => self.breach_of_offset(),
            PageFact::More | PageFact::Next => None,
            PageFact::Pages => {
                self.first_breach(|page, pages| self.expected_pages(page, pages)).or_else(|| {
                    let shown = self.pages.iter().filter(|(_, page)| page.count() > 0).count();
                    self.breach_of_count(shown, "pages").or_else(|| self.breach_of_change())
                })
            }
            PageFact::Total => self
                .first_breach(|page, total| self.expected_total(page, total))
                .or_else(|| self.breach_of_count(identities(self.ctx)?, "items"))
                .or_else(|| self.breach_of_change()),
        }
    }

    /// The first page for whose number another one is expected.
    fn first_breach(&self, expected: impl Fn(&Page<'a>, u64) -> Option<String>) -> Option<NotHeld> {
        self.pages.iter().find_map(|(response, page)| {
            let expected = expected(page, page.number_for(self.says)?)?;
            Some(self.breach_at(response, page, expected))
        })
    }

    fn breach_at(&self, response: &ParsedResponse, page: &Page<'a>, expected: String) -> NotHeld {
        let number = page.number_for(self.says).unwrap_or_default();
        response.breach_at(&self.pointer, expected, number.to_string())
    }

    /// If the requested size is applied, `per_page` is that size in every interpretation of the
    /// gap.
    fn breach_of_requested_size(&self) -> Option<NotHeld> {
        let parameter = contract::page_selection(self.ctx.operation)?.size()?;
        let requested = requested_number(self.ctx, parameter)?;
        let (_, full) = self.pages.split_last()?;
        let is_applied = full.len() > 1 && full.iter().all(|(_, page)| page.count() == requested);
        self.first_breach(|_, size| {
            (is_applied && size != requested).then(|| {
                format!("{requested}, the requested size and the number of items on a page")
            })
        })
    }

    /// On the first page, if none was requested, and on an only page, the numbers must be
    /// consistent.
    fn expected_pages(&self, page: &Page<'a>, pages: u64) -> Option<String> {
        if pages == 0 && page.count() > 0 {
            return Some("at least 1, as there is a page with items".to_owned());
        }
        if self.requested.is_some() || page.count() == 0 {
            return None;
        }
        match (page.total?, page.size) {
            (total, _) if total == page.count() && pages != 1 => {
                Some(format!("1, as this page has all {total} items"))
            }
            _ if !self.is_whole => None,
            (total, Some(size)) if total > pages.saturating_mul(size) => Some(format!(
                "more pages, as there are {} and {size} fit on a page",
                counted(total, "item")
            )),
            (total, Some(size))
                if size == page.count() && total <= (pages - 1).saturating_mul(size) =>
            {
                Some(format!(
                    "fewer pages, as there are {} and {size} fit on a page",
                    counted(total, "item")
                ))
            }
            _ => None,
        }
    }

    fn expected_total(&self, page: &Page<'a>, total: u64) -> Option<String> {
        let count = page.count();
        if total < count {
            return Some(format!("at least {count}, the number of items on the page"));
        }
        let known = self.known_items();
        if total < known {
            return Some(format!("at least {known}, the items that calls before and after show"));
        }
        if self.is_whole && self.is_only(page) {
            return (total != count)
                .then(|| format!("{count}, the number of items on the only page"));
        }
        self.expected_filtered_total(page, total)
    }

    /// The number of items that other calls of the list show, both before and after: they are in the list meanwhile.
    fn known_items(&self) -> u64 {
        let Some(lists) = Lists::of(self.ctx).filter(|_| self.is_whole) else { return 0 };
        let operation = self.ctx.operation;
        lists.lasting(|attempt| narrowing(operation, &attempt.sent).is_empty()).len() as u64
    }

    /// Whether the page is the only one. A requested page without items may be one after the last, or the one before the
    /// first.
    fn is_only(&self, page: &Page<'a>) -> bool {
        let is_first = page.count() > 0 || self.requested.is_none();
        self.pages.len() == 1 && page.pages == Some(1) && is_first
    }

    /// Whether a total includes filtered records is not documented. It must be one of the two
    /// numbers.
    fn expected_filtered_total(&self, page: &Page<'a>, total: u64) -> Option<String> {
        // The number of items in the list, if it was read to its end.
        let passing = if self.is_only(page) {
            page.count()
        } else if self.pages.len() > 1 && self.is_complete {
            identities(self.ctx)? as u64
        } else {
            return None;
        };
        // Where the pages disagree, the list may have changed in step with the requests.
        let is_constant = self.pages.iter().all(|(_, other)| other.total == Some(total));
        if self.is_whole || total == passing || !is_constant {
            return None;
        }
        let operation = self.ctx.operation;
        let unfiltered = self.ctx.calls_of_list().filter_map(|call| {
            call.attempt.filter(|attempt| narrowing(operation, &attempt.sent).is_empty())
        });
        let totals: Vec<u64> = unfiltered
            .map(|attempt| attempt.responses.first()?.page(operation)?.total)
            .collect::<Option<_>>()?;
        // Other clients may change the total between two calls, unless several calls agree.
        let agree = totals.len() > 1 && totals.iter().all(|other| *other == totals[0]);
        (agree && totals[0] != total).then(|| {
            format!("{passing}, the number of filtered items, or the total without filters")
        })
    }

    /// Each page shows the requested offset.
    fn breach_of_offset(&self) -> Option<NotHeld> {
        let selection = contract::page_selection(self.ctx.operation)?;
        let at = InputRef::new(InputPart::Query, &selection.start.wire);
        let sent = self.ctx.attempt?.sent_for_pages.iter();
        let sent = sent.map(|sent| sent.get(&at).map_or(Some(0), whole_number));
        self.pages.iter().zip(sent).find_map(|((response, page), sent)| {
            // An empty page may show the number of all items as its offset.
            let (shown, sent) = (page.offset.filter(|_| page.count() > 0)?, sent?);
            (shown != sent)
                .then(|| self.breach_at(response, page, format!("{sent}, as it was requested")))
        })
    }

    /// Neither the first page number nor the numbering in responses is documented: the first page has
    /// number 0 or 1, any other the requested number or a neighbour of it, and each is followed by
    /// the next.
    fn breach_of_number(&self) -> Option<NotHeld> {
        let Some(requested) = self.requested else {
            let (response, page) = self.pages.first()?;
            if page.number? > 1 && page.count() > 0 {
                let expected = "0 or 1 for the first page".to_owned();
                return Some(self.breach_at(response, page, expected));
            }
            return self.breach_of_repetition();
        };
        // Read twice if the numbers were not consecutive.
        if !self.unchanged_while_read {
            return None;
        }
        let shown: Vec<_> =
            self.pages.iter().zip(requested..).filter(|((_, page), _)| page.count() > 0).collect();
        for ((response, page), requested) in &shown {
            let is_far = page.number.is_some_and(|number| number.abs_diff(*requested) > 1);
            if is_far && !self.repeats(page) {
                let expected = format!("{requested}, the requested page");
                return Some(self.breach_at(response, page, expected));
            }
        }
        shown.windows(2).find_map(|pair| {
            let [((_, before), _), ((response, page), _)] = pair else {
                return None;
            };
            let number = before.number?;
            (page.number? != number + 1 && before.items != page.items).then(|| {
                let expected = format!("{}, the page after {number}", number + 1);
                self.breach_at(response, page, expected)
            })
        })
    }

    /// A page that reports its own number and shows the items of the page before. The run asks for pages up to the last
    /// only.
    fn breach_of_repetition(&self) -> Option<NotHeld> {
        // Records without identifiers may look the same.
        if !self.unchanged_while_read || identities(self.ctx).is_none() {
            return None;
        }
        self.pages.windows(2).find_map(|pair| {
            let [(_, before), (response, page)] = pair else {
                return None;
            };
            let number = before.number?;
            let repeats = page.count() > 0 && page.items == before.items;
            (repeats && page.number? == number + 1).then(|| {
                let expected = format!("{number}, as the page has the items of that page");
                self.breach_at(response, page, expected)
            })
        })
    }

    /// Whether another page has the same items: the response to a page after the last is not
    /// documented.
    fn repeats(&self, page: &Page<'a>) -> bool {
        self.pages.iter().filter(|(_, other)| other.items == page.items).count() > 1
    }

    /// A page that reports another number than the first one, although the list did not change meanwhile. The numbers of a
    /// filtered list may count other records, which other clients change.
    fn breach_of_change(&self) -> Option<NotHeld> {
        if !self.is_whole {
            return None;
        }
        let number = |page: &Page<'a>| page.number_for(self.says);
        let first = number(&self.pages.first().filter(|_| self.unchanged_while_read)?.1)?;
        let mut others = self.pages.iter().filter(|(_, page)| page.count() > 0);
        let (response, page) =
            others.find(|(_, page)| number(page).is_some_and(|other| other != first))?;
        Some(self.breach_at(response, page, format!("{first}, as on the first page")))
    }

    /// Whether pages and items beside those that were read are announced, and a service that counts pages from 0 has them.
    fn may_have_page_0(&self, page: &Page<'a>) -> bool {
        let pages = self.pages.iter().filter(|(_, page)| page.count() > 0).count() as u64;
        let items = self.pages.iter().map(|(_, page)| page.count()).sum();
        self.requested == Some(1)
            && page.pages.is_none_or(|announced| announced == pages + 1)
            && page.total.is_none_or(|announced| announced > items)
    }

    /// Whether all pages were read one after the other, by a selection other than page numbers. The first page is then
    /// known.
    fn is_walked(&self) -> bool {
        let selection = contract::page_selection(self.ctx.operation);
        self.ctx.step.all_pages
            && selection.is_some_and(|selection| selection.by != PageStart::Number)
    }

    /// Whether the last page reports another number than all pages show, which were read to the end, and twice if they were
    /// inconsistent.
    fn breach_of_count(&self, shown: usize, what: &str) -> Option<NotHeld> {
        let is_several = self.requested.is_some() || self.pages.len() > 1 || self.is_walked();
        let (response, page) =
            self.pages.last().filter(|_| self.is_whole && is_several && self.is_complete)?;
        let is_wrong = shown > 0 && page.number_for(self.says)? != shown as u64;
        (is_wrong && !self.may_have_page_0(page)).then(|| {
            self.breach_at(response, page, format!("{shown}, the number of {what} in the list"))
        })
    }
}
