//! The paging metadata has a number that matches the items shown.

use spec::{ClauseKind, Contract, InputPart, InputRef, Operation};

use crate::clauses::shared::lists::narrowing;
use crate::clauses::shared::pages::{asked_size, identities};
use crate::clauses::{ClauseRefs, ClauseRule};
use crate::contract;
use crate::finding::{Failure, FindingResult};
use crate::json::{Json, is_whole, whole_number};
use crate::page::{Page, PagingKey};
use crate::parsed::answer::Answer;
use crate::parsed::step_context::StepContext;
use crate::parsed::view::AcceptanceOutcome;
use crate::reason::Reason;

pub(super) struct MetaKey<'k> {
    pub(super) meta: &'k String,
    pub(super) key: &'k String,
}

impl ClauseRule for MetaKey<'_> {
    fn claim_of_success(_: &Contract, operation: &Operation, claims: &mut ClauseRefs) {
        let Some(paging) = contract::paging(operation) else {
            return;
        };
        for key in paging.members.iter().chain([&paging.total]) {
            let (meta, key) = (paging.meta.clone(), key.clone());
            claims.add(Some(&operation.id), ClauseKind::MetaKey { meta, key });
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let (meta, key) = (self.meta.as_str(), self.key.as_str());

        let integers = contract::paging(ctx.operation)
            .is_some_and(|paging| paging.integers.stated() == Some(&true));
        let mut seen = false;
        for answer in ctx.answers() {
            let Some(page @ Json::Map(_)) = answer.json.as_ref().and_then(|json| json.get(meta))
            else {
                continue;
            };
            seen = true;
            match page.get(key) {
                None => {
                    let failure = answer.failure_at(
                        format!("/{meta}"),
                        format!("a member `{key}`"),
                        page.to_string(),
                    );
                    return FindingResult::Breach(failure);
                }
                Some(_) if !integers => {}
                Some(Json::Number(digits)) if is_whole(digits) => {}
                Some(value) => {
                    let pointer = format!("/{meta}/{key}");
                    let expected = "a whole number";
                    return FindingResult::Breach(answer.failure_at(
                        pointer,
                        expected,
                        value.to_string(),
                    ));
                }
            }
        }
        if seen {
            return match PageNumbers::of(ctx, meta, key).and_then(|pages| pages.wrong()) {
                Some(failure) => FindingResult::Breach(failure),
                None => FindingResult::HELD,
            };
        }
        match ctx.acceptance() {
            // Accepted, but without the metadata: that is judged by another clause.
            AcceptanceOutcome::Shown => FindingResult::Inconclusive(Reason::NotAsDocumented),
            _ => ctx.without_acceptance(),
        }
    }
}

/// The pages of a call, and the number that is checked.
struct PageNumbers<'v, 'a> {
    ctx: &'v StepContext<'a>,
    place: String,
    paging_key: PagingKey,
    pages: Vec<(&'a Answer, Page<'a>)>,
    /// Whether nothing was sent that may narrow the list. Whether a total includes filtered records
    /// is not documented.
    whole: bool,
}

