//! Several values in one parameter are accepted; the list for them together fits the lists for each of them.
//!
//! Whether an item must meet any of the values or all of them is not stated. Either way the list shows what each of the
//! values keeps, leaves out what none of them keeps, and shows no item twice.

use std::collections::BTreeSet;

use crate::clauses::prelude::*;
use crate::clauses::shared::lists::{Lists, Narrowing, narrowing};
use crate::clauses::shared::valid_request::judge_extra_input;

pub(super) fn judge(ctx: &StepContext<'_>, at: &InputRef) -> FindingResult {
    let result = judge_extra_input(ctx, at);
    if result == Ok(Held::ONCE)
        && let Some(expected) = list_breach(ctx, at)
    {
        return ctx.breach(expected);
    }
    // Whether one value can be sent twice is not said.
    if ctx.acceptance == AcceptanceOutcome::Refused && repeats(ctx, at) {
        return Err(Inconclusive(Reason::OtherOutcome));
    }
    result
}

fn repeats(ctx: &StepContext<'_>, at: &InputRef) -> bool {
    let sent = ctx.sent(at).and_then(Json::text).unwrap_or_default();
    let values: BTreeSet<_> = sent.split(',').collect();
    values.len() < sent.split(',').count()
}

/// What should have been shown, where values together and alone do not fit.
fn list_breach(ctx: &StepContext<'_>, at: &InputRef) -> Option<String> {
    let together = Together::of(ctx, at)?;
    let left_out = together.left_out();
    left_out
        .map(|name| format!("`{name}` in the list, as for each of the values"))
        .or_else(|| {
            Some(format!("`{}` not in the list, as for each of the values", together.added()?))
        })
        .or_else(|| Some(format!("`{}` once in the list", together.repeated()?)))
}

/// A call with several values, and the calls with one of them.
struct Together<'v, 'a> {
    ctx: &'v StepContext<'a>,
    lists: Lists<'v, 'a>,
    at: &'v InputRef,
    values: BTreeSet<&'a str>,
    rest: Narrowing<'a>,
}

impl<'v, 'a> Together<'v, 'a> {
    fn of(ctx: &'v StepContext<'a>, at: &'v InputRef) -> Option<Self> {
        let sent = &ctx.attempt?.sent;
        let mut rest = narrowing(ctx.operation, sent);
        rest.remove(at.name.as_str());
        let values = sent.get(at)?.text()?.split(',').collect();
        Some(Self { ctx, lists: Lists::of(ctx)?, at, values, rest })
    }

    /// A record that is listed for each value alone, before and after, and not for all together.
    fn left_out(&self) -> Option<&'a str> {
        let absent = |value| self.lists.absent(|attempt| self.is_of(attempt, value));
        let mut values = self.values.iter();
        let mut kept = absent(values.next()?);
        for value in values {
            let names: BTreeSet<_> = absent(value).into_iter().map(|item| item.name).collect();
            kept.retain(|item| names.contains(item.name));
        }
        self.lists.missing(kept)
    }

    /// A record that is listed for all together whenever they are asked for, and for none of them alone.
    fn added(&self) -> Option<&'a str> {
        let (ctx, lists) = (self.ctx, &self.lists);
        let shown = lists.records(|call, _| call.index == ctx.index);
        let again = lists.records(|call, _| call.index != ctx.index && call.sends_same_as(ctx));
        let alone = lists.records(|_, attempt| self.is_of_any(attempt));
        let added = shown.into_iter().find(|(name, record)| {
            again.contains_key(name)
                && !alone.contains_key(name)
                && self.values.iter().all(|value| self.is_not_of(value, record))
        });
        added.map(|(name, _)| name)
    }

    /// A record that is listed twice for all together, and once for one of them.
    fn repeated(&self) -> Option<&'a str> {
        self.lists.repeated(|attempt| self.is_of_any(attempt))
    }

    fn is_of_any(&self, attempt: &Attempt) -> bool {
        self.values.iter().any(|value| self.is_of(attempt, value))
    }

    /// Whether a call asks for one of the values, and else for what the step asks for.
    fn is_of(&self, attempt: &Attempt, value: &str) -> bool {
        let mut rest = narrowing(self.ctx.operation, &attempt.sent);
        rest.remove(self.at.name.as_str()) == Some(value) && rest == self.rest
    }

    /// Whether calls with one of the values, before and after, would have shown the record.
    fn is_not_of(&self, value: &str, record: &Json) -> bool {
        let reached: Vec<_> = self
            .ctx
            .calls_of_list()
            .filter(|call| call.attempt.is_some_and(|attempt| self.is_of(attempt, value)))
            .filter(|call| self.lists.reaches(call, record))
            .map(|call| call.index)
            .collect();
        reached.iter().any(|index| *index < self.ctx.index)
            && reached.iter().any(|index| *index > self.ctx.index)
    }
}
