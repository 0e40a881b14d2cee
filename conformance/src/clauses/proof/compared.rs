//! Stated members of an answer, compared with values that the run knows.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::clauses::proof::{earlier_calls, is_accepted_call};
use crate::clauses::{Claim, ClauseRule};
use crate::field_location::FieldLocation;
use crate::finding::FindingResult;
use crate::json::Json;
use crate::parsed::answer::{Answer, AnswerClass, short};
use crate::parsed::attempt::Attempt;
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;
use crate::scenario::{Reference, Value};

pub(super) fn judge(rule: &dyn ClauseRule, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
    let Some(attempt) = ctx.attempt() else {
        return FindingResult::NotExercised(Reason::NoCapture);
    };
    if attempt.class() != AnswerClass::Accepted {
        return ctx.without_acceptance();
    }
    if let Some(open) = rule.missing_act(claim, ctx) {
        return open;
    }
    let (step, values) = (ctx.step, &ctx.parsed.values);
    let lacks = values.equals.len() < step.equals.len()
        || values.differs.len() < step.differs.len()
        || values.near.len() < step.near.len();
    if lacks {
        return FindingResult::NotExercised(Reason::NoCapture);
    }
    let equals = values.equals.iter().map(|(location, value)| (location, value, true));
    let differs = values.differs.iter().map(|(location, value)| (location, value, false));
    for (location, value, alike) in equals.chain(differs) {
        let Some((answer, found)) = find(&attempt.answers, location) else {
            return FindingResult::NotExercised(Reason::Unobservable);
        };
        if *found == Json::Null && rule.may_be_null() {
            return FindingResult::NotExercised(Reason::LegallyAbsent);
        }
        // That it is of another kind is for the clauses about the member to say.
        if found.kind() != value.kind()
            && !matches!((found, value), (Json::Null, _) | (_, Json::Null))
        {
            return FindingResult::Inconclusive(Reason::NotAsDocumented);
        }
        if found.is_same(value) != alike && !rule.is_to_blame(claim, ctx) {
            return FindingResult::Inconclusive(Reason::OtherOutcome);
        }
        if !alike && found.is_same(value) && rests_on_no_change(ctx) {
            return FindingResult::Inconclusive(Reason::NotDemonstrated);
        }
        if found.is_same(value) != alike {
            return breach(ctx, answer, location, alike.then_some(value), found);
        }
    }
    for (location, time) in &values.near {
        match judge_near(ctx, attempt, location, time) {
            FindingResult::Held { .. } => {}
            other => return other,
        }
    }
    match rule.changed_field() {
        Some(field) if !was_otherwise(claim, ctx, field) => {
            FindingResult::Inconclusive(Reason::NoControl)
        }
        _ => FindingResult::HELD,
    }
}

/// Whether a value is compared with that of an earlier step which shows that a change before it was not made.
fn rests_on_no_change(ctx: &StepContext<'_>) -> bool {
    let values = ctx.step.differs.iter().map(|(_, value)| value);
    let steps = values.flat_map(Value::references).filter_map(|it| match it {
        Reference::Answer { step, .. } => ctx.trace.scenario.step(step),
        _ => None,
    });
    let mut earlier = steps.filter_map(|index| StepContext::new(ctx.trace, index, ctx.facts));
    earlier.any(|earlier| {
        let mut differs = earlier.parsed.values.differs.iter();
        differs.any(|(location, value)| {
            let found = find(earlier.answers(), location);
            found.is_some_and(|(_, found)| found.is_same(value))
        })
    })
}

/// Whether a value that is seen after a change was another one before: an earlier answer showed that, or an earlier
/// change sent another. Else it may have been so all the time.
fn was_otherwise(claim: &Claim, ctx: &StepContext<'_>, field: &str) -> bool {
    let attempt = |index: usize| ctx.trace.attempt(index);
    let changes = earlier_calls(claim, ctx).filter(|index| is_accepted_call(ctx, *index));
    let changes: Vec<_> = changes.collect();
    let differs = |location: &FieldLocation, value: &Json| {
        let mut sent = changes.iter().filter_map(|index| attempt(*index)?.sent.body(field));
        let mut earlier = (0..ctx.index).filter_map(|index| {
            let (_, found) = find(&attempt(index)?.answers, location)?;
            Some(found)
        });
        sent.any(|sent| !sent.is_same(value)) || earlier.any(|found| !found.is_same(value))
    };
    let mut equals = ctx.parsed.values.equals.iter();
    equals.all(|(location, value)| differs(location, value))
}

/// A day, and one more for the zone in which a date may be written.
const NEAR_DAYS: i32 = 2;

/// Whether a member holds a point in time near the one that is known.
fn judge_near(
    ctx: &StepContext<'_>,
    attempt: &Attempt,
    location: &FieldLocation,
    time: &Json,
) -> FindingResult {
    let Some((answer, found)) = find(&attempt.answers, location) else {
        return FindingResult::NotExercised(Reason::Unobservable);
    };
    let (Some(shown), Some(wanted)) = (date(found), date(time)) else {
        return FindingResult::Inconclusive(Reason::NotAsDocumented);
    };
    let apart = shown.since(wanted).map_or(i32::MAX, |span| span.get_days().abs());
    match apart <= NEAR_DAYS {
        true => FindingResult::HELD,
        false => breach(ctx, answer, location, Some(time), found),
    }
}

/// The day of a point in time, in whichever form it is written.
fn date(time: &Json) -> Option<Date> {
    let text = time.text()?;
    let at = text.parse::<Timestamp>();
    let date = at.map(|at| at.to_zoned(TimeZone::UTC).date());
    date.ok().or_else(|| text.get(..10)?.parse().ok())
}

fn find<'a>(answers: &'a [Answer], location: &FieldLocation) -> Option<(&'a Answer, &'a Json)> {
    let mut found =
        answers.iter().filter_map(|answer| Some((answer, location.find(answer.json.as_ref()?)?)));
    found.next()
}

fn breach(
    ctx: &StepContext<'_>,
    answer: &Answer,
    location: &FieldLocation,
    wanted: Option<&Json>,
    found: &Json,
) -> FindingResult {
    if !ctx.key_works() {
        return FindingResult::Inconclusive(Reason::NotDemonstrated);
    }
    let found = short(&found.to_string());
    let expected = match wanted {
        Some(value) if ctx.step.near.is_empty() => {
            format!("{location} is {}", short(&value.to_string()))
        }
        Some(value) => format!("{location} is near {}", short(&value.to_string())),
        None => format!("{location} is no longer {found}"),
    };
    let pointer = match &location.item {
        Some(_) => format!("/{}", location.member),
        None => format!("/{}/{}", location.member, location.field),
    };
    FindingResult::Breach(answer.failure_at(pointer, expected, found))
}