impl<'v, 'a> PageNumbers<'v, 'a> {
    fn of(ctx: &'v StepContext<'a>, meta: &str, key: &str) -> Option<Self> {
        let paging_key = PagingKey::from_wire(contract::paging(ctx.operation)?, key)?;
        let page = |answer: &'a Answer| {
            let json = answer.json.as_ref()?;
            Some((answer, Page::read(ctx.operation, json)?))
        };
        let whole = narrowing(ctx.operation, &ctx.attempt()?.sent).is_empty();
        Some(Self {
            ctx,
            place: format!("/{meta}/{key}"),
            paging_key,
            pages: ctx.answers().iter().map(page).collect::<Option<_>>()?,
            whole,
        })
    }

    /// How the number contradicts the items.
    fn wrong(&self) -> Option<Box<Failure>> {
        let first = match self.paging_key {
            PagingKey::Size => self.first(|page, size| {
                (size < page.count())
                    .then(|| format!("at least {}, as many items are on the page", page.count()))
            }),
            PagingKey::Number => self.wrong_number(),
            PagingKey::Pages => self.first(|page, pages| self.wrong_pages(page, pages)),
            PagingKey::Total => self.first(|page, total| self.wrong_total(page, total)),
        };
        first.or_else(|| self.wrong_together()).or_else(|| self.wrong_size())
    }

    /// If the requested size is applied, `per_page` is that size in every interpretation of the
    /// gap.
    fn wrong_size(&self) -> Option<Box<Failure>> {
        let parameter = &contract::page_selection(self.ctx.operation)?.per_page;
        let asked = asked_size(self.ctx, self.ctx.index, parameter)?;
        let (_, full) = self.pages.split_last()?;
        let used = full.len() > 1 && full.iter().all(|(_, page)| page.count() == asked);
        let expected = format!("{asked}, as was asked for and as many are on a page");
        let wrong = |_: &Page<'a>, size| (size != asked).then(|| expected.clone());
        match used && self.paging_key == PagingKey::Size {
            true => self.first(wrong),
            false => None,
        }
    }

    /// The first page whose number is wrong in this way.
    fn first(&self, wrong: impl Fn(&Page<'a>, u64) -> Option<String>) -> Option<Box<Failure>> {
        let mut pages = self.pages.iter();
        pages.find_map(|(answer, page)| {
            let expected = wrong(page, page.number_for(self.paging_key)?)?;
            Some(self.failure(answer, page, expected))
        })
    }

    fn failure(&self, answer: &Answer, page: &Page<'a>, expected: String) -> Box<Failure> {
        let paging_key = page.number_for(self.paging_key).unwrap_or_default();
        answer.failure_at(&self.place, expected, paging_key.to_string())
    }

    /// On the first page, if none was requested, and on an only page, the numbers must be
    /// consistent.
    fn wrong_pages(&self, page: &Page<'a>, pages: u64) -> Option<String> {
        let first = self.asked().is_none();
        match (page.total, page.size) {
            _ if pages == 0 && page.count() > 0 => {
                Some("at least 1, as a page is shown".to_owned())
            }
            _ if !first || page.count() == 0 => None,
            (Some(total), _) if total == page.count() && pages != 1 => {
                Some(format!("1, as all {total} items are on this page"))
            }
            _ if !self.whole => None,
            (Some(total), Some(size)) if total > pages.saturating_mul(size) => {
                Some(format!("more, for {total} items of which {size} are on a page"))
            }
            (Some(total), Some(size))
                if size == page.count() && total <= (pages - 1).saturating_mul(size) =>
            {
                Some(format!("fewer, for {total} items of which {size} are on a page"))
            }
            _ => None,
        }
    }

    fn wrong_total(&self, page: &Page<'a>, total: u64) -> Option<String> {
        let only = self.whole && self.pages.len() == 1 && page.pages == Some(1) && page.count() > 0;
        let count = page.count();
        if total < count {
            return Some(format!("at least {count}, as many items are on the page"));
        }
        match only {
            true => {
                (total != count).then(|| format!("{count}, as many items are on the only page"))
            }
            false => self.wrong_filtered_total(page, total),
        }
    }

    /// Whether a total includes filtered records is not documented. It must be one of the two
    /// numbers.
    fn wrong_filtered_total(&self, page: &Page<'a>, total: u64) -> Option<String> {
        let (trace, operation) = (self.ctx.trace, self.ctx.operation);
        let narrowed = |index| Some(narrowing(operation, &trace.attempt(index)?.sent).len());
        let passes = self.passing(page)?;
        if narrowed(self.ctx.index) == Some(0) || total == passes {
            return None;
        }
        let unfiltered = trace.calls(&operation.id).filter(|index| narrowed(*index) == Some(0));
        let totals: Option<Vec<u64>> = unfiltered
            .map(|index| {
                let answer = trace.attempt(index)?.answers.first()?;
                Page::read(operation, answer.json.as_ref()?)?.total
            })
            .collect();
        let totals = totals.filter(|totals| !totals.is_empty())?;
        (!totals.contains(&total)).then(|| {
            format!("{passes}, as many items pass the filters, or as many as without them")
        })
    }

    /// Number of items in the list, if it was read to its end.
    fn passing(&self, page: &Page<'a>) -> Option<u64> {
        let attempt = self.ctx.attempt()?;
        match self.pages.len() {
            1 => (page.pages == Some(1) && page.count() > 0).then(|| page.count()),
            _ if attempt.complete && attempt.stood_still => Some(identities(self.ctx)? as u64),
            _ => None,
        }
    }

    /// Neither the first page number nor the numbering in answers is documented: the first page has
    /// number 0 or 1, any other the requested number or a neighbour of it, and each is followed by
    /// the next.
    fn wrong_number(&self) -> Option<Box<Failure>> {
        let Some(asked) = self.asked() else {
            let (answer, page) = self.pages.first()?;
            let wrong = page.number? > 1 && page.count() > 0;
            let expected = "0 or 1, as it is the first page".to_owned();
            let wrong = wrong.then(|| self.failure(answer, page, expected));
            return wrong.or_else(|| self.wrong_repetition());
        };
        // Read twice if the numbers were not consecutive.
        self.ctx.attempt().filter(|attempt| attempt.stood_still)?;
        let shown = self.pages.iter().zip(asked..);
        let shown: Vec<_> = shown.filter(|((_, page), _)| page.count() > 0).collect();
        for ((answer, page), asked) in &shown {
            let far = page.number.is_some_and(|number| number.abs_diff(*asked) > 1);
            if far && !self.repeats(page) {
                return Some(self.failure(answer, page, format!("{asked}, as was asked for")));
            }
        }
        shown.windows(2).find_map(|pair| {
            let [((_, before), _), ((answer, page), _)] = pair else {
                return None;
            };
            let expected = before.number? + 1;
            let wrong = page.number? != expected && before.items != page.items;
            wrong.then(|| {
                self.failure(
                    answer,
                    page,
                    format!("{expected}, as it is the page after {}", expected - 1),
                )
            })
        })
    }

    /// A page that reports its own number and shows the items of the page before. The run asks for pages up to the last
    /// only.
    fn wrong_repetition(&self) -> Option<Box<Failure>> {
        self.ctx.attempt().filter(|attempt| attempt.stood_still)?;
        // Records without identifiers may look the same.
        identities(self.ctx)?;
        self.pages.windows(2).find_map(|pair| {
            let [(_, before), (answer, page)] = pair else {
                return None;
            };
            let repeats = page.count() > 0 && page.items == before.items;
            let wrong = repeats && page.number? == before.number? + 1;
            let expected = format!("{}, as the items of that page are shown", before.number?);
            wrong.then(|| self.failure(answer, page, expected))
        })
    }

    /// Whether another page has the same items: the answer to a page after the last is not
    /// documented.
    fn repeats(&self, page: &Page<'a>) -> bool {
        let alike = self.pages.iter().filter(|(_, other)| other.items == page.items);
        alike.count() > 1
    }

    /// Checks pages that were read to the end, and twice if they were inconsistent.
    fn wrong_together(&self) -> Option<Box<Failure>> {
        let attempt = self.ctx.attempt()?;
        let several = self.asked().is_some() || self.pages.len() > 1;
        let read = self.whole && several && attempt.complete && attempt.stood_still;
        let (answer, page) = self.pages.last().filter(|_| read)?;
        let (seen, what) = match self.paging_key {
            PagingKey::Pages => {
                (self.pages.iter().filter(|(_, page)| page.count() > 0).count(), "pages")
            }
            PagingKey::Total => (identities(self.ctx)?, "items"),
            PagingKey::Size | PagingKey::Number => return None,
        };
        let wrong = seen > 0 && page.number_for(self.paging_key)? != seen as u64;
        wrong.then(|| self.failure(answer, page, format!("{seen}, the number of {what} shown")))
    }

    /// The number of the first requested page.
    fn asked(&self) -> Option<u64> {
        let selection = contract::page_selection(self.ctx.operation)?;
        let input = InputRef { part: InputPart::Query, name: selection.page.clone() };
        whole_number(self.ctx.attempt()?.sent.get(&input)?)
    }
}
