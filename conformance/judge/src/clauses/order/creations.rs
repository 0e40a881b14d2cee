//! Which of two records that a scenario creates is known to be the older one.
//!
//! A service may keep whole seconds, and need not say in which order it lists what it created within one. Two records are
//! compared only if the list shows different times of creation, or if it shows none and the scenario waited for a second
//! between the two.

use std::cmp::Ordering;

use crate::clauses::prelude::*;
use crate::clauses::shared::lists::identifier_of_created;
use crate::clauses::shared::rank::compare_values;

/// The records of a list that is ordered by creation.
pub(super) struct Creations<'v, 'a> {
    ctx: &'v StepContext<'a>,
}

impl<'v, 'a> Creations<'v, 'a> {
    /// `None` if the list is ordered by something else.
    pub(super) fn of(ctx: &'v StepContext<'a>) -> Option<Self> {
        let order = ctx.operation.order.as_ref()?.stated()?;
        order.by.is_none().then_some(Self { ctx })
    }

    /// Whether the records with these values may be listed in any order.
    pub(super) fn are_tied(&self, one: &str, other: &str) -> bool {
        let (Some(one_call), Some(other_call)) = (self.creation(one), self.creation(other)) else {
            return false;
        };
        let shown = |value, call: &ParsedStep<'a>| self.shown_time(value, call);
        match shown(one, one_call).zip(shown(other, other_call)) {
            Some((one, other)) => !compare_values(one, other).is_some_and(Ordering::is_ne),
            None => !self.waited_between(one_call.index, other_call.index),
        }
    }

    /// The accepted call that created the record: it sent the value, or was answered with it as the identifier.
    fn creation(&self, value: &str) -> Option<&'a ParsedStep<'a>> {
        let record = self.ctx.operation.lists.as_deref()?;
        let earlier = self.ctx.trace.steps.iter().take(self.ctx.index);
        let mut creations = earlier
            .filter(|call| call.operation.creates.as_deref() == Some(record) && call.is_accepted());
        creations.find(|call| {
            let mut sent = call.attempt.into_iter().flat_map(|attempt| attempt.sent.iter());
            sent.any(|(_, sent)| sent.text() == Some(value)) || self.identifier(call) == Some(value)
        })
    }

    fn identifier(&self, creation: &ParsedStep<'a>) -> Option<&'a str> {
        identifier_of_created(self.ctx.trace.contract, creation)
    }

    /// The time of creation that the list shows for the record.
    fn shown_time(&self, value: &str, creation: &ParsedStep<'a>) -> Option<&'a Json> {
        let list = contract::list_member(self.ctx.operation)?;
        let identifier = self.identifier(creation);
        let mut items = self.ctx.listed(list);
        let item = items.find(|item| match self.ctx.identity(item) {
            Some(identity) => Some(identity) == identifier,
            None => item.holds_text(value),
        })?;
        let times = &creation.operation.success.call_time_fields;
        times.iter().find_map(|time| item.get(&time.field))
    }

    /// Whether a call after the first of two creations waited for a second.
    fn waited_between(&self, one: usize, other: usize) -> bool {
        let mut between = one.min(other) + 1..=one.max(other);
        self.ctx.trace.pauses
            || between.any(|index| {
                self.ctx.trace.steps.get(index).is_some_and(|call| call.step.after_a_second)
            })
    }
}
