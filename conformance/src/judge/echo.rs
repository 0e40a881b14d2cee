//! Members of the answer that repeat what the request said.

use crate::json::Json;
use crate::reason::Reason;

use super::facts::address;
use super::shape::{LocatedRecord, records};
use super::step_context::StepContext;
use super::{FindingResult, answer::short};

pub(super) fn judge(ctx: &StepContext<'_>, member: &str, field: &str) -> FindingResult {
    let mut echoes = ctx.operation.success.echoes.iter();
    let echo = echoes.find(|echo| echo.member == member && echo.field == field);
    let (Some(echo), Some(attempt)) = (echo, ctx.attempt()) else {
        return FindingResult::NotExercised(Reason::NoValue);
    };
    let Some(sent) = attempt.sent.get(&echo.from) else {
        return FindingResult::NotExercised(Reason::NoValue);
    };
    if echo
        .when
        .is_some_and(|by| address(&attempt.sent, &echo.from) != by)
    {
        return FindingResult::NotExercised(Reason::NoValue);
    }
    match records(ctx, member) {
        Ok(records) => compare(&records, field, sent),
        Err(result) => result,
    }
}

fn compare(records: &[LocatedRecord<'_>], field: &str, sent: &Json) -> FindingResult {
    for found in records {
        // That it is missing, or of another kind, is for the clauses about the member to say.
        let Some(value) = found
            .value
            .get(field)
            .filter(|value| value.kind() == sent.kind())
        else {
            return FindingResult::Inconclusive(Reason::NotAsDocumented);
        };
        if !value.is_same(sent) {
            let pointer = format!("{}/{field}", found.pointer);
            let actual = short(&value.to_string());
            return FindingResult::Breach(found.answer.failure_at(
                pointer,
                sent.to_string(),
                actual,
            ));
        }
    }
    FindingResult::HELD
}
