//! Stated members of an answer beside values that the run knows: what a record was, or was to become.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use spec::ClauseKind;

use crate::claims::Claim;
use crate::json::Json;
use crate::judge::Judged;
use crate::judge::answer::{Answer, Standing, short};
use crate::judge::scene::Way;
use crate::judge::view::View;
use crate::reason::Reason;
use crate::scenario::{Proof, Reference, Value};
use crate::spot::Spot;

use super::{act, earlier_calls, elsewhere, is_accepted};

pub(super) fn judge(claim: &Claim, view: &View<'_>) -> Judged {
    let Some(way) = view.way() else {
        return Judged::NotExercised(Reason::NoCapture);
    };
    if way.standing() != Standing::Accepted {
        return view.without_acceptance();
    }
    if let Some(open) = without_act(claim, view) {
        return open;
    }
    let (step, values) = (view.step, &view.reading.values);
    let lacks = values.equals.len() < step.equals.len()
        || values.differs.len() < step.differs.len()
        || values.near.len() < step.near.len();
    if lacks {
        return Judged::NotExercised(Reason::NoCapture);
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
        let Some((answer, found)) = find(&way.answers, spot) else {
            return Judged::NotExercised(Reason::Unobservable);
        };
        if *found == Json::Null && matches!(claim.kind, ClauseKind::FieldValue { .. }) {
            return Judged::NotExercised(Reason::LegallyAbsent);
        }
        // That it is of another kind is for the clauses about the member to say.
        if found.kind() != value.kind()
            && !matches!((found, value), (Json::Null, _) | (_, Json::Null))
        {
            return Judged::Inconclusive(Reason::NotAsDocumented);
        }
        if found.is_same(value) != alike && !is_to_blame(claim, view) {
            return Judged::Inconclusive(Reason::OtherOutcome);
        }
        if !alike && found.is_same(value) && rests_on_no_change(view) {
            return Judged::Inconclusive(Reason::NotDemonstrated);
        }
        if found.is_same(value) != alike {
            return breach(view, answer, spot, alike.then_some(value), found);
        }
    }
    for (spot, time) in &values.near {
        match near(view, way, spot, time) {
            Judged::Held { .. } => {}
            other => return other,
        }
    }
    match &claim.kind {
        ClauseKind::Update { field } if !was_otherwise(claim, view, field) => {
            Judged::Inconclusive(Reason::NoControl)
        }
        _ => Judged::HELD,
    }
}

/// Whether to report this clause, where a changed member has a value clause of its own: the clause of the change if no
/// other read shows the change, and the value clause otherwise.
fn is_to_blame(claim: &Claim, view: &View<'_>) -> bool {
    let seen = |proof: &Proof| elsewhere::is_seen(view, proof.operation.as_deref(), &proof.kind);
    let mut proofs = view.step.proves.iter();
    let has_own = proofs.any(|proof| matches!(proof.kind, ClauseKind::FieldValue { .. }));
    match (&claim.kind, elsewhere::update(view)) {
        (ClauseKind::Update { .. }, Some(proof)) if has_own && proof.kind == claim.kind => {
            !seen(proof)
        }
        (ClauseKind::FieldValue { .. }, Some(proof)) => seen(proof),
        _ => true,
    }
}

/// Whether a value is compared with that of an earlier step which shows that a change before it was not made.
fn rests_on_no_change(view: &View<'_>) -> bool {
    let values = view.step.differs.iter().map(|(_, value)| value);
    let steps = values
        .flat_map(Value::references)
        .filter_map(|it| match it {
            Reference::Answer { step, .. } => view.scene.scenario.step(step),
            _ => None,
        });
    let mut earlier = steps.filter_map(|index| View::new(view.scene, index, view.facts));
    earlier.any(|earlier| {
        let mut differs = earlier.reading.values.differs.iter();
        differs.any(|(spot, value)| {
            let found = find(earlier.answers(), spot);
            found.is_some_and(|(_, found)| found.is_same(value))
        })
    })
}

