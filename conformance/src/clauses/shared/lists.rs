//! What the calls of one list show together: an item that one call shows must be shown by another that asks for it, too.
//!
//! Items come and go. An item counts as known only if calls before and after show it, and as absent only if the list was
//! read to its end, or to beyond the place where the item would be.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use spec::{Direction, InputPart, InputRef, Operation, Slot};

use crate::clauses::shared::compare::compare_values;
use crate::contract;
use crate::json::Json;
use crate::parsed::SentInputs;
use crate::parsed::answer::AnswerClass;
use crate::parsed::attempt::Attempt;
use crate::parsed::step_context::StepContext;

/// The calls of the operation of a step, with the same key.
pub(crate) struct Lists<'v, 'a> {
    ctx: &'v StepContext<'a>,
    list: &'v str,
}

/// A record, as calls before and after the step show it.
pub(crate) struct PersistentItem<'v> {
    pub(crate) name: &'v str,
    pub(crate) before: &'v Json,
    pub(crate) after: &'v Json,
}

impl<'v, 'a> Lists<'v, 'a> {
    /// `None` where the contract does not say which member holds the list.
    pub(crate) fn of(ctx: &'v StepContext<'a>) -> Option<Self> {
        let list = contract::list_member(ctx.operation)?;
        Some(Self { ctx, list })
    }

    /// Things that are shown before and after the step, by calls that `counts` accepts.
    pub(crate) fn known(&self, counts: impl Fn(&Attempt) -> bool) -> Vec<PersistentItem<'v>> {
        let at = self.ctx.index;
        let before = self.records(|index, attempt| index < at && counts(attempt));
        let mut after = self.records(|index, attempt| index > at && counts(attempt));
        let both = before.into_iter().filter_map(|(name, before)| {
            let after = after.remove(name)?;
            Some(PersistentItem { name, before, after })
        });
        both.collect()
    }

    /// A known record that a call must show and does not.
    pub(crate) fn missing(&self, index: usize, known: Vec<PersistentItem<'v>>) -> Option<&'v str> {
        let shown = self.records(|other, _| other == index);
        // An item without an identifier may be the missing record.
        let mut items = self.ctx.trace.listed(index, self.list);
        if !items.all(|item| self.ctx.identity(item).is_some()) {
            return None;
        }
        let mut missing = known.into_iter().filter(|it| !shown.contains_key(it.name));
        let missing =
            missing.find(|it| self.reaches(index, it.before) && self.reaches(index, it.after));
        missing.map(|it| it.name)
    }

    /// A record listed twice in one answer to a call, and once in the calls before and after that `counts` accepts.
    pub(crate) fn repeated(
        &self,
        index: usize,
        counts: impl Fn(&Attempt) -> bool,
    ) -> Option<&'v str> {
        let once = |attempt: &Attempt| counts(attempt) && self.twice(attempt).is_empty();
        let known = self.known(once);
        let twice = self.twice(self.ctx.trace.attempt(index)?);
        let mut names = known.into_iter().map(|thing| thing.name);
        names.find(|name| twice.contains(name))
    }

    /// The records listed twice in one answer.
    fn twice<'w>(&self, attempt: &'w Attempt) -> BTreeSet<&'w str> {
        let pages = attempt.answers.iter().filter_map(|answer| answer.json.as_ref());
        let lists = pages.filter_map(|page| page.get(self.list)?.items());
        let twice = lists.flat_map(|items| {
            let mut seen = BTreeSet::new();
            let names = items.iter().filter_map(|item| self.ctx.identity(item));
            names.filter(move |name| !seen.insert(*name)).collect::<Vec<_>>()
        });
        twice.collect()
    }

    /// Whether the answer to a call would show a record if it were in the list: the list is known to its end, or it is
    /// ordered, and something is shown that ranks behind the record.
    pub(crate) fn reaches(&self, index: usize, thing: &Json) -> bool {
        let Some(attempt) = self.ctx.trace.attempt(index).filter(|attempt| is_read(attempt)) else {
            return false;
        };
        if attempt.complete {
            return true;
        }
        let Some((by, direction)) = order_of(self.ctx.operation, &attempt.sent) else {
            return false;
        };
        let last = self.ctx.trace.listed(index, self.list).last();
        let ranks = thing.get(by).zip(last.and_then(|last| last.get(by)));
        let first = match direction {
            Direction::Ascending => Ordering::Less,
            Direction::Descending => Ordering::Greater,
        };
        // By which collation text is ordered is not said.
        let ranks = ranks.filter(|(thing, _)| {
            let moment = thing.text().map(str::parse::<Timestamp>);
            moment.is_none_or(|moment| moment.is_ok())
        });
        ranks.is_some_and(|(thing, last)| compare_values(thing, last) == Some(first))
    }

    /// The records that accepted calls show, by identifier.
    pub(crate) fn records(
        &self,
        counts: impl Fn(usize, &Attempt) -> bool,
    ) -> BTreeMap<&'v str, &'v Json> {
        let key = &self.ctx.step.key;
        let calls = self.ctx.trace.calls(&self.ctx.operation.id).filter(|index| {
            let step = self.ctx.trace.step(*index);
            let attempt = self.ctx.trace.attempt(*index);
            step.is_some_and(|step| step.key == *key)
                && attempt.is_some_and(|attempt| counts(*index, attempt))
        });
        let records = calls.flat_map(|index| self.ctx.trace.listed(index, self.list));
        let named = records.filter_map(|item| Some((self.ctx.identity(item)?, item)));
        named.collect()
    }

    /// Whether a call asks for all that the inputs ask for, and perhaps for less than that.
    pub(crate) fn is_within(&self, attempt: &Attempt, inputs: &BTreeMap<&InputRef, &Json>) -> bool {
        let mine = narrowing(self.ctx.operation, &attempt.sent);
        inputs.iter().all(|(input, value)| mine.get(*input) == Some(value))
    }
}

