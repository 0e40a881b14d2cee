//! Stated members of a response, compared with values that the run knows.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::clauses::effect::{earlier_calls, last_act};
use crate::clauses::prelude::*;
use crate::clauses::shared::kept::may_be_cut_value;
use crate::clauses::shared::records::is_any_json;
use crate::field_location::FieldLocation;
use crate::run_mark::{marks, run_of};
use crate::scenario::Reference;

/// Compares members after the call that the clause is about, if that was accepted.
pub fn judge(
    claim: &Claim,
    ctx: &StepContext<'_>,
    may_be_null: bool,
    is_breach: impl Fn() -> bool,
) -> FindingResult {
    ctx.accepted_attempt()?;
    if claim.clause.operation.as_ref() != Some(&ctx.operation.id) {
        match last_act(claim, ctx) {
            Some(call) if call.is_accepted() => {}
            Some(_) => return Err(Inconclusive(Reason::OtherOutcome)),
            None => return Err(Inconclusive(Reason::NotDemonstrated)),
        }
    }
    compare(ctx, may_be_null, is_breach)
}

/// Compares members of an accepted response. `is_breach` says whether a difference breaches this clause, and not another
/// one that the step names.
pub fn compare(
    ctx: &StepContext<'_>,
    may_be_null: bool,
    is_breach: impl Fn() -> bool,
) -> FindingResult {
    let (step, values) = (ctx.step, ctx.values);
    if values.equals.len() < step.equals.len()
        || values.differs.len() < step.differs.len()
        || values.near.len() < step.near.len()
    {
        return Err(NotExercised(Reason::NoCapture));
    }
    let equals = values.equals.iter().zip(&step.equals).map(|(it, (_, source))| (it, Some(source)));
    let differs = values.differs.iter().map(|compared| (compared, None));
    for ((location, value), source) in differs.chain(equals) {
        let is_alike = source.is_some();
        let (response, found) = find(ctx, location).ok_or(NotExercised(Reason::Unobservable))?;
        if *found == Json::Null && may_be_null {
            return Err(NotExercised(Reason::LegallyAbsent));
        }
        // That it is of another kind is for the clauses about the member to say.
        if found.kind() != value.kind()
            && *found != Json::Null
            && *value != Json::Null
            && !is_any_json(ctx, &location.member, &location.field)
        {
            return Err(Inconclusive(Reason::NotAsDocumented));
        }
        if found.is_same(value) == is_alike {
            continue;
        }
        let is_sent =
            |source: &Value| source.references().any(|it| matches!(it, Reference::Sent { .. }));
        if !is_breach()
            || source.is_some_and(is_sent) && may_be_cut_value(ctx, &location.field, value, found)
        {
            return Err(Inconclusive(Reason::OtherOutcome));
        }
        if source.is_some_and(|source| is_of_another_run(ctx, source, found)) {
            return Err(Inconclusive(Reason::OtherRun));
        }
        if !is_alike && rests_on_no_change(ctx) {
            return Err(Inconclusive(Reason::NotDemonstrated));
        }
        // A time that moves may be shown without its seconds.
        let is_time = || values.near.iter().any(|(moment, _)| moment == location);
        if !is_alike && is_time() && found.text().is_some_and(|text| !has_seconds(text)) {
            return Err(NotExercised(Reason::Unobservable));
        }
        return breach(ctx, response, location, is_alike.then_some(value), found);
    }
    for (location, time) in &values.near {
        let (response, found) = find(ctx, location).ok_or(NotExercised(Reason::Unobservable))?;
        let near = match (found, time) {
            (Json::Number(shown), Json::Number(wanted)) => are_near_seconds(shown, wanted),
            _ => found.text().zip(time.text()).and_then(|(shown, wanted)| is_near(shown, wanted)),
        };
        if !near.ok_or(Inconclusive(Reason::NotAsDocumented))? {
            return breach(ctx, response, location, Some(time), found);
        }
    }
    Ok(Held::ONCE)
}

/// Whether a record has a value of another run where the target file has another one: that run is changing it, or did not
/// restore it.
fn is_of_another_run(ctx: &StepContext<'_>, source: &Value, found: &Json) -> bool {
    let is_fact = || source.references().any(|it| matches!(it, Reference::Fixture { .. }));
    let is_marked = |own: &str, text: &str| marks(text).any(|mark| run_of(mark) != run_of(own));
    ctx.trace.mark.zip(found.text()).is_some_and(|(own, text)| is_marked(own, text)) && is_fact()
}

/// Whether a value is compared with that of an earlier step which shows that a change before it was not made.
fn rests_on_no_change(ctx: &StepContext<'_>) -> bool {
    let compared = ctx.step.differs.iter().flat_map(|(_, value)| Value::references(value));
    let mut earlier = compared.filter_map(|reference| match reference {
        Reference::Response { step, .. } => ctx.at(ctx.trace.named(step)?),
        _ => None,
    });
    earlier.any(|earlier| {
        earlier.values.differs.iter().any(|(location, value)| {
            find(&earlier, location).is_some_and(|(_, found)| found.is_same(value))
        })
    })
}

/// Whether a value that is seen after a change was another one before: an earlier response showed that, or an earlier
/// change sent another. Else it may have been so all the time.
pub fn was_otherwise(claim: &Claim, ctx: &StepContext<'_>, field: &str) -> bool {
    let sent_another = |location: &FieldLocation, value: &Json| {
        let shown = location.to_string();
        let name = path_from(&shown, field).unwrap_or(field);
        earlier_calls(claim, ctx)
            .filter(|call| call.is_accepted())
            .filter_map(|call| call.attempt?.sent.body(name))
            .any(|sent| !sent.is_same(value))
    };
    let showed_another = |location: &FieldLocation, value: &Json| {
        let mut earlier = ctx.trace.steps.iter().take(ctx.index);
        earlier.any(|call| find(call, location).is_some_and(|(_, found)| !found.is_same(value)))
    };
    let mut equals = ctx.values.equals.iter();
    equals.all(|(location, value)| sent_another(location, value) || showed_another(location, value))
}

