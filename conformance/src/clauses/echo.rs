//! A member of the answer repeats what the request said.

use spec::ClauseKind;

use crate::clauses::shared::records::{LocatedRecord, records};
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::finding::FindingResult;
use crate::json::Json;
use crate::parsed::addressing::identifier_form;
use crate::parsed::answer::short;
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;

pub(super) struct Echo<'k> {
    pub(super) member: &'k String,
    pub(super) field: &'k String,
}

impl ClauseRule for Echo<'_> {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        if !step.is_accepted() {
            return;
        }
        for echo in &step.operation.success.echoes {
            if echo.when.is_none_or(|by| step.identifier_form(&echo.from) == Some(by)) {
                let (member, field) = (echo.member.clone(), echo.field.clone());
                claims.add(Some(&step.operation.id), ClauseKind::Echo { member, field });
            }
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let (member, field) = (self.member.as_str(), self.field.as_str());

        let mut echoes = ctx.operation.success.echoes.iter();
        let echo = echoes.find(|echo| echo.member == member && echo.field == field);
        let (Some(echo), Some(attempt)) = (echo, ctx.attempt()) else {
            return FindingResult::NotExercised(Reason::NoValue);
        };
        let Some(sent) = attempt.sent.get(&echo.from) else {
            return FindingResult::NotExercised(Reason::NoValue);
        };
        if echo.when.is_some_and(|by| identifier_form(&attempt.sent, &echo.from) != by) {
            return FindingResult::NotExercised(Reason::NoValue);
        }
        match records(ctx, member) {
            Ok(records) => compare(&records, field, sent),
            Err(result) => result,
        }
    }
}

fn compare(records: &[LocatedRecord<'_>], field: &str, sent: &Json) -> FindingResult {
    for found in records {
        // A missing or differently typed field is judged by other clauses.
        let Some(value) = found.value.get(field).filter(|value| value.kind() == sent.kind()) else {
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
