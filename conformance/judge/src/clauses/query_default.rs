//! Leaving out a query parameter is the same as sending its default. Both show the same records, with the same expansion.

use spec::{QueryParameter, QueryValue};

use crate::clauses::filter::judge_kept;
use crate::clauses::prelude::*;
use crate::clauses::shared::lists::same_input_calls;
use crate::clauses::sort;

pub(super) fn is_claimed(step: &ClaimedStep<'_>, parameter: &str, value: &str) -> bool {
    let is_compared = step.compared_step().is_some_and(|other| {
        step.step.defaults_left_out(step.operation, other).contains(&(parameter, value))
    });
    let is_alone = step.step.same_as.is_none();
    is_compared || is_alone && (is_filtered(step, parameter) || is_ordered(step, parameter))
}

/// Whether the call omits a parameter whose default decides the order of the list.
fn is_ordered(step: &ClaimedStep<'_>, parameter: &str) -> bool {
    step.operation.query_parameter(parameter).is_some_and(orders)
        && step.is_accepted()
        && step.sent(&InputRef::new(InputPart::Query, parameter)).is_none()
}

fn orders(query: &QueryParameter) -> bool {
    let default = query.values.iter().find(|value| query.default.as_ref() == Some(&value.wire));
    default.is_some_and(QueryValue::orders)
}

/// Whether the call omits a filter by a member, so that what it lists shows the default.
fn is_filtered(step: &ClaimedStep<'_>, parameter: &str) -> bool {
    let query = step.operation.query_parameter(parameter);
    let filter = query.and_then(|query| query.filter.as_ref());
    filter.is_some_and(|filter| filter.field().is_some())
        && step.is_accepted()
        && step.sent(&InputRef::new(InputPart::Query, parameter)).is_none()
}

pub(super) fn judge(ctx: &StepContext<'_>, parameter: &str) -> FindingResult {
    if ctx.step.same_as.is_none() {
        let query = ctx.operation.query_parameter(parameter);
        let is_order = query.is_some_and(orders);
        return if is_order { sort::judge(ctx, parameter) } else { judge_kept(ctx, parameter) };
    }
    let other = ctx.compared_step().ok_or(NotExercised(Reason::NoCapture))?;
    let attempt = ctx.accepted_attempt()?;
    let shown: Vec<_> = ctx.values.shows.iter().filter(|value| other.holds(value)).collect();
    if shown.is_empty() {
        return Err(NotExercised(Reason::Unobservable));
    }
    let Some(missing) = shown.iter().find(|value| !attempt.holds(value)) else {
        return match lost_member(ctx, other, &shown) {
            Some(member) => ctx.breach(format!("a member `{member}`, as with the other request")),
            None => Ok(Held::ONCE),
        };
    };
    // Things come and go: what one page no longer shows may have moved on to the next.
    let is_still_there = same_input_calls(ctx, other).any(|later| later.holds(missing));
    if attempt.unchanged_while_read && (attempt.complete || is_still_there) {
        return ctx.breach(format!("`{missing}` in the response, as with the default value sent"));
    }
    Err(NotExercised(Reason::Unobservable))
}

/// The member of an expansion that both calls ask for, and that only the other one shows beside a record, before and after.
fn lost_member<'a>(
    ctx: &StepContext<'a>,
    other: &ParsedStep<'a>,
    shown: &[&String],
) -> Option<&'a str> {
    let mut asked = ctx.operation.query.iter().filter_map(|query| {
        let sent = ctx.sent(&InputRef::new(InputPart::Query, &query.name))?.text()?;
        let value = query.values.iter().find(|value| value.wire == sent)?;
        value.expansion.as_ref()?.adds.as_deref()
    });
    let has = |call: &ParsedStep<'_>, value: &str, member: &str| {
        let mut pages = call.attempt.into_iter().flat_map(Attempt::pages);
        pages.any(|page| page.holds_text(value) && page.holds_member(member))
    };
    let is_lost = |value: &str, member: &str| {
        has(other, value, member)
            && !has(ctx, value, member)
            && same_input_calls(ctx, other).any(|later| has(later, value, member))
    };
    asked.find(|member| shown.iter().any(|value| is_lost(value, member)))
}
