//! A documented value of a query parameter is accepted, and an expansion changes no list.

use spec::{ClauseKind, InputPart, InputRef};

use crate::clauses::shared::lists::same_input_calls;
use crate::clauses::shared::locate::holders;
use crate::clauses::shared::order::reaches;
use crate::clauses::shared::valid_request::judge_extra_input;
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::finding::FindingResult;
use crate::parsed::answer::AnswerClass;
use crate::parsed::attempt::Attempt;
use crate::parsed::step_context::StepContext;
use crate::scenario::Template;

pub(super) struct QueryValue<'k> {
    pub(super) parameter: &'k String,
    pub(super) value: &'k String,
}

impl ClauseRule for QueryValue<'_> {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        for (input, value) in step.accepted_inputs() {
            if input.part == InputPart::Query {
                let literal = value.text().and_then(Template::literal);
                let (parameter, value) =
                    (input.name.clone(), literal.unwrap_or_default().to_owned());
                claims.add(Some(&step.operation.id), ClauseKind::QueryValue { parameter, value });
            }
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let input = InputRef { part: InputPart::Query, name: self.parameter.clone() };
        judge_beside_expansion(ctx, self.parameter, self.value)
            .unwrap_or_else(|| judge_extra_input(ctx, &input))
    }
}

/// An expansion adds data and changes no list: a list with it and one without show the same records, where the order
/// says that they would be shown.
fn judge_beside_expansion(
    ctx: &StepContext<'_>,
    parameter: &str,
    value: &str,
) -> Option<FindingResult> {
    let scenario = ctx.trace.scenario;
    let other = scenario.step(ctx.step.same_as.as_deref()?)?;
    let sent = ctx.step.beside_expansion(ctx.operation, scenario.steps.get(other)?);
    let mine = ctx.attempt().filter(|attempt| attempt.class() == AnswerClass::Accepted)?;
    if !sent.contains(&(parameter, value)) {
        return None;
    }
    let shown =
        |index, value: &str| ctx.trace.attempt(index).is_some_and(|attempt| attempt.holds(value));
    let is_left_out = |value: &&String| {
        let again = same_input_calls(ctx, other).any(|later| shown(later, value));
        shown(other, value) && again && !mine.holds(value) && reaches(ctx, value)
    };
    let mut sought = ctx.parsed.values.shows.iter();
    if let Some(left_out) = sought.find(is_left_out) {
        return Some(ctx.breach(format!(
            "`{left_out}` in it, as in the same list with an expansion or without it"
        )));
    }
    let repeated = repeated(ctx, mine, other)?;
    Some(
        ctx.breach(format!(
            "`{repeated}` once, as in the same list with an expansion or without it"
        )),
    )
}

/// A value in several items of an array that only one item holds in the other list, before and after.
fn repeated<'v>(ctx: &'v StepContext<'_>, mine: &Attempt, other: usize) -> Option<&'v String> {
    let holders = |attempt: &Attempt, value: &str| {
        let pages = attempt.answers.iter().filter_map(|answer| answer.json.as_ref());
        let pages: Vec<_> = pages.map(|page| holders(page, value)).collect();
        pages
    };
    let is_once = |index, value: &str, array: &String| {
        let pages = ctx.trace.attempt(index).map(|attempt| holders(attempt, value));
        let counts: Vec<_> = pages.iter().flatten().filter_map(|page| page.get(array)).collect();
        !counts.is_empty() && counts.iter().all(|count| **count == 1)
    };
    let is_repeated = |value: &&String| {
        let pages = holders(mine, value);
        let mut arrays = pages.iter().flatten().filter(|(_, count)| **count > 1);
        arrays.any(|(array, _)| {
            let again = same_input_calls(ctx, other).any(|later| is_once(later, value, array));
            is_once(other, value, array) && again
        })
    };
    ctx.parsed.values.shows.iter().find(is_repeated)
}
