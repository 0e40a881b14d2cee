//! Stated members of an answer, compared with values that the run knows.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::clauses::prelude::*;
use crate::clauses::proof::earlier_calls;
use crate::field_location::FieldLocation;
use crate::scenario::Reference;

pub(super) fn judge(rule: &dyn ClauseRule, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
    ctx.accepted_attempt()?;
    if let Some(open) = rule.missing_act(claim, ctx) {
        return Err(open);
    }
    let (step, values) = (ctx.step, ctx.values);
    if values.equals.len() < step.equals.len()
        || values.differs.len() < step.differs.len()
        || values.near.len() < step.near.len()
    {
        return Err(NotExercised(Reason::NoCapture));
    }
    let equals = values.equals.iter().map(|compared| (compared, true));
    let differs = values.differs.iter().map(|compared| (compared, false));
    for ((location, value), is_alike) in equals.chain(differs) {
        let (answer, found) = find(ctx, location).ok_or(NotExercised(Reason::Unobservable))?;
        if *found == Json::Null && rule.may_be_null() {
            return Err(NotExercised(Reason::LegallyAbsent));
        }
        // That it is of another kind is for the clauses about the member to say.
        if found.kind() != value.kind() && *found != Json::Null && *value != Json::Null {
            return Err(Inconclusive(Reason::NotAsDocumented));
        }
        if found.is_same(value) == is_alike {
            continue;
        }
        if !rule.is_to_blame(claim, ctx) {
            return Err(Inconclusive(Reason::OtherOutcome));
        }
        if !is_alike && rests_on_no_change(ctx) {
            return Err(Inconclusive(Reason::NotDemonstrated));
        }
        return breach(ctx, answer, location, is_alike.then_some(value), found);
    }
    for (location, time) in &values.near {
        let (answer, found) = find(ctx, location).ok_or(NotExercised(Reason::Unobservable))?;
        let (Some(shown), Some(wanted)) = (date(found), date(time)) else {
            return Err(Inconclusive(Reason::NotAsDocumented));
        };
        let days_apart = shown.since(wanted).map_or(i32::MAX, |span| span.get_days().abs());
        if days_apart > NEAR_DAYS {
            return breach(ctx, answer, location, Some(time), found);
        }
    }
    match rule.changed_field() {
        Some(field) if !was_otherwise(claim, ctx, field) => Err(Inconclusive(Reason::NoControl)),
        _ => Ok(Held::ONCE),
    }
}

/// Whether a value is compared with that of an earlier step which shows that a change before it was not made.
fn rests_on_no_change(ctx: &StepContext<'_>) -> bool {
    let compared = ctx.step.differs.iter().flat_map(|(_, value)| Value::references(value));
    let mut earlier = compared.filter_map(|reference| match reference {
        Reference::Answer { step, .. } => ctx.at(ctx.trace.named(step)?),
        _ => None,
    });
    earlier.any(|earlier| {
        earlier.values.differs.iter().any(|(location, value)| {
            find(&earlier, location).is_some_and(|(_, found)| found.is_same(value))
        })
    })
}

/// Whether a value that is seen after a change was another one before: an earlier answer showed that, or an earlier
/// change sent another. Else it may have been so all the time.
fn was_otherwise(claim: &Claim, ctx: &StepContext<'_>, field: &str) -> bool {
    let sent_another = |value: &Json| {
        earlier_calls(claim, ctx)
            .filter(|call| call.is_accepted())
            .filter_map(|call| call.attempt?.sent.body(field))
            .any(|sent| !sent.is_same(value))
    };
    let showed_another = |location: &FieldLocation, value: &Json| {
        let mut earlier = ctx.trace.steps.iter().take(ctx.index);
        earlier.any(|call| find(call, location).is_some_and(|(_, found)| !found.is_same(value)))
    };
    let mut equals = ctx.values.equals.iter();
    equals.all(|(location, value)| sent_another(value) || showed_another(location, value))
}

/// A day, and one more for the zone in which a date may be written.
const NEAR_DAYS: i32 = 2;

/// The day of a point in time, in whichever form it is written.
fn date(time: &Json) -> Option<Date> {
    let text = time.text()?;
    let date = text.parse::<Timestamp>().map(|at| at.to_zoned(TimeZone::UTC).date());
    date.ok().or_else(|| text.get(..10)?.parse().ok())
}

pub(super) fn find<'a>(
    call: &ParsedStep<'a>,
    location: &FieldLocation,
) -> Option<(&'a Answer, &'a Json)> {
    call.answers().iter().find_map(|answer| Some((answer, location.find(answer.json()?)?)))
}

fn breach(
    ctx: &StepContext<'_>,
    answer: &Answer,
    location: &FieldLocation,
    wanted: Option<&Json>,
    found: &Json,
) -> FindingResult {
    if !ctx.key_works() {
        return Err(Inconclusive(Reason::NotDemonstrated));
    }
    let found = answer.short(found);
    let expected = match wanted {
        Some(value) if ctx.step.near.is_empty() => {
            format!("{location} is {}", answer.short(value))
        }
        Some(value) => format!("{location} is near {}", answer.short(value)),
        None => format!("{location} is not {found}"),
    };
    let pointer = match &location.item {
        Some(_) => format!("/{}", location.member),
        None => format!("/{}/{}", location.member, location.field),
    };
    Err(answer.breach_at(pointer, expected, found))
}
