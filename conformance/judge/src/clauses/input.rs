//! A request that carries an optional member of the body is accepted. One without a required member is refused, though the
//! document has no message for it.

use spec::{TimestampForm, Type};

use crate::clauses::effect::{EffectRule, by_any_refusal};
use crate::clauses::prelude::*;
use crate::clauses::shared::kept::check_kept;
use crate::clauses::shared::mixed_up::check_other_members;
use crate::clauses::shared::records::{held_for_records, records};
use crate::clauses::shared::refusals::is_required_by_state;
use crate::clauses::shared::valid_request::judge_extra_input;

pub(super) fn judge_optional(ctx: &StepContext<'_>, input: &InputRef) -> FindingResult {
    check_other_members(ctx, &input.name)?;
    check_kept(ctx, &input.name)?;
    if ctx.step.may_be_refused && ctx.acceptance == AcceptanceOutcome::Refused {
        return Err(Inconclusive(Reason::OtherOutcome));
    }
    let has_forms = ctx.operation.body_field(&input.name).is_some_and(|field| {
        field.several
            || field.nullable
            || matches!(&field.ty, Type::Timestamp(_) | Type::Enumeration(_))
    });
    // One form, or one value, may be refused and the member still be accepted.
    if has_forms
        && ctx.acceptance == AcceptanceOutcome::Refused
        && ctx.controls().any(|control| control.sent(input).is_some())
    {
        return Err(Inconclusive(Reason::OtherOutcome));
    }
    judge_extra_input(ctx, input)
}

/// The record in the response to its creation has the default of a member that was left out.
pub(super) fn judge_default(ctx: &StepContext<'_>, field: &str) -> FindingResult {
    let sent = &ctx.accepted_attempt()?.sent;
    let is_object_sent = |(object, _)| matches!(sent.body(object), Some(Json::Map(_)));
    let is_left_out =
        sent.body(field).is_none() && field.rsplit_once('.').is_none_or(is_object_sent);
    let default = ctx.operation.body_field(field).and_then(|field| field.default.as_ref());
    let default = default.map(|it| Json::from(&it.value));
    let record = ctx.operation.creates.as_ref().or(ctx.operation.updates.as_ref());
    let ty = record.cloned().map(Type::Record);
    let member = ty.and_then(|ty| contract::member_of_type(ctx.operation, &ty));
    let (Some(default), Some(member), true) = (default, member, is_left_out) else {
        return Err(NotExercised(Reason::Unobservable));
    };
    let records = records(ctx, member)?;
    for found in &records {
        let value = found.value.at_path(field).ok_or(Inconclusive(Reason::NotAsDocumented))?;
        if !value.is_same(&default) {
            return found.breach(field, default.to_string(), found.response.short(value));
        }
    }
    held_for_records(records.len())
}

/// A fraction in one form of the time zone is accepted in every other. How many digits it may have is another question.
pub(super) fn judge_form(
    ctx: &StepContext<'_>,
    input: &InputRef,
    form: TimestampForm,
) -> FindingResult {
    let is_refused = ctx.acceptance == AcceptanceOutcome::Refused;
    if form == TimestampForm::Fraction && is_refused && ctx.step.alternatives.is_empty() {
        let digits =
            |call: &ParsedStep<'_>| call.sent(input).and_then(Json::text).map(fraction_digits);
        if !ctx.controls().any(|control| digits(control) == digits(ctx)) {
            return Err(Inconclusive(Reason::OtherOutcome));
        }
    }
    judge_extra_input(ctx, input)
}

/// The number of digits after the point.
fn fraction_digits(timestamp: &str) -> usize {
    let fraction = timestamp.split_once('.').map_or("", |(_, fraction)| fraction);
    fraction.chars().take_while(char::is_ascii_digit).count()
}

pub(super) fn is_omitted(step: &ClaimedStep<'_>, field: &str) -> bool {
    let omitted = &step.step.inputs.without;
    step.step.expect == Expectation::RefusedAny
        && contract::omitted_required_field(step.operation, omitted) == Some(field)
}

pub(super) struct Required<'k> {
    pub(super) field: &'k str,
}

impl Required<'_> {
    pub(super) fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let input = InputRef::new(InputPart::Body, self.field);
        let is_accepted = ctx.refusal == RefusalOutcome::Accepted && ctx.key_works();
        // Whatever else the request names need not exist for that.
        if is_accepted && !is_required_by_state(ctx, &input) {
            return self.judge_accepted(ctx);
        }
        self.judge_any_refusal(ctx)
    }

    fn judge_accepted(&self, ctx: &StepContext<'_>) -> FindingResult {
        if ctx.has_control() || ctx.is_shown() {
            return ctx.breach(format!("refused: `{}` is required and missing", self.field));
        }
        Err(Inconclusive(Reason::NoControl))
    }
}

impl EffectRule for Required<'_> {
    fn judge_any_refusal(&self, ctx: &StepContext<'_>) -> FindingResult {
        by_any_refusal(ctx, || self.judge_accepted(ctx))
    }
}
