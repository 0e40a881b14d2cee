//! Several values in one parameter are accepted; the list for them together fits the lists for each of them.
//!
//! Whether an item must meet any of the values or all of them is not stated. Either way the list shows what each of the
//! values keeps, leaves out what none of them keeps, and shows no item twice.

use std::collections::{BTreeMap, BTreeSet};

use spec::{ClauseKind, InputRef};

use crate::clauses::shared::lists::{Lists, narrowing};
use crate::clauses::shared::valid_request::judge_extra_input;
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::contract;
use crate::finding::FindingResult;
use crate::json::Json;
use crate::parsed::attempt::Attempt;
use crate::parsed::step_context::StepContext;
use crate::parsed::view::AcceptanceOutcome;
use crate::reason::Reason;

pub(super) struct Several<'k> {
    pub(super) at: &'k InputRef,
}

impl ClauseRule for Several<'_> {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        for (input, text) in step.accepted_texts() {
            if text.has_comma() && contract::accepts_several(step.operation, input) {
                let at = input.clone();
                claims.add(Some(&step.operation.id), ClauseKind::Several { at });
            }
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let at = self.at;

        let result = judge_extra_input(ctx, at);
        if result == FindingResult::HELD
            && let Some(expected) = list_breach(ctx, at)
        {
            return ctx.breach(expected);
        }
        // Whether one value can be sent twice is not said.
        if ctx.acceptance() == AcceptanceOutcome::Refused && repeats(ctx, at) {
            return FindingResult::Inconclusive(Reason::OtherOutcome);
        }
        result
    }
}

fn repeats(ctx: &StepContext<'_>, at: &InputRef) -> bool {
    let sent = ctx.attempt().and_then(|attempt| attempt.sent.get(at)?.text());
    let values: Vec<_> = sent.unwrap_or_default().split(',').collect();
    values.iter().collect::<BTreeSet<_>>().len() < values.len()
}

/// What should have been shown, where values together and alone do not fit.
fn list_breach(ctx: &StepContext<'_>, at: &InputRef) -> Option<String> {
    let together = Together::of(ctx, at)?;
    let left_out = together.left_out();
    let left_out = left_out.map(|name| format!("`{name}` in the list, as for each of the values"));
    let added = || together.added();
    let added = || added().map(|name| format!("nothing of `{name}`, as for each of the values"));
    let repeated = || together.repeated().map(|name| format!("`{name}` once"));
    left_out.or_else(added).or_else(repeated)
}

/// A call with several values, and the calls with one of them.
struct Together<'v, 'a> {
    ctx: &'v StepContext<'a>,
    lists: Lists<'v, 'a>,
    at: &'v InputRef,
    values: BTreeSet<&'v str>,
    rest: BTreeMap<&'v InputRef, &'v Json>,
}

impl<'v, 'a> Together<'v, 'a> {
    fn of(ctx: &'v StepContext<'a>, at: &'v InputRef) -> Option<Self> {
        let lists = Lists::of(ctx)?;
        let sent = &ctx.attempt()?.sent;
        let mut rest = narrowing(ctx.operation, sent);
        rest.remove(at);
        let values = sent.get(at)?.text()?.split(',').collect();
        Some(Self { ctx, lists, at, values, rest })
    }

    /// A record that is listed for each value alone, before and after, and not for all together.
    fn left_out(&self) -> Option<&'v str> {
        let mut values = self.values.iter();
        let first = values.next()?;
        let mut kept = self.lists.known(|attempt| self.is_of(attempt, first));
        for value in values {
            let names: BTreeSet<_> = {
                let known = self.lists.known(|attempt| self.is_of(attempt, value));
                known.into_iter().map(|thing| thing.name).collect()
            };
            kept.retain(|thing| names.contains(thing.name));
        }
        self.lists.missing(self.ctx.index, kept)
    }

    /// A record that is listed for all together whenever they are asked for, and for none of them alone.
    fn added(&self) -> Option<&'v str> {
        let sent = &self.ctx.attempt()?.sent;
        let shown = self.lists.records(|index, _| index == self.ctx.index);
        let again =
            self.lists.records(|index, attempt| index != self.ctx.index && attempt.sent == *sent);
        let alone = self
            .lists
            .records(|_, attempt| self.values.iter().any(|value| self.is_of(attempt, value)));
        let mut added = shown
            .into_iter()
            .filter(|(name, _)| again.contains_key(name) && !alone.contains_key(name));
        let added =
            added.find(|(_, thing)| self.values.iter().all(|value| self.is_not_of(value, thing)));
        added.map(|(name, _)| name)
    }

    /// A record that is listed twice for all together, and once for one of them.
    fn repeated(&self) -> Option<&'v str> {
        let is_alone =
            |attempt: &Attempt| self.values.iter().any(|value| self.is_of(attempt, value));
        self.lists.repeated(self.ctx.index, is_alone)
    }

    /// Whether a call asks for one of the values, and else for what the step asks for.
    fn is_of(&self, attempt: &Attempt, value: &str) -> bool {
        let mut rest = narrowing(self.ctx.operation, &attempt.sent);
        let asked = rest.remove(self.at).and_then(Json::text);
        asked == Some(value) && rest == self.rest
    }

    /// Whether calls with one of the values, before and after, would have shown the record.
    fn is_not_of(&self, value: &str, thing: &Json) -> bool {
        let at = self.ctx.index;
        let calls = self.ctx.trace.calls(&self.ctx.operation.id);
        let reached = calls.filter(|index| {
            let attempt = self.ctx.trace.attempt(*index);
            attempt.is_some_and(|attempt| self.is_of(attempt, value))
                && self.lists.reaches(*index, thing)
        });
        let reached: Vec<_> = reached.collect();
        reached.iter().any(|index| *index < at) && reached.iter().any(|index| *index > at)
    }
}
