//! The page size limits each page; observable only if the list has more items than fit on one page.
//!
//! A server may have a minimum size. It then reports that size instead of the requested one, and
//! larger ones as requested.

use std::collections::BTreeMap;

use spec::{ClauseKind, InputPart, InputRef};

use crate::clauses::shared::pages::{asked_size, list_pointer, pages};
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::contract;
use crate::finding::FindingResult;
use crate::page::Page;
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;

/// Number of page sizes to request before concluding that a server has a fixed one.
const ENOUGH_SIZES: usize = 6;

pub(super) struct PageSize<'k> {
    pub(super) parameter: &'k String,
}

impl ClauseRule for PageSize<'_> {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        let page = contract::page_selection(step.operation);
        let Some(page) = page.filter(|_| step.is_accepted() && step.step.all_pages) else {
            return;
        };
        let size = InputRef { part: InputPart::Query, name: page.per_page.clone() };
        if step.step.inputs.set.contains_key(&size) {
            let parameter = size.name;
            claims.add(Some(&step.operation.id), ClauseKind::PageSize { parameter });
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let parameter = self.parameter;

        let pages = match pages(ctx) {
            Ok(pages) => pages,
            Err(result) => return result,
        };
        let Some(asked) = asked_size(ctx, ctx.index, parameter) else {
            return FindingResult::NotExercised(Reason::NoValue);
        };
        let larger = pages.iter().find(|(_, items)| items.len() as u64 > asked);
        if let Some((answer, items)) = larger {
            let reported = reported_size(ctx, ctx.index);
            let expected = match reported {
                Some(reported) if reported == asked => {
                    format!("no more than {asked} items, as `{parameter}` asks")
                }
                Some(reported) if has_inexplicable_size(ctx, parameter, reported) => {
                    format!(
                        "no more than {asked} items, or as many as for all sizes that are too small"
                    )
                }
                _ => return FindingResult::NotExercised(Reason::TooFewItems),
            };
            let actual = format!("{} items", items.len());
            return FindingResult::Breach(answer.failure_at(list_pointer(ctx), expected, actual));
        }
        // A list that fits on one page would look the same without the parameter.
        if pages.iter().filter(|(_, items)| !items.is_empty()).count() < 2 {
            return FindingResult::NotExercised(Reason::TooFewItems);
        }
        FindingResult::HELD
    }
}

/// Whether reported sizes contradict a minimum or fixed size: always the same size, or another one
/// for a requested size in between.
fn has_inexplicable_size(ctx: &StepContext<'_>, parameter: &str, size: u64) -> bool {
    let calls = ctx.trace.calls(&ctx.operation.id);
    let reported = calls.filter_map(|index| {
        let asked = asked_size(ctx, index, parameter)?;
        Some((asked, reported_size(ctx, index)?))
    });
    let reported: BTreeMap<_, _> = reported.collect();
    let others = reported.keys().filter(|asked| **asked != size).count();
    let always = others >= ENOUGH_SIZES && reported.values().all(|reported| *reported == size);
    let mut smaller = reported.range(..=size);
    always || smaller.any(|(asked, reported)| *reported != size && reported != asked)
}

/// The page size that the answer to a call reports.
fn reported_size(ctx: &StepContext<'_>, index: usize) -> Option<u64> {
    let answer = ctx.trace.attempt(index)?.answers.first()?;
    Page::read(ctx.operation, answer.json.as_ref()?)?.size
}
