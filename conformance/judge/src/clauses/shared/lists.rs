//! What the calls of one list show together: an item that one call shows must be shown by another that asks for it, too.
//!
//! Items come and go. An item counts as known only if calls before and after show it, and as absent only if the list was
//! read to its end, or to beyond the place where the item would be.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use spec::{Contract, Direction, Operation, Order, QueryParameter, Type};

use crate::clauses::prelude::*;
use crate::clauses::shared::rank::compare_values;
use crate::parsed::SentInputs;

/// The calls of the operation of a step, with the same key.
pub struct Lists<'v, 'a> {
    ctx: &'v StepContext<'a>,
    pub list: &'a str,
}

/// A record, as calls before and after the step show it.
pub struct PersistentItem<'a> {
    pub name: &'a str,
    pub before: &'a Json,
    pub after: &'a Json,
}

impl<'v, 'a> Lists<'v, 'a> {
    /// `None` where the contract does not say which member holds the list.
    pub fn of(ctx: &'v StepContext<'a>) -> Option<Self> {
        Some(Self { ctx, list: contract::list_member(ctx.operation)? })
    }

    /// The records that the step does not show, although calls before and after it do. `counts` selects those calls.
    pub fn absent(&self, counts: impl Fn(&Attempt) -> bool) -> Vec<PersistentItem<'a>> {
        let shown: BTreeSet<_> =
            self.ctx.listed(self.list).filter_map(|item| self.ctx.identity(item)).collect();
        self.known(counts, |name| !shown.contains(name))
    }

    /// The records that calls before and after the step show. `counts` selects those calls.
    pub fn lasting(&self, counts: impl Fn(&Attempt) -> bool) -> Vec<PersistentItem<'a>> {
        self.known(counts, |_| true)
    }

    /// The wanted records that calls before and after the step show. `counts` selects the calls.
    fn known(
        &self,
        counts: impl Fn(&Attempt) -> bool,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<PersistentItem<'a>> {
        let index = self.ctx.index;
        let shown_on = |side: Ordering| -> BTreeMap<_, _> {
            let items =
                self.items(|call, attempt| call.index.cmp(&index) == side && counts(attempt));
            items.filter(|(name, _)| is_wanted(name)).collect()
        };
        let before = shown_on(Ordering::Less);
        let mut after = shown_on(Ordering::Greater);
        before
            .into_iter()
            .filter_map(|(name, before)| {
                Some(PersistentItem { name, before, after: after.remove(name)? })
            })
            .filter(|item| !self.may_leave_meanwhile() || self.is_own(item.name))
            .collect()
    }

    /// Whether other scenarios may change a record so that the list leaves it out, and change it back: what narrows the list
    /// can change.
    fn may_leave_meanwhile(&self) -> bool {
        let operation = self.ctx.operation;
        let Some(attempt) = self.ctx.attempt else { return false };
        let narrowing = narrowing(operation, &attempt.sent);
        let fields = narrowing
            .keys()
            .filter_map(|name| operation.query_parameter(name)?.filter.as_ref()?.field());
        let record = operation.lists.as_deref().unwrap_or_default();
        let contract = self.ctx.trace.contract;
        fields.into_iter().any(|field| contract::may_change(contract, record, field))
    }

    /// Whether no other scenario changes a record: this one created it, or has it as a fixture.
    fn is_own(&self, name: &str) -> bool {
        let trace = self.ctx.trace;
        let is_named = |call: &ParsedStep<'_>| {
            call.operation.creates.is_some()
                && call.operation.creates == self.ctx.operation.lists
                && (identifier_of_created(trace.contract, call) == Some(name) || call.holds(name))
        };
        trace.fixtures.values().any(|fixture| fixture.id == name)
            || trace.steps.iter().any(is_named)
    }

    /// An absent record that the step must show.
    pub fn missing(&self, absent: Vec<PersistentItem<'a>>) -> Option<&'a str> {
        let missing = absent.into_iter().find(|item| self.reaches_item(self.ctx, item))?;
        // An item without an identifier may be the missing record.
        let is_complete = self.ctx.listed(self.list).all(|item| self.ctx.identity(item).is_some());
        is_complete.then_some(missing.name)
    }

    /// A record listed twice in one response to the step, and once in the calls before and after that `counts` accepts.
    pub fn repeated(&self, counts: impl Fn(&Attempt) -> bool) -> Option<&'a str> {
        let twice = self.twice(self.ctx.attempt?);
        let is_once = |attempt: &Attempt| counts(attempt) && self.twice(attempt).is_empty();
        let known = self.known(is_once, |name| twice.contains(name));
        known.first().map(|item| item.name)
    }

    /// The records listed twice in one response.
    fn twice<'w>(&self, attempt: &'w Attempt) -> BTreeSet<&'w str> {
        let mut twice = BTreeSet::new();
        for items in attempt.pages().filter_map(|page| page.member(self.list)?.items()) {
            let mut seen = BTreeSet::new();
            let names = items.iter().filter_map(|item| self.ctx.identity(item));
            twice.extend(names.filter(|name| !seen.insert(*name)));
        }
        twice
    }

    /// Whether the response to a call would show an item if it were in the list, as it was before and as it is after.
    pub fn reaches_item(&self, call: &ParsedStep<'a>, item: &PersistentItem<'_>) -> bool {
        self.reaches(call, item.before) && self.reaches(call, item.after)
    }

    /// Whether the response to a call would show a record if it were in the list: the list is known to its end, or it is
    /// ordered, and something is shown that ranks behind the record.
    pub fn reaches(&self, call: &ParsedStep<'a>, record: &Json) -> bool {
        let Some(attempt) = call.attempt.filter(|attempt| attempt.is_read()) else {
            return false;
        };
        if attempt.complete {
            return true;
        }
        let Some(Order { by: Some(by), direction, collation }) =
            requested_order(self.ctx.operation, &attempt.sent)
        else {
            return false;
        };
        let first = match direction {
            Direction::Ascending => Ordering::Less,
            Direction::Descending => Ordering::Greater,
        };
        let last = call.listed(self.list).last().and_then(|last| last.get(&by));
        record.get(&by).zip(last).is_some_and(|(rank, last)| {
            let is_text = rank.text().is_some_and(|text| text.parse::<Timestamp>().is_err());
            let is_comparable = !is_text || collation.is_some();
            is_comparable && compare_values(rank, last) == Some(first)
        })
    }

    /// The records that accepted calls show, by identifier.
    pub fn records(
        &self,
        counts: impl Fn(&ParsedStep<'a>, &Attempt) -> bool,
    ) -> BTreeMap<&'a str, &'a Json> {
        self.items(counts).collect()
    }

    /// The records that accepted calls show, with their identifiers, in order of calls.
    pub fn items(
        &self,
        counts: impl Fn(&ParsedStep<'a>, &Attempt) -> bool,
    ) -> impl Iterator<Item = (&'a str, &'a Json)> {
        self.ctx
            .calls_of_list()
            .filter(|call| call.step.key == self.ctx.step.key)
            .filter(move |call| call.attempt.is_some_and(|attempt| counts(call, attempt)))
            .flat_map(|call| call.listed(self.list))
            .filter_map(|item| Some((self.ctx.identity(item)?, item)))
    }

    /// Whether a call asks for all that the inputs ask for, and perhaps for less than that.
    pub fn is_within(&self, attempt: &Attempt, inputs: &Narrowing<'_>) -> bool {
        let narrowing = narrowing(self.ctx.operation, &attempt.sent);
        inputs.iter().all(|(input, value)| narrowing.get(input) == Some(value))
    }
}

/// The identifier of the record that a call created, where its answer shows the record.
pub fn identifier_of_created<'a>(contract: &Contract, call: &ParsedStep<'a>) -> Option<&'a str> {
    let record = call.operation.creates.as_deref()?;
    let member = contract::member_of_type(call.operation, &Type::Record(record.to_owned()))?;
    contract::identifier_of(contract, record, call.responses().first()?.member(member)?)
}

