//! The pages of a list, as one call shows them.

use std::collections::BTreeSet;

use spec::{InputPart, InputRef};

use crate::contract;
use crate::finding::FindingResult;
use crate::json::{Json, whole_number};
use crate::parsed::answer::Answer;
use crate::parsed::step_context::StepContext;
use crate::parsed::view::AcceptanceOutcome;
use crate::reason::Reason;

/// The items of each page; an error if the list cannot be read.
pub(crate) fn pages<'a>(
    ctx: &StepContext<'a>,
) -> Result<Vec<(&'a Answer, &'a [Json])>, FindingResult> {
    if ctx.acceptance() != AcceptanceOutcome::Shown {
        return Err(ctx.without_acceptance());
    }
    let list =
        contract::list_member(ctx.operation).ok_or(FindingResult::NotExercised(Reason::NoItems))?;
    let items = |answer: &'a Answer| Some((answer, answer.json.as_ref()?.get(list)?.items()?));
    let pages: Option<Vec<_>> = ctx.answers().iter().map(items).collect();
    pages.ok_or(FindingResult::Inconclusive(Reason::NotAsDocumented))
}

/// The number of different items on all pages; `None` where some have no identifier.
pub(crate) fn identities(ctx: &StepContext<'_>) -> Option<usize> {
    let pages = pages(ctx).ok()?;
    let items = pages.iter().flat_map(|(_, items)| items.iter());
    let shown: Option<BTreeSet<_>> = items.map(|item| ctx.identity(item)).collect();
    shown.map(|shown| shown.len())
}

/// The page size that a call asks for.
pub(crate) fn asked_size(ctx: &StepContext<'_>, index: usize, parameter: &str) -> Option<u64> {
    let input = InputRef { part: InputPart::Query, name: parameter.to_owned() };
    whole_number(ctx.trace.attempt(index)?.sent.get(&input)?)
}

/// Whether no item moved from page to page while the pages were read.
pub(crate) fn stood_still(ctx: &StepContext<'_>) -> bool {
    ctx.attempt().is_some_and(|attempt| attempt.stood_still)
}

/// JSON pointer to the list.
pub(crate) fn list_pointer(ctx: &StepContext<'_>) -> String {
    contract::list_member(ctx.operation).map_or(String::new(), |list| format!("/{list}"))
}