/// Whether the pages of an accepted call belong together.
pub(crate) fn is_read(attempt: &Attempt) -> bool {
    attempt.class() == AnswerClass::Accepted && attempt.stood_still
}

/// Later calls that send just what an earlier one sent.
pub(crate) fn same_input_calls(ctx: &StepContext<'_>, other: usize) -> impl Iterator<Item = usize> {
    let sent = |index| ctx.trace.attempt(index).map(|attempt| &attempt.sent);
    let calls = ctx.trace.calls(&ctx.operation.id);
    calls.filter(move |index| *index > ctx.index && sent(*index) == sent(other))
}

/// What was sent that may narrow a list: all but what chooses a page, an order or an expansion, or says what
/// is meant anyway.
pub(crate) fn narrowing<'s>(
    operation: &Operation,
    sent: &'s SentInputs,
) -> BTreeMap<&'s InputRef, &'s Json> {
    let selection = contract::page_selection(operation);
    let chooses = |input: &InputRef| {
        selection.is_some_and(|page| [&page.page, &page.per_page].contains(&&input.name))
    };
    let is_harmless = |input: &InputRef, value: &Json| {
        let mut known = operation.query.iter();
        let Some(query) = known.find(|query| query.name == input.name) else {
            return chooses(input);
        };
        let value = value.text();
        let mut values = query.values.iter().filter(|known| value == Some(known.wire.as_str()));
        let arranges = values.any(|known| known.sorts.is_some() || known.expansion.is_some());
        arranges || (query.default.is_some() && query.default.as_deref() == value)
    };
    let narrowing = sent
        .iter()
        .filter(|(input, value)| input.part == InputPart::Query && !is_harmless(input, value));
    narrowing.collect()
}

/// The member by which a list comes in an order, where the contract states one.
fn order_of<'o>(operation: &'o Operation, sent: &SentInputs) -> Option<(&'o str, Direction)> {
    let asked = operation.query.iter().find_map(|query| {
        let input = InputRef { part: InputPart::Query, name: query.name.clone() };
        let value = sent.get(&input)?.text()?;
        let known = query.values.iter().find(|known| known.wire == value)?;
        known.sorts.as_ref()
    });
    let usual = match &operation.order {
        Some(Slot::Stated(order)) => Some(&order.value),
        _ => None,
    };
    let order = asked.or(usual)?;
    Some((order.by.as_deref()?, order.direction))
}
