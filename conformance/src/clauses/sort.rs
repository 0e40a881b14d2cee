//! A value of a query parameter sorts the list, seen in the records themselves.

use std::cmp::Ordering;

use spec::{ClauseKind, Direction, InputPart};

use crate::clauses::shared::compare::compare_values;
use crate::clauses::shared::lists::{Lists, narrowing};
use crate::clauses::shared::records::{LocatedRecord, records};
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::contract;
use crate::finding::FindingResult;
use crate::json::Json;
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;
use crate::scenario::Template;

pub(super) struct Sort<'k> {
    pub(super) parameter: &'k String,
    pub(super) value: &'k String,
}

impl ClauseRule for Sort<'_> {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        for (input, value) in step.accepted_inputs() {
            if input.part == InputPart::Query {
                let literal = value.text().and_then(Template::literal);
                let (parameter, value) =
                    (input.name.clone(), literal.unwrap_or_default().to_owned());
                claims.add(Some(&step.operation.id), ClauseKind::Sort { parameter, value });
            }
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let (parameter, value) = (self.parameter.as_str(), self.value.as_str());

        let mut known = ctx.operation.query.iter();
        let query = known.find(|query| query.name == parameter);
        let value = query.and_then(|query| query.values.iter().find(|known| known.wire == value));
        let sorts = value.and_then(|value| value.sorts.as_ref());
        let order = sorts.and_then(|order| Some((order.by.as_deref()?, order.direction)));
        let (Some((by, direction)), Some(list)) = (order, contract::list_member(ctx.operation))
        else {
            return FindingResult::NotExercised(Reason::NoItems);
        };
        let records = match records(ctx, list) {
            Ok(records) => records,
            Err(result) => return result,
        };
        // Where those without a value stand is not said.
        let ranked = records.iter().filter_map(|found| {
            let rank = found.value.get(by)?;
            (*rank != Json::Null).then_some((found, rank))
        });
        let ranked: Vec<_> = ranked.collect();
        let stood_still = ctx.attempt().is_some_and(|attempt| attempt.stood_still);
        let mut differ = false;
        for pair in ranked.windows(2) {
            let [(previous, before), (found, after)] = pair else {
                continue;
            };
            // What is added between two pages moves items to the next one.
            if !stood_still && !std::ptr::eq(previous.answer, found.answer) {
                continue;
            }
            match compare_values(before, after) {
                None => return FindingResult::Inconclusive(Reason::NotAsDocumented),
                Some(Ordering::Equal) => {}
                Some(ordering) if is_sorted(ordering, direction) => differ = true,
                Some(_) => return breach(found, by, direction, before, after),
            }
        }
        if let Some(name) = left_out(ctx) {
            return ctx
                .breach(format!("`{name}` at its place, which the list has in another order"));
        }
        match differ {
            true => FindingResult::HELD,
            false => FindingResult::NotExercised(Reason::TooFewItems),
        }
    }
}

/// A record of the list that is not shown and sorts before one that is: then the page was selected before sorting.
fn left_out<'v>(ctx: &'v StepContext<'_>) -> Option<&'v str> {
    let lists = Lists::of(ctx)?;
    let mine = narrowing(ctx.operation, &ctx.attempt()?.sent);
    let known = lists.known(|attempt| lists.is_within(attempt, &mine));
    lists.missing(ctx.index, known)
}

fn is_sorted(ordering: Ordering, direction: Direction) -> bool {
    match direction {
        Direction::Ascending => ordering == Ordering::Less,
        Direction::Descending => ordering == Ordering::Greater,
    }
}

fn breach(
    found: &LocatedRecord<'_>,
    field: &str,
    direction: Direction,
    before: &Json,
    after: &Json,
) -> FindingResult {
    let side = match direction {
        Direction::Ascending => "no lower",
        Direction::Descending => "no higher",
    };
    let expected = format!("{side} than the {before} before it");
    let pointer = format!("{}/{field}", found.pointer);
    FindingResult::Breach(found.answer.failure_at(pointer, expected, after.to_string()))
}