/// Whether a value that is seen after a change was another one before: an earlier answer showed that, or an earlier
/// change sent another. Else it may have been so all the time.
fn was_otherwise(claim: &Claim, view: &View<'_>, field: &str) -> bool {
    let way = |index: usize| view.scene.way(index);
    let changes = earlier_calls(claim, view).filter(|index| is_accepted(view, *index));
    let changes: Vec<_> = changes.collect();
    let differs = |spot: &Spot, value: &Json| {
        let mut sent = changes
            .iter()
            .filter_map(|index| way(*index)?.sent.body(field));
        let mut earlier = (0..view.index).filter_map(|index| {
            let (_, found) = find(&way(index)?.answers, spot)?;
            Some(found)
        });
        sent.any(|sent| !sent.is_same(value)) || earlier.any(|found| !found.is_same(value))
    };
    let mut equals = view.reading.values.equals.iter();
    equals.all(|(spot, value)| differs(spot, value))
}

/// A day, and one more for the zone in which a date may be written.
const NEAR_DAYS: i32 = 2;

/// Whether a member holds a point in time near the one that is known.
fn near(view: &View<'_>, way: &Way, spot: &Spot, time: &Json) -> Judged {
    let Some((answer, found)) = find(&way.answers, spot) else {
        return Judged::NotExercised(Reason::Unobservable);
    };
    let (Some(shown), Some(wanted)) = (date(found), date(time)) else {
        return Judged::Inconclusive(Reason::NotAsDocumented);
    };
    let apart = shown
        .since(wanted)
        .map_or(i32::MAX, |span| span.get_days().abs());
    match apart <= NEAR_DAYS {
        true => Judged::HELD,
        false => breach(view, answer, spot, Some(time), found),
    }
}

/// The day of a point in time, in whichever form it is written.
fn date(time: &Json) -> Option<Date> {
    let text = time.text()?;
    let at = text.parse::<Timestamp>();
    let date = at.map(|at| at.to_zoned(TimeZone::UTC).date());
    date.ok().or_else(|| text.get(..10)?.parse().ok())
}

fn find<'a>(answers: &'a [Answer], spot: &Spot) -> Option<(&'a Answer, &'a Json)> {
    let mut found = answers
        .iter()
        .filter_map(|answer| Some((answer, spot.find(answer.json.as_ref()?)?)));
    found.next()
}

fn breach(
    view: &View<'_>,
    answer: &Answer,
    spot: &Spot,
    wanted: Option<&Json>,
    found: &Json,
) -> Judged {
    if !view.key_works() {
        return Judged::Inconclusive(Reason::NotDemonstrated);
    }
    let found = short(&found.to_string());
    let expected = match wanted {
        Some(value) if view.step.near.is_empty() => {
            format!("{spot} is {}", short(&value.to_string()))
        }
        Some(value) => format!("{spot} is near {}", short(&value.to_string())),
        None => format!("{spot} is no longer {found}"),
    };
    let pointer = match &spot.item {
        Some(_) => format!("/{}", spot.member),
        None => format!("/{}/{}", spot.member, spot.field),
    };
    Judged::Breach(answer.failure_at(pointer, expected, found))
}

/// The finding where the call that the clause is about did not come out so that anything follows.
fn without_act(claim: &Claim, view: &View<'_>) -> Option<Judged> {
    let own = claim.operation.as_deref() == Some(&view.operation.id);
    let except = matches!(claim.kind, ClauseKind::TransitionExcept { .. });
    if own && !except {
        return None;
    }
    if !except {
        return match act(claim, view) {
            Some(index) if is_accepted(view, index) => None,
            Some(_) => Some(Judged::Inconclusive(Reason::OtherOutcome)),
            None => Some(Judged::Inconclusive(Reason::NotDemonstrated)),
        };
    }
    let Some(guarded) = earlier_calls(claim, view).last() else {
        return Some(Judged::Inconclusive(Reason::NotDemonstrated));
    };
    let answered = view.scene.way(guarded).is_some_and(|way| {
        let standing = way.standing();
        matches!(standing, Standing::Accepted | Standing::Refused)
            && way.answers.iter().all(|answer| answer.status < 500)
    });
    if !answered {
        return Some(Judged::Inconclusive(Reason::OtherOutcome));
    }
    // A call that comes to nothing shows a guard only where the like of it comes to something.
    let mut others = earlier_calls(claim, view).filter(|index| *index != guarded);
    let control = others.any(|index| is_accepted(view, index));
    (!control).then_some(Judged::Inconclusive(Reason::NoControl))
}