/// The part of a path from the member with this name on, if it goes on to members of that.
fn path_from<'p>(path: &'p str, name: &str) -> Option<&'p str> {
    let wanted = format!("{name}.");
    let mut starts = path.match_indices(&wanted).map(|(start, _)| path.split_at(start));
    let (_, from) = starts.find(|(before, _)| before.is_empty() || before.ends_with('.'))?;
    Some(from)
}

/// The most that two points in time are apart.
const NEAR: SignedDuration = SignedDuration::from_hours(24);
/// The same for days without a time: a day, and one more for the zone in which they may be written.
const NEAR_DAYS: i32 = 2;

/// Whether two points in time are near each other; `None` if one of them is not known. If one has no time of day, the days
/// are compared.
fn is_near(one: &str, other: &str) -> Option<bool> {
    if let (Some(one), Some(other)) = (instant(one), instant(other)) {
        return Some(one.duration_since(other).abs() <= NEAR);
    }
    let days = day(one)?.since(day(other)?).map_or(i32::MAX, |span| span.get_days().abs());
    Some(days <= NEAR_DAYS)
}

/// Whether two Unix times are close to each other.
fn are_near_seconds(one: &str, other: &str) -> Option<bool> {
    let (one, other) = (one.parse::<f64>().ok()?, other.parse::<f64>().ok()?);
    Some((one - other).abs() <= NEAR.as_secs_f64())
}

/// The point in time of a text with a time of day. Without an offset, it is in UTC.
fn instant(text: &str) -> Option<Timestamp> {
    let is_date = text.parse::<Date>().is_ok() && text.len() <= DATE_LENGTH;
    let local = || Some(text.parse::<DateTime>().ok()?.to_zoned(TimeZone::UTC).ok()?.timestamp());
    text.parse().ok().or_else(|| local().filter(|_| !is_date))
}

/// Whether a time is written with its seconds.
fn has_seconds(text: &str) -> bool {
    let time = text.split_once(['T', 't', ' ']).map_or("", |(_, time)| time);
    let digits = time.split(['+', '-', 'Z', 'z', '.', ',']).next().unwrap_or_default();
    digits.chars().filter(char::is_ascii_digit).count() >= 6
}

/// The day of a point in time, in whichever form it is written.
fn day(text: &str) -> Option<Date> {
    let day = instant(text).map(|at| at.to_zoned(TimeZone::UTC).date());
    day.or_else(|| text.get(..DATE_LENGTH)?.parse().ok())
}

/// The length of `2026-01-31`.
const DATE_LENGTH: usize = 10;

pub(super) fn find<'a>(
    call: &ParsedStep<'a>,
    location: &FieldLocation,
) -> Option<(&'a ParsedResponse, &'a Json)> {
    call.responses().iter().find_map(|response| Some((response, location.find(response.json()?)?)))
}

fn breach(
    ctx: &StepContext<'_>,
    response: &ParsedResponse,
    location: &FieldLocation,
    wanted: Option<&Json>,
    found: &Json,
) -> FindingResult {
    if !ctx.key_works() {
        return Err(Inconclusive(Reason::NotDemonstrated));
    }
    let found = response.short(found);
    let expected = match wanted {
        Some(value) if ctx.step.near.is_empty() => {
            format!("{location} is {}", response.short(value))
        }
        Some(value) => format!("{location} is near {}", response.short(value)),
        None => format!("{location} is not {found}"),
    };
    let at = match &location.item {
        Some(_) => member_pointer(&location.member),
        None => format!("{}/{}", member_pointer(&location.member), location.field),
    };
    Err(response.breach_at(at, expected, found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_without_seconds_are_recognized() {
        for text in ["2026-01-31T12:00:07Z", "20260131T120007+0200", "2026-01-31 12:00:07.25"] {
            assert!(has_seconds(text), "{text}");
        }
        for text in ["2026-01-31", "2026-01-31T12:00Z", "20260131T1200+0200", ""] {
            assert!(!has_seconds(text), "{text}");
        }
    }

    #[test]
    fn points_in_time_are_a_day_apart_at_most_and_dates_two_days() {
        let now = "2026-01-31T12:00:00Z";
        for (shown, near) in [
            ("2026-01-31T12:00:00Z", Some(true)),
            ("2026-01-30T12:00:00Z", Some(true)),
            ("2026-01-30T11:59:59Z", Some(false)),
            ("2026-02-01T12:00:01Z", Some(false)),
            // 50 hours before, two days in the calendar.
            ("2026-01-29T10:00:00Z", Some(false)),
            ("2026-02-02T13:00:00+02:00", Some(false)),
            ("2026-02-01T01:00:00+14:00", Some(true)),
            // Without an offset, or with a space.
            ("2026-01-31T12:00:00", Some(true)),
            ("2026-01-29T10:00:00", Some(false)),
            ("2026-01-31 12:00:00Z", Some(true)),
            // Without a time of day.
            ("2026-01-29", Some(true)),
            ("2026-02-02", Some(true)),
            ("2026-01-28", Some(false)),
            ("2026-02-03", Some(false)),
            ("today", None),
        ] {
            assert_eq!(is_near(shown, now), near, "{shown}");
        }
    }
}
