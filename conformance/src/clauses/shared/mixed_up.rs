//! Texts that an accepted creation answers in the wrong place.
//!
//! Whether and how members come back may be open. But under no interpretation does a record hold, in place of what was
//! sent as one of its members, a text that was sent as another member, or with another call.

use jiff::{SignedDuration, Timestamp};
use spec::{InputPart, Type};

use crate::contract;
use crate::finding::FindingResult;
use crate::json::Json;
use crate::parsed::answer::AnswerClass;
use crate::parsed::attempt::Attempt;
use crate::parsed::step_context::StepContext;

/// The document does not say that a service keeps fractions of a second.
const PRECISION: SignedDuration = SignedDuration::from_secs(1);

/// A member of the record that holds what was sent as another one.
pub(crate) fn shows_another_member(ctx: &StepContext<'_>, field: &str) -> Option<FindingResult> {
    let (attempt, member) = created_record(ctx)?;
    let own = text(attempt, field)?;
    let shown = shown(attempt, member, field).filter(|shown| !is_same(shown, own))?;
    let others =
        attempt.sent.iter().filter(|(at, _)| at.part == InputPart::Body && at.name != field);
    let mut others = others.filter_map(|(_, value)| value.text());
    others.any(|other| other == shown).then(|| breach(ctx, member, field, own, shown))
}

/// A member of the record that holds what another call sent.
pub(crate) fn shows_another_call(ctx: &StepContext<'_>, member: &str) -> Option<FindingResult> {
    let (attempt, made) = created_record(ctx).filter(|(_, made)| *made == member)?;
    // An identifier of another record may come back as another of its identifiers.
    let fields = ctx.operation.body.iter().filter(|field| field.record.is_none());
    let mut fields = fields.map(|field| field.wire.as_str());
    fields.find_map(|field| {
        let own = text(attempt, field)?;
        let shown = shown(attempt, made, field).filter(|shown| !is_same(shown, own))?;
        let mut calls = ctx.trace.calls(&ctx.operation.id);
        let sent = calls.any(|index| {
            let other = ctx.trace.attempt(index).filter(|_| index != ctx.index);
            other.and_then(|other| text(other, field)) == Some(shown)
        });
        sent.then(|| breach(ctx, made, field, own, shown))
    })
}

/// An accepted creation, and the member of its answer that holds the record.
fn created_record<'v>(ctx: &'v StepContext<'_>) -> Option<(&'v Attempt, &'v str)> {
    let attempt = ctx.attempt().filter(|attempt| attempt.class() == AnswerClass::Accepted)?;
    let record = Type::Record(ctx.operation.creates.clone()?);
    let mut members = contract::envelope(ctx.operation)?.iter();
    let member = members.find(|member| member.ty == record)?;
    Some((attempt, &member.wire))
}

fn text<'w>(attempt: &'w Attempt, field: &str) -> Option<&'w str> {
    attempt.sent.body(field).and_then(Json::text)
}

fn shown<'w>(attempt: &'w Attempt, member: &str, field: &str) -> Option<&'w str> {
    let answer = attempt.answers.first()?.json.as_ref()?;
    answer.get(member)?.get(field)?.text()
}

/// Whether two texts are equal, or are times at most a second apart. A service may answer all times at its own offset, and
/// another call may have sent that form of the same time.
fn is_same(one: &str, other: &str) -> bool {
    let moment = |text: &str| text.parse::<Timestamp>().ok();
    let apart = |one: Timestamp, other| one.duration_since(other).abs();
    let same = |one| moment(other).is_some_and(|other| apart(one, other) <= PRECISION);
    one == other || moment(one).is_some_and(same)
}

fn breach(
    ctx: &StepContext<'_>,
    member: &str,
    field: &str,
    own: &str,
    shown: &str,
) -> FindingResult {
    match ctx.answer() {
        Some(answer) => FindingResult::Breach(answer.failure_at(
            format!("/{member}/{field}"),
            format!("`{own}`, or no other text that was sent"),
            format!("`{shown}`"),
        )),
        None => ctx.without_acceptance(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamp_notations_are_compared_by_value() {
        for (one, other, same) in [
            ("2026-01-31T15:30:00+05:45", "2026-01-31T06:15:00-03:30", true),
            ("2026-01-31T09:45:00.250Z", "2026-01-31T09:45:00Z", true),
            ("2026-01-31T09:45:00Z", "2026-01-31T09:45:02Z", false),
            ("Ann", "Ann", true),
            ("Ann", "Bob", false),
        ] {
            assert_eq!(is_same(one, other), same, "{one} {other}");
        }
    }
}