/// Later calls that send just what an earlier one sent.
pub fn same_input_calls<'a>(
    ctx: &StepContext<'a>,
    other: &ParsedStep<'a>,
) -> impl Iterator<Item = &'a ParsedStep<'a>> {
    ctx.calls().filter(|call| call.index > ctx.index && call.sends_same_as(other))
}

/// What narrows a list, by parameter: what was sent, except what chooses a page, an order or an expansion, keeps all
/// records, or says what is meant anyway; and the defaults of filters.
pub type Narrowing<'s> = BTreeMap<&'s str, &'s str>;

/// What narrows the list of a request that sent this.
pub fn narrowing<'s>(operation: &'s Operation, sent: &'s SentInputs) -> Narrowing<'s> {
    let selection = contract::page_selection(operation);
    let is_harmless = |name: &str, value: &str| {
        let Some(query) = operation.query_parameter(name) else {
            return selection.is_some_and(|page| page.parameter(name).is_some());
        };
        let mut values = query.values.iter().filter(|listed| value == listed.wire);
        let is_default = query.filter.is_none() && query.default.as_deref() == Some(value);
        is_default
            || query.keeps_all(value)
            || values.any(|listed| listed.orders() || listed.expansion.is_some())
    };
    let sent = || {
        let query = sent.iter().filter(|(input, _)| input.part == InputPart::Query);
        query.filter_map(|(input, value)| Some((input.name.as_str(), value.text()?)))
    };
    let defaults = operation.query.iter().filter_map(|query| {
        let is_sent = sent().any(|(name, _)| name == query.name);
        Some((query.name.as_str(), query.filters_by_default().filter(|_| !is_sent)?))
    });
    sent().filter(|(name, value)| !is_harmless(name, value)).chain(defaults).collect()
}

/// The order that a request asks for, or the stated one.
fn requested_order(operation: &Operation, sent: &SentInputs) -> Option<Order> {
    operation.requested_order(|query| text_of(query, sent))
}

/// The order that the query parameters bring the list into, with the defaults of those that are left out.
pub fn order_with_defaults(operation: &Operation, sent: &SentInputs) -> Option<Order> {
    operation.requested_order(|query| text_of(query, sent).or_else(|| query.default.clone()))
}

fn text_of(query: &QueryParameter, sent: &SentInputs) -> Option<String> {
    let input = InputRef::new(InputPart::Query, &query.name);
    Some(sent.get(&input)?.text()?.to_owned())
}
