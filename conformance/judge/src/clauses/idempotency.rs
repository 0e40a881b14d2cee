//! A request that is repeated with its key gets the first response again, and makes nothing.

use std::collections::BTreeSet;

use crate::clauses::effect::{EffectRule, earlier_calls};
use crate::clauses::prelude::*;
use crate::clauses::shared::pages::{pages, unchanged_while_read};
use crate::scenario::{Reference, Scenario, Step};

/// Whether the step repeats an earlier one with its key, of the same account.
pub(super) fn is_replay(step: &ClaimedStep<'_>, header: &str) -> bool {
    step.shows_inputs() && first_step(step.scenario, step.step, header).is_some()
}

/// The step whose key is sent again.
fn first_step<'s>(scenario: &'s Scenario, step: &Step, header: &str) -> Option<&'s str> {
    let key = InputRef::new(InputPart::Header, header);
    let sent = step.inputs.set.get(&key)?.text()?.single_reference()?;
    let Reference::Sent { step: name, input } = sent else { return None };
    let first = scenario.steps.get(scenario.step(name)?)?;
    let is_first = *input == key && first.call == step.call && first.key == step.key;
    first.name.as_deref().filter(|_| is_first)
}

/// The first response, and that to the repeated request.
fn responses<'a>(
    ctx: &StepContext<'a>,
    header: &str,
) -> Result<(&'a ParsedResponse, &'a ParsedResponse), NotHeld> {
    let name = first_step(ctx.trace.scenario, ctx.step, header);
    let first = name.and_then(|name| ctx.trace.named(name));
    let first = first.filter(|first| first.is_accepted());
    let first =
        first.and_then(|first| first.attempt).ok_or(Inconclusive(Reason::NotDemonstrated))?;
    let again = ctx.attempt.ok_or(NotExercised(Reason::NoCapture))?;
    if first.sent != again.sent {
        return Err(Inconclusive(Reason::NotDemonstrated));
    }
    match (first.responses.first(), again.responses.first()) {
        (Some(first), Some(again)) => Ok((first, again)),
        _ => Err(NotExercised(Reason::NoCapture)),
    }
}

pub(super) fn judge_replay(ctx: &StepContext<'_>, header: &str) -> FindingResult {
    let (first, again) = responses(ctx, header)?;
    if ctx.acceptance == AcceptanceOutcome::Refused {
        return ctx.breach(format!("accepted: the same request with the same `{header}` was"));
    }
    ctx.accepted_attempt()?;
    if first.status != again.status {
        return Err(again.breach(format!("status {}, as in the first response", first.status)));
    }
    let is_same = match (first.json(), again.json()) {
        (Some(first), Some(again)) => first.is_same(again),
        (None, None) => true,
        _ => false,
    };
    if is_same { Ok(Held::ONCE) } else { Err(again.breach(first.summary())) }
}

pub(super) fn judge_flag(ctx: &StepContext<'_>, header: &str) -> FindingResult {
    let replayed = ctx.operation.idempotency.as_ref().and_then(|keys| keys.replayed.as_ref());
    let replayed = replayed.ok_or(NotExercised(Reason::NoValue))?;
    let (first, again) = responses(ctx, header)?;
    ctx.accepted_attempt()?;
    let name = &replayed.header;
    if let Some(value) = first.header(name).filter(|value| value.trim() == replayed.value) {
        let expected = format!("no header `{name}: {value}`: it is the first response");
        return Err(first.breach_at("", expected, format!("`{value}`")));
    }
    match again.header(name) {
        Some(value) if value.trim() == replayed.value => Ok(Held::ONCE),
        value => {
            let expected = format!("a header `{name}: {}`", replayed.value);
            let actual = value.map_or("no such header".to_owned(), |value| format!("`{value}`"));
            Err(again.breach_at("", expected, actual))
        }
    }
}

/// The list shows the text of the request in one record.
pub(super) struct Once;

impl EffectRule for Once {
    fn judge_values(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        if earlier_calls(claim, ctx).filter(|call| call.is_accepted()).count() < 2 {
            return Err(Inconclusive(Reason::OtherOutcome));
        }
        let text = ctx.values.shows.first().ok_or(NotExercised(Reason::NoValue))?;
        let pages = pages(ctx)?;
        let items = pages.iter().flat_map(|(_, items)| items.iter());
        let (identified, others): (Vec<_>, Vec<_>) = items
            .filter(|item| item.holds_text(text))
            .map(|item| ctx.identity(item))
            .partition(Option::is_some);
        let identified: BTreeSet<_> = identified.into_iter().collect();
        let count = identified.len() + others.len();
        // What moves from page to page may be seen twice, or not at all. Two identifiers are two records.
        let has_moved = match count {
            0 | 1 => ctx.attempt.is_some_and(|attempt| attempt.changed_while_read),
            _ => identified.len() < 2 && !unchanged_while_read(ctx),
        };
        if has_moved {
            return Err(Inconclusive(Reason::NotDemonstrated));
        }
        match count {
            0 => Err(NotExercised(Reason::NoItems)),
            1 if ctx.accepted_attempt()?.complete => Ok(Held::ONCE),
            1 => Err(NotExercised(Reason::TooFewItems)),
            count => Err(ctx.answer().map_or(NotExercised(Reason::NoCapture), |response| {
                let actual = format!("{count} records with it");
                response.breach_at("", format!("one record with `{text}`"), actual)
            })),
        }
    }
}
