//! Values that are in an answer, and others that are not, whatever the shape of the answer.

use spec::{ClauseKind, InputPart, InputRef};

use crate::claims::Claim;
use crate::judge::Judged;
use crate::judge::answer::Standing;
use crate::judge::view::View;
use crate::reason::Reason;

use super::{act, is_accepted};

pub(super) fn judge(claim: &Claim, view: &View<'_>) -> Judged {
    let Some(way) = view.way() else {
        return Judged::NotExercised(Reason::NoCapture);
    };
    if way.standing() != Standing::Accepted {
        return view.without_acceptance();
    }
    let values = view.reading.values;
    let hidden = values.hides.iter().find(|value| way.holds(value));
    let shown = values.shows.iter().all(|value| way.holds(value));
    if let ClauseKind::Update { .. } | ClauseKind::Refusal { .. } = claim.kind {
        return replaced(claim, view, shown, hidden);
    }
    let anyhow = matches!(claim.kind, ClauseKind::Scope | ClauseKind::Hidden { .. });
    if let Some(hidden) = hidden {
        if !anyhow && !view.is_set_up() {
            return Judged::Inconclusive(Reason::NotDemonstrated);
        }
        return view.breach(format!("nothing of `{hidden}`"));
    }
    // Absence shows nothing unless what must be there was found the same way.
    if !shown {
        return Judged::NotExercised(Reason::Unobservable);
    }
    if !values.hides.is_empty() && !way.complete {
        return Judged::Inconclusive(Reason::PageLimit);
    }
    match &claim.kind {
        ClauseKind::Filter { parameter } if !is_seen_otherwise(view, parameter) => {
            Judged::Inconclusive(Reason::NoControl)
        }
        // A state shows in a text that was not there before.
        ClauseKind::TransitionDone { .. } if !is_new(view) => {
            Judged::Inconclusive(Reason::NoControl)
        }
        _ => Judged::HELD,
    }
}

/// One value is there and the other is not: the new one after a change, the old one after a refusal. Where both
/// are, the other one may be told as what it is.
fn replaced(claim: &Claim, view: &View<'_>, shown: bool, other: Option<&String>) -> Judged {
    let own = claim.operation.as_deref() == Some(&view.operation.id);
    let accepted = own || act(claim, view).is_some_and(|index| is_accepted(view, index));
    match (shown, other) {
        _ if !accepted => Judged::Inconclusive(Reason::OtherOutcome),
        (true, None) => Judged::HELD,
        (false, Some(other)) if view.key_works() => {
            let wanted = view.reading.values.shows.join("`, `");
            view.breach(format!("`{wanted}` instead of `{other}`"))
        }
        _ => Judged::NotExercised(Reason::Unobservable),
    }
}

/// Whether an earlier answer about the same thing lacks one of the values.
fn is_new(view: &View<'_>) -> bool {
    let sent = view.way().map(|way| &way.sent);
    let mut earlier = view.controls().filter(|index| *index < view.index);
    earlier.any(|index| {
        let way = view.scene.way(index).filter(|way| Some(&way.sent) == sent);
        let mut values = view.reading.values.shows.iter();
        way.is_some_and(|way| values.any(|value| !way.holds(value)))
    })
}

/// Whether what the filter leaves out is known to be in the list: another call, without the filter or
/// with another value, shows it.
fn is_seen_otherwise(view: &View<'_>, parameter: &str) -> bool {
    let input = InputRef {
        part: InputPart::Query,
        name: parameter.to_owned(),
    };
    let sent = view.way().and_then(|way| way.sent.get(&input));
    view.reading.values.hides.iter().all(|value| {
        let mut controls = view.controls().filter_map(|index| view.scene.way(index));
        controls.any(|way| way.sent.get(&input) != sent && way.holds(value))
    })
}
