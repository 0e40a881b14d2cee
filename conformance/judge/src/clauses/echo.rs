//! A member of the response repeats what the request said.

use spec::Echo as DocumentedEcho;

use crate::clauses::prelude::*;
use crate::clauses::shared::records::records;
use crate::parsed::addressing::identifier_form;

pub(super) struct Echo<'k> {
    pub(super) member: &'k String,
    pub(super) field: &'k String,
}

impl Echo<'_> {
    fn is_about(&self, echo: &DocumentedEcho) -> bool {
        echo.member == *self.member && echo.field == *self.field
    }
}

impl ClauseRule for Echo<'_> {
    fn is_breach_in_any_state(&self, _: &Claim, _: &StepContext<'_>) -> bool {
        true
    }

    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        let form = |echo: &DocumentedEcho| {
            let text = step.sent(&echo.from)?.text()?;
            Some(step.scenario.identifier(step.contract, text))
        };
        let mut echoes = step.operation.success.echoes.iter().filter(|echo| self.is_about(echo));
        // The response to a read that may be refused is about what was asked, too.
        let is_read = step.operation.method.is_safe();
        (step.is_accepted() || is_read)
            && echoes.any(|echo| echo.when.is_none_or(|by| form(echo) == Some(by)))
    }

    fn is_only_disproved_by(&self, step: &ClaimedStep<'_>) -> bool {
        !step.is_accepted()
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let is_expected = ctx.step.expect == Expectation::Accepted;
        if !is_expected && !ctx.is_accepted() {
            return Err(NotExercised(Reason::NoScenario));
        }
        let echo = ctx.operation.success.echoes.iter().find(|echo| self.is_about(echo));
        let (Some(echo), Some(attempt)) = (echo, ctx.attempt) else {
            return Err(NotExercised(Reason::NoValue));
        };
        let sent = attempt.sent.get(&echo.from).ok_or(NotExercised(Reason::NoValue))?;
        if echo.when.is_some_and(|by| identifier_form(&attempt.sent, &echo.from) != by) {
            return Err(NotExercised(Reason::NoValue));
        }
        for found in records(ctx, self.member)? {
            // A missing or differently typed field is judged by other clauses; null, which some types allow, is not.
            let is_judged = |value: &&Json| value.kind() == sent.kind() || **value == Json::Null;
            let value = found.value.get(self.field).filter(is_judged);
            let value = value.ok_or(Inconclusive(Reason::NotAsDocumented))?;
            if !value.is_same(sent) {
                let actual = found.response.short(value);
                return found.breach(self.field, sent.to_string(), actual);
            }
        }
        if is_expected { Ok(Held::ONCE) } else { Err(NotExercised(Reason::NoScenario)) }
    }
}
