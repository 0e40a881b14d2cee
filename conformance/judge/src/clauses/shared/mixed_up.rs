//! Texts that an accepted creation returns in the wrong place.
//!
//! Whether and how members come back may be open. But under no interpretation does a record hold, in place of what was
//! sent as one of its members, a text that was sent as another member, or with another call.

use jiff::{SignedDuration, Timestamp};
use spec::Type;

use crate::clauses::prelude::*;
use crate::parsed::SentInputs;

/// The document does not say that a service keeps fractions of a second.
const PRECISION: SignedDuration = SignedDuration::from_secs(1);

/// A breach if a member of the record holds what was sent as another one.
pub fn check_other_members(ctx: &StepContext<'_>, field: &str) -> Result<(), NotHeld> {
    if ctx.attempt.is_some_and(|attempt| attempt.sent.body(field).is_none()) {
        return Ok(());
    }
    check(ctx, field, |sent, shown| {
        sent.iter().any(|(at, value)| {
            at.part == InputPart::Body && at.name != field && value.text() == Some(shown)
        })
    })
}

/// A breach if a member of the record in this envelope member holds what another call sent.
pub fn check_other_calls(ctx: &StepContext<'_>, member: &str) -> Result<(), NotHeld> {
    if created_member(ctx) != Some(member) {
        return Ok(());
    }
    // An identifier of another record may come back as another of its identifiers. A request that leaves a member out may
    // be taken for a repetition of one that sends it, unless records have a unique member.
    let body = &ctx.operation.body;
    let are_different_records = body.iter().any(|field| field.unique && field.required);
    let is_sent =
        |field: &str| ctx.attempt.is_some_and(|attempt| attempt.sent.body(field).is_some());
    let mut fields = body
        .iter()
        .filter(|field| field.record.is_none() && (are_different_records || is_sent(&field.wire)));
    fields.try_for_each(|field| {
        let field = &field.wire;
        check(ctx, field, |_, shown| {
            let mut others = ctx.calls().filter(|call| call.index != ctx.index);
            others.any(|other| {
                let sent = other.attempt.and_then(|attempt| attempt.sent.body(field)?.text());
                sent == Some(shown) && is_of_the_run(ctx, shown)
            })
        })
    })
}

/// Whether a text holds the mark of the run. Any other may come from elsewhere, such as the country of an IP address.
pub fn is_of_the_run(ctx: &StepContext<'_>, text: &str) -> bool {
    ctx.trace.mark.is_some_and(|mark| text.contains(mark))
}

/// A breach if a member of a created record is another one than was sent, if any was, and is known from elsewhere.
fn check(
    ctx: &StepContext<'_>,
    field: &str,
    is_known: impl Fn(&SentInputs, &str) -> bool,
) -> Result<(), NotHeld> {
    let mixed_up = || {
        let attempt = ctx.attempt.filter(|attempt| attempt.is_accepted())?;
        let member = created_member(ctx)?;
        let sent = match attempt.sent.body(field) {
            Some(sent) => Some(sent.text()?),
            None => None,
        };
        let shown = attempt.responses.first()?.member(member)?.at_path(field)?.text()?;
        let is_own = sent.is_some_and(|sent| is_same(shown, sent));
        let is_mixed_up = !is_own && is_known(&attempt.sent, shown);
        is_mixed_up.then_some((ctx.answer()?, member, sent, shown))
    };
    match mixed_up() {
        Some((response, member, sent, shown)) => {
            let sent = sent.map_or_else(String::new, |sent| format!("`{sent}`, "));
            Err(response.breach_at(
                format!("{}/{field}", member_pointer(member)),
                format!("{sent}not the value of another input or request"),
                format!("`{shown}`"),
            ))
        }
        None => Ok(()),
    }
}

/// The envelope member that holds the record which a call creates.
fn created_member<'a>(ctx: &StepContext<'a>) -> Option<&'a str> {
    let record = Type::Record(ctx.operation.creates.clone()?);
    contract::member_of_type(ctx.operation, &record)
}

/// Whether two texts are equal, or are times at most a second apart. A service may answer all times at its own offset, and
/// another call may have sent that form of the same time.
pub fn is_same(one: &str, other: &str) -> bool {
    let moment = |text: &str| text.parse::<Timestamp>().ok();
    let apart = |one: Timestamp, other| one.duration_since(other).abs();
    let same = |one| moment(other).is_some_and(|other| apart(one, other) <= PRECISION);
    one == other || moment(one).is_some_and(same)
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
