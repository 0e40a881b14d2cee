//! Values that are in an answer, and others that are not, whatever the shape of the answer.

use spec::ClauseKind;

use crate::claims::Claim;
use crate::judge::answer::Standing;
use crate::judge::filter;
use crate::judge::lists::{is_read, narrowing};
use crate::judge::order;
use crate::judge::paging::identities;
use crate::judge::scene::Way;
use crate::judge::view::View;
use crate::judge::{Grounds, Judged};
use crate::reason::Reason;

use super::{act, elsewhere, is_accepted};

pub(super) fn judge(claim: &Claim, view: &View<'_>) -> Judged {
    if let ClauseKind::Filter { parameter } = &claim.kind {
        return filter::named(view, parameter);
    }
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
        if claim.keeps && !anyhow && !lacked(view, hidden) {
            return Judged::NotExercised(Reason::Unobservable);
        }
        if !anyhow && !view.is_set_up() {
            return Judged::Inconclusive(Reason::NotDemonstrated);
        }
        return view.breach(format!("nothing of `{hidden}`"));
    }
    if let Some(lost) = lost(claim, view, shown) {
        return lost;
    }
    // Absence shows nothing unless what must be there was found the same way.
    let control = shown || (anyhow && values.shows.iter().any(|value| way.holds(value)));
    if !shown && let Some(missing) = own_missing(claim, view) {
        return view.breach(format!("`{missing}` in the list, which is of the account"));
    }
    if !control {
        return Judged::NotExercised(Reason::Unobservable);
    }
    if !way.complete && !values.hides.iter().all(|value| order::reaches(view, value)) {
        return Judged::Inconclusive(Reason::PageLimit);
    }
    match &claim.kind {
        ClauseKind::TransitionDone { .. } if !changed(view) => {
            Judged::Inconclusive(Reason::NoControl)
        }
        _ => Judged::held(Grounds::SEEN | Grounds::of(values)),
    }
}

/// Earlier accepted calls that sent just the same.
fn same_calls<'v>(view: &'v View<'_>) -> impl Iterator<Item = &'v Way> {
    let sent = view.way().map(|way| &way.sent);
    let calls = view.scene.calls(&view.operation.id);
    let earlier = calls.filter(|index| *index < view.index && is_accepted(view, *index));
    let ways = earlier.filter_map(|index| view.scene.way(index));
    ways.filter(move |way| Some(&way.sent) == sent)
}

/// Whether a state that shows now did not show before, or the other way round: else it may have been so all the time.
fn changed(view: &View<'_>) -> bool {
    let values = view.reading.values;
    same_calls(view).any(|before| {
        values.hides.iter().any(|value| before.holds(value))
            || values.shows.iter().any(|value| !before.holds(value))
    })
}

/// Whether the last earlier call with the same inputs did not show a value. A value that it showed may appear in any state.
fn lacked(view: &View<'_>, value: &str) -> bool {
    let last = same_calls(view).last();
    last.is_some_and(|before| !before.holds(value))
}

/// The finding where what must be there is not, though the answer is known to show such things.
fn lost(claim: &Claim, view: &View<'_>, shown: bool) -> Option<Judged> {
    let way = view.way().filter(|_| !shown)?;
    let shows = &view.reading.values.shows;
    let missing = shows.iter().find(|value| !way.holds(value))?;
    let breach = match &claim.kind {
        ClauseKind::TransitionDone { .. }
            if view.is_set_up()
                && same_calls(view).any(|way| shows.iter().all(|value| way.holds(value))) =>
        {
            format!("`{missing}`, as in the same state before")
        }
        _ => return None,
    };
    Some(view.breach(breach))
}

/// One value is there and the other is not: the new one after a change, the old one after a refusal. Where both
/// are, the other one may be told as what it is.
fn replaced(claim: &Claim, view: &View<'_>, shown: bool, other: Option<&String>) -> Judged {
    let own = claim.operation.as_deref() == Some(&view.operation.id);
    let accepted = own || act(claim, view).is_some_and(|index| is_accepted(view, index));
    match (shown, other) {
        _ if !accepted => Judged::Inconclusive(Reason::OtherOutcome),
        (true, None) => Judged::HELD,
        _ if !shown && !lacks_changed(claim, view) => Judged::NotExercised(Reason::Unobservable),
        // The clause of the address reports it instead.
        (false, Some(_)) if elsewhere::is_outdated_by_address(view) => {
            Judged::Inconclusive(Reason::OtherOutcome)
        }
        (false, Some(other)) if view.key_works() => {
            let wanted = view.reading.values.shows.join("`, `");
            view.breach(format!("`{wanted}` instead of `{other}`"))
        }
        // A value that is no longer on this page of a list may be on another page.
        (false, None) if view.operation.lists.is_some() && !is_complete(view) => {
            Judged::NotExercised(Reason::Unobservable)
        }
        (false, None) if view.key_works() && showed_either(view) => {
            let wanted = view.reading.values.shows.join("`, `");
            view.breach(format!("`{wanted}`, or what was in its place before"))
        }
        _ => Judged::NotExercised(Reason::Unobservable),
    }
}

/// Whether a value is missing that was sent as the member that changes, or that the same call showed before. Others need
/// not be shown: a record may lack the identifier that it was asked by.
fn lacks_changed(claim: &Claim, view: &View<'_>) -> bool {
    let Some(way) = view.way() else { return false };
    let sent = |value: &str| match &claim.kind {
        ClauseKind::Update { field } => {
            let mut earlier = (0..view.index).filter_map(|index| view.scene.way(index));
            earlier.any(|way| way.sent.body(field).is_some_and(|it| it.holds_text(value)))
        }
        _ => false,
    };
    let shown = |value: &str| same_calls(view).any(|before| before.holds(value));
    let mut missing = view.reading.values.shows.iter();
    missing.any(|value| !way.holds(value) && (sent(value) || shown(value)))
}

/// A thing that the scenario knows to be of the account, and that a list does not show that was read to its end or is
/// empty.
fn own_missing<'v>(claim: &Claim, view: &'v View<'_>) -> Option<&'v str> {
    let way = view.way().filter(|way| is_read(way))?;
    // What has no name may be the thing.
    let count = identities(view)?;
    let empty = count == 0 && narrowing(view.operation, &way.sent).is_empty();
    if !way.complete && !empty {
        return None;
    }
    let of_list = matches!(
        claim.kind,
        ClauseKind::Scope | ClauseKind::AccountOfKey | ClauseKind::Creation
    );
    let lists = of_list && view.operation.lists.is_some();
    let mut own = view
        .reading
        .values
        .shows
        .iter()
        .filter(|_| lists && view.key_works() && view.is_set_up());
    own.find(|value| !way.holds(value)).map(String::as_str)
}

fn is_complete(view: &View<'_>) -> bool {
    view.way().is_some_and(|way| way.complete)
}

/// Whether the same call showed one of the values before, so that one of them must be there now.
fn showed_either(view: &View<'_>) -> bool {
    let values = view.reading.values;
    same_calls(view).any(|before| {
        let holds =
            |values: &[String]| !values.is_empty() && values.iter().all(|it| before.holds(it));
        holds(&values.shows) || holds(&values.hides)
    })
}
