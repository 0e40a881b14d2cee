//! Stated members of an answer beside values that the run knows: what a record was, or was to become.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use spec::ClauseKind;

use crate::claims::Claim;
use crate::field_location::FieldLocation;
use crate::json::Json;
use crate::judge::FindingResult;
use crate::judge::answer::{Answer, AnswerClass, short};
use crate::judge::step_context::StepContext;
use crate::judge::trace_view::Attempt;
use crate::reason::Reason;
use crate::scenario::{Proof, Reference, Value};

use super::{act, earlier_calls, elsewhere, is_accepted};

pub(super) fn judge(claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
    let Some(attempt) = ctx.attempt() else {
        return FindingResult::NotExercised(Reason::NoCapture);
    };
    if attempt.class() != AnswerClass::Accepted {
        return ctx.without_acceptance();
    }
    if let Some(open) = without_act(claim, ctx) {
        return open;
    }
    let (step, values) = (ctx.step, &ctx.parsed.values);
    let lacks = values.equals.len() < step.equals.len()
        || values.differs.len() < step.differs.len()
        || values.near.len() < step.near.len();
    if lacks {
        return FindingResult::NotExercised(Reason::NoCapture);
    }
    let equals = values
        .equals
        .iter()
        .map(|(spot, value)| (spot, value, true));
    let differs = values
        .differs
        .iter()
        .map(|(spot, value)| (spot, value, false));
    for (spot, value, alike) in equals.chain(differs) {
        let Some((answer, found)) = find(&attempt.answers, spot) else {
            return FindingResult::NotExercised(Reason::Unobservable);
        };
        if *found == Json::Null && matches!(claim.kind, ClauseKind::FieldValue { .. }) {
            return FindingResult::NotExercised(Reason::LegallyAbsent);
        }
        // That it is of another kind is for the clauses about the member to say.
        if found.kind() != value.kind()
            && !matches!((found, value), (Json::Null, _) | (_, Json::Null))
        {
            return FindingResult::Inconclusive(Reason::NotAsDocumented);
        }
        if found.is_same(value) != alike && !is_to_blame(claim, ctx) {
            return FindingResult::Inconclusive(Reason::OtherOutcome);
        }
        if !alike && found.is_same(value) && rests_on_no_change(ctx) {
            return FindingResult::Inconclusive(Reason::NotDemonstrated);
        }
        if found.is_same(value) != alike {
            return breach(ctx, answer, spot, alike.then_some(value), found);
        }
    }
    for (spot, time) in &values.near {
        match near(ctx, attempt, spot, time) {
            FindingResult::Held { .. } => {}
            other => return other,
        }
    }
    match &claim.kind {
        ClauseKind::Update { field } if !was_otherwise(claim, ctx, field) => {
            FindingResult::Inconclusive(Reason::NoControl)
        }
        _ => FindingResult::HELD,
    }
}

/// Whether to report this clause, where a changed member has a value clause of its own: the clause of the change if no
/// other read shows the change, and the value clause otherwise.
fn is_to_blame(claim: &Claim, ctx: &StepContext<'_>) -> bool {
    let seen = |proof: &Proof| elsewhere::is_seen(ctx, proof.operation.as_deref(), &proof.kind);
    let mut proofs = ctx.step.proves.iter();
    let has_own = proofs.any(|proof| matches!(proof.kind, ClauseKind::FieldValue { .. }));
    match (&claim.kind, elsewhere::update(ctx)) {
        (ClauseKind::Update { .. }, Some(proof)) if has_own && proof.kind == claim.kind => {
            !seen(proof)
        }
        (ClauseKind::FieldValue { .. }, Some(proof)) => seen(proof),
        _ => true,
    }
}

/// Whether a value is compared with that of an earlier step which shows that a change before it was not made.
fn rests_on_no_change(ctx: &StepContext<'_>) -> bool {
    let values = ctx.step.differs.iter().map(|(_, value)| value);
    let steps = values
        .flat_map(Value::references)
        .filter_map(|it| match it {
            Reference::Answer { step, .. } => ctx.trace.scenario.step(step),
            _ => None,
        });
    let mut earlier = steps.filter_map(|index| StepContext::new(ctx.trace, index, ctx.facts));
    earlier.any(|earlier| {
        let mut differs = earlier.parsed.values.differs.iter();
        differs.any(|(spot, value)| {
            let found = find(earlier.answers(), spot);
            found.is_some_and(|(_, found)| found.is_same(value))
        })
    })
}

