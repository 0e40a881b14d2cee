//! A member of the response repeats what the request said.

use spec::{Echo, Operation};

use crate::clauses::prelude::*;
use crate::clauses::shared::kept::may_be_cut_value;
use crate::clauses::shared::records::{is_any_json, records};
use crate::parsed::addressing::{identifier_form, is_number};

/// What the document says of the member.
fn echoes<'o>(
    operation: &'o Operation,
    member: &str,
    field: &str,
) -> impl Iterator<Item = &'o Echo> {
    let echoes = operation.success.echoes.iter();
    echoes.filter(move |echo| echo.member == member && echo.field == field)
}

pub(super) fn is_claimed(step: &ClaimedStep<'_>, member: &str, field: &str) -> bool {
    let form = |echo: &Echo| {
        let text = step.sent(&echo.from)?.text()?;
        let kinds = contract::identifier_forms(step.operation, &echo.from);
        Some(step.scenario.identifier(step.contract, text, kinds))
    };
    // The response to a read that may be refused is about what was asked, too.
    (step.is_accepted() || step.operation.method.is_safe())
        && echoes(step.operation, member, field)
            .any(|echo| echo.when.is_none_or(|by| form(echo) == Some(by)))
}

pub(super) fn judge(ctx: &StepContext<'_>, member: &str, field: &str) -> FindingResult {
    let is_expected = ctx.step.expect == Expectation::Accepted;
    if !is_expected && !ctx.is_accepted() {
        return Err(NotExercised(Reason::NoScenario));
    }
    let echo = echoes(ctx.operation, member, field).next();
    let (Some(echo), Some(attempt)) = (echo, ctx.attempt) else {
        return Err(NotExercised(Reason::NoValue));
    };
    let sent = attempt.sent.get(&echo.from).ok_or(NotExercised(Reason::NoValue))?;
    if echo.when.is_some_and(|by| identifier_form(ctx.operation, &attempt.sent, &echo.from) != by) {
        return Err(NotExercised(Reason::NoValue));
    }
    // A number in a path is text.
    let number = sent.text().filter(|_| is_number(ctx.operation, &echo.from));
    let number = number.map(|digits| Json::Number(digits.to_owned()));
    let sent = number.as_ref().unwrap_or(sent);
    for found in records(ctx, member)? {
        // A missing or differently typed field is judged by other clauses; null, which some types allow, is not.
        let is_judged = |value: &&Json| {
            value.kind() == sent.kind() || **value == Json::Null || is_any_json(ctx, member, field)
        };
        // An object that was sent is not null in the record.
        let null_around = || {
            let objects = field.match_indices('.').filter_map(|(end, _)| field.get(..end));
            let mut values = objects.filter_map(|object| found.value.at_path(object));
            values.find(|value| **value == Json::Null)
        };
        let value = found.value.at_path(field).or_else(null_around).filter(is_judged);
        let value = value.ok_or(Inconclusive(Reason::NotAsDocumented))?;
        if !value.is_same(sent) && !may_be_cut_value(ctx, &echo.from.name, sent, value) {
            let actual = found.response.short(value);
            return found.breach(field, sent.to_string(), actual);
        }
    }
    if is_expected { Ok(Held::ONCE) } else { Err(NotExercised(Reason::NoScenario)) }
}
