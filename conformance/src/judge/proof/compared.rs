//! Stated members of an answer beside values that the run knows: what a record was, or was to become.

use spec::ClauseKind;

use crate::claims::Claim;
use crate::json::Json;
use crate::judge::Judged;
use crate::judge::answer::{Answer, Standing, short};
use crate::judge::view::View;
use crate::reason::Reason;
use crate::spot::Spot;

use super::{act, earlier_calls, is_accepted};

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
    if values.equals.len() < step.equals.len() || values.differs.len() < step.differs.len() {
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
        // That it is of another kind is for the clauses about the member to say.
        if found.kind() != value.kind()
            && !matches!((found, value), (Json::Null, _) | (_, Json::Null))
        {
            return Judged::Inconclusive(Reason::NotAsDocumented);
        }
        if found.is_same(value) != alike {
            return breach(view, answer, spot, alike.then_some(value), found);
        }
    }
    Judged::HELD
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
        Some(value) => format!("{spot} is {}", short(&value.to_string())),
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
