//! A field of a record has its actual value, and after an accepted change the value that was sent.

use spec::ClauseKind;

use crate::clauses::effect::elsewhere::{is_seen_elsewhere_after, named_update};
use crate::clauses::effect::{EffectRule, by_refusal, compared, earlier_calls, values};
use crate::clauses::prelude::*;
use crate::clauses::shared::kept::places;
use crate::clauses::shared::mixed_up::is_of_the_run;
use crate::scenario::ClauseRef;

pub(super) struct FieldValue;

impl EffectRule for FieldValue {
    fn judge_comparison(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        // Where no read shows a change, the clause of the change answers for it.
        compared::judge(claim, ctx, true, || {
            named_update(ctx).is_none_or(|update| is_seen_elsewhere_after(ctx, update))
        })
    }
}

pub(super) struct Update<'k> {
    pub(super) field: &'k str,
}

impl EffectRule for Update<'_> {
    fn judge_comparison(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        // A member with a value clause of its own responses for a read that lacks a change which another read shows.
        let held = compared::judge(claim, ctx, false, || {
            let is_value_clause =
                |proof: &ClauseRef| matches!(proof.kind, ClauseKind::FieldValue { .. });
            let update = named_update(ctx).filter(|proof| proof.kind == claim.clause.kind);
            !update.is_some_and(|update| {
                ctx.step.proves.iter().any(is_value_clause) && is_seen_elsewhere_after(ctx, update)
            })
        })?;
        if compared::was_otherwise(claim, ctx, self.field) {
            return Ok(held);
        }
        Err(Inconclusive(Reason::NoControl))
    }

    fn judge_values(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        if let Some(lost) = self.lost_value(claim, ctx) {
            let expected = format!("`{lost}`, as in a read of another record after such a change");
            return ctx.breach(expected);
        }
        values::judge_replacement(claim, ctx, Some(self.field))
    }

    fn judge_refusal(&self, claim: &Claim, ctx: &StepContext<'_>, case: &str) -> FindingResult {
        let documented = ctx.trace.contract.error_case(ctx.operation, case);
        let when = documented.and_then(|case| case.when.stated());
        let undone = matches!(when, Some(Condition::Taken(_)))
            .then_some("refused: an accepted update gave the value to another record");
        by_refusal(claim, ctx, case, undone)
    }
}

/// A member that the last change left out keeps its value.
pub(super) struct Kept<'k> {
    pub(super) field: &'k str,
}

impl EffectRule for Kept<'_> {
    fn judge_comparison(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        let last = earlier_calls(claim, ctx).filter(|call| call.step.wants_acceptance()).last();
        let is_sent = last.is_some_and(|call| {
            call.attempt.is_none_or(|attempt| attempt.sent.body(self.field).is_some())
        });
        // If the member had no value, clearing it and keeping it look the same.
        if is_sent || ctx.values.equals.iter().any(|(_, value)| *value == Json::Null) {
            return Err(Inconclusive(Reason::NoControl));
        }
        compared::judge(claim, ctx, false, || true)
    }
}

impl Update<'_> {
    /// What an accepted update sent, if a read does not show it, and the same read of another record has shown what such
    /// an update sent.
    fn lost_value<'a>(&self, claim: &Claim, ctx: &StepContext<'a>) -> Option<&'a str> {
        let sent = self.sent_text(claim, ctx).filter(|sent| !ctx.holds(sent))?;
        let is_read = ctx.operation.lists.is_none() && ctx.is_accepted() && ctx.key_works();
        let mut earlier = ctx.calls().filter(|call| {
            call.index < ctx.index && call.is_accepted() && call.step.key == ctx.step.key
        });
        let shows_sent = |call: &'a ParsedStep<'a>| {
            let other = ctx.at(call)?;
            let text = Json::Text(self.sent_text(claim, &other)?.to_owned());
            let is_shown = !places(call.responses().first()?.json()?, &text).is_empty();
            is_shown.then_some(())
        };
        earlier.find_map(shows_sent).filter(|()| is_read).map(|()| sent)
    }

    /// A text that the last update sent, if that was accepted and the step looks for the text.
    fn sent_text<'a>(&self, claim: &Claim, ctx: &StepContext<'a>) -> Option<&'a str> {
        let last = earlier_calls(claim, ctx).filter(|call| call.step.wants_acceptance()).last()?;
        let sent = last.attempt.filter(|it| it.is_accepted())?.sent.body(self.field)?.text()?;
        let is_wanted = ctx.values.shows.iter().any(|value| value == sent);
        (is_wanted && is_of_the_run(ctx, sent)).then_some(sent)
    }
}