/// Whether a value that is seen after a change was another one before: an earlier answer showed that, or an earlier
/// change sent another. Else it may have been so all the time.
fn was_otherwise(claim: &Claim, ctx: &StepContext<'_>, field: &str) -> bool {
    let attempt = |index: usize| ctx.trace.attempt(index);
    let changes = earlier_calls(claim, ctx).filter(|index| is_accepted(ctx, *index));
    let changes: Vec<_> = changes.collect();
    let differs = |spot: &FieldLocation, value: &Json| {
        let mut sent = changes
            .iter()
            .filter_map(|index| attempt(*index)?.sent.body(field));
        let mut earlier = (0..ctx.index).filter_map(|index| {
            let (_, found) = find(&attempt(index)?.answers, spot)?;
            Some(found)
        });
        sent.any(|sent| !sent.is_same(value)) || earlier.any(|found| !found.is_same(value))
    };
    let mut equals = ctx.parsed.values.equals.iter();
    equals.all(|(spot, value)| differs(spot, value))
}

/// A day, and one more for the zone in which a date may be written.
const NEAR_DAYS: i32 = 2;

/// Whether a member holds a point in time near the one that is known.
fn near(
    ctx: &StepContext<'_>,
    attempt: &Attempt,
    spot: &FieldLocation,
    time: &Json,
) -> FindingResult {
    let Some((answer, found)) = find(&attempt.answers, spot) else {
        return FindingResult::NotExercised(Reason::Unobservable);
    };
    let (Some(shown), Some(wanted)) = (date(found), date(time)) else {
        return FindingResult::Inconclusive(Reason::NotAsDocumented);
    };
    let apart = shown
        .since(wanted)
        .map_or(i32::MAX, |span| span.get_days().abs());
    match apart <= NEAR_DAYS {
        true => FindingResult::HELD,
        false => breach(ctx, answer, spot, Some(time), found),
    }
}

/// The day of a point in time, in whichever form it is written.
fn date(time: &Json) -> Option<Date> {
    let text = time.text()?;
    let at = text.parse::<Timestamp>();
    let date = at.map(|at| at.to_zoned(TimeZone::UTC).date());
    date.ok().or_else(|| text.get(..10)?.parse().ok())
}

fn find<'a>(answers: &'a [Answer], spot: &FieldLocation) -> Option<(&'a Answer, &'a Json)> {
    let mut found = answers
        .iter()
        .filter_map(|answer| Some((answer, spot.find(answer.json.as_ref()?)?)));
    found.next()
}

fn breach(
    ctx: &StepContext<'_>,
    answer: &Answer,
    spot: &FieldLocation,
    wanted: Option<&Json>,
    found: &Json,
) -> FindingResult {
    if !ctx.key_works() {
        return FindingResult::Inconclusive(Reason::NotDemonstrated);
    }
    let found = short(&found.to_string());
    let expected = match wanted {
        Some(value) if ctx.step.near.is_empty() => {
            format!("{spot} is {}", short(&value.to_string()))
        }
        Some(value) => format!("{spot} is near {}", short(&value.to_string())),
        None => format!("{spot} is no longer {found}"),
    };
    let pointer = match &spot.item {
        Some(_) => format!("/{}", spot.member),
        None => format!("/{}/{}", spot.member, spot.field),
    };
    FindingResult::Breach(answer.failure_at(pointer, expected, found))
}

/// The finding where the call that the clause is about did not come out so that anything follows.
fn without_act(claim: &Claim, ctx: &StepContext<'_>) -> Option<FindingResult> {
    let own = claim.operation.as_deref() == Some(&ctx.operation.id);
    let except = matches!(claim.kind, ClauseKind::TransitionExcept { .. });
    if own && !except {
        return None;
    }
    if !except {
        return match act(claim, ctx) {
            Some(index) if is_accepted(ctx, index) => None,
            Some(_) => Some(FindingResult::Inconclusive(Reason::OtherOutcome)),
            None => Some(FindingResult::Inconclusive(Reason::NotDemonstrated)),
        };
    }
    let Some(guarded) = earlier_calls(claim, ctx).last() else {
        return Some(FindingResult::Inconclusive(Reason::NotDemonstrated));
    };
    let answered = ctx.trace.attempt(guarded).is_some_and(|attempt| {
        let class = attempt.class();
        matches!(class, AnswerClass::Accepted | AnswerClass::Refused)
            && attempt.answers.iter().all(|answer| answer.status < 500)
    });
    if !answered {
        return Some(FindingResult::Inconclusive(Reason::OtherOutcome));
    }
    // A call that comes to nothing shows a guard only where the like of it comes to something.
    let mut others = earlier_calls(claim, ctx).filter(|index| *index != guarded);
    let control = others.any(|index| is_accepted(ctx, index));
    (!control).then_some(FindingResult::Inconclusive(Reason::NoControl))
}
