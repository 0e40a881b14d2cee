//! Leaving out a query parameter is the same as sending its default.

use spec::ClauseKind;

use crate::clauses::shared::lists::same_input_calls;
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::finding::FindingResult;
use crate::parsed::answer::AnswerClass;
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;

pub(super) struct QueryDefault;

impl ClauseRule for QueryDefault {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        let Some(other) = step.compared_step() else {
            return;
        };
        for (parameter, value) in step.step.defaults_left_out(step.operation, other) {
            let (parameter, value) = (parameter.to_owned(), value.to_owned());
            claims.add(Some(&step.operation.id), ClauseKind::QueryDefault { parameter, value });
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let named = ctx.step.same_as.as_deref();
        let other = named.and_then(|name| ctx.trace.scenario.step(name));
        let (Some(mine), Some(other)) = (ctx.attempt(), other) else {
            return FindingResult::NotExercised(Reason::NoCapture);
        };
        if mine.class() != AnswerClass::Accepted {
            return ctx.without_acceptance();
        }
        let shown = |index, value: &String| {
            ctx.trace.attempt(index).is_some_and(|attempt| attempt.holds(value))
        };
        let values = ctx.parsed.values.shows.iter();
        let wanted: Vec<_> = values.filter(|value| shown(other, value)).collect();
        if wanted.is_empty() {
            return FindingResult::NotExercised(Reason::Unobservable);
        }
        let Some(missing) = wanted.iter().find(|value| !mine.holds(value)) else {
            return FindingResult::HELD;
        };
        // Things come and go: what one page no longer shows may have moved on to the next.
        let still_there = same_input_calls(ctx, other).any(|later| shown(later, missing));
        if mine.stood_still && (mine.complete || still_there) {
            return ctx.breach(format!("`{missing}` in it, as when the default is sent"));
        }
        FindingResult::NotExercised(Reason::Unobservable)
    }
}
