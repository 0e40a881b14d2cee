//! Whether an outcome of a change shows in another read of the same thing. Then the change was made, and a read that does
//! not show it is at fault.

use spec::{ClauseKind, InputPart, InputRef};

use crate::judge::answer::Standing;
use crate::judge::scene::Way;
use crate::judge::view::View;
use crate::scenario::Proof;
use crate::spot::Spot;

use super::is_accepted;

/// Whether another read after the last change of this kind shows what this step looks for.
pub(in crate::judge) fn is_seen(
    view: &View<'_>,
    operation: Option<&str>,
    kind: &ClauseKind,
) -> bool {
    others(view, operation, kind).any(|other| is_as_wanted(&other))
}

/// Whether this read shows the value before a change, and one that addresses the thing in another way shows the value
/// after it.
pub(in crate::judge) fn is_outdated(view: &View<'_>, at: &InputRef) -> bool {
    let Some(Proof { operation, kind }) = update(view) else {
        return false;
    };
    let sent = |view: &View<'_>| view.way().and_then(|way| way.sent.get(at).cloned());
    let is_old = |way: &Way| {
        let values = view.reading.values;
        let hidden = values.hides.iter().any(|value| way.holds(value));
        hidden && !values.shows.iter().all(|value| way.holds(value))
    };
    let accepted = view
        .way()
        .filter(|way| way.standing() == Standing::Accepted);
    accepted.is_some_and(is_old)
        && others(view, operation.as_deref(), kind).any(|other| {
            let otherwise = other.operation.id == view.operation.id && sent(&other) != sent(view);
            otherwise && is_as_wanted(&other)
        })
}

/// The same for any parameter of the path.
pub(in crate::judge) fn is_outdated_by_address(view: &View<'_>) -> bool {
    let mut names = view.operation.path_parameters.iter();
    names.any(|parameter| {
        let at = InputRef {
            part: InputPart::Path,
            name: parameter.name.clone(),
        };
        is_outdated(view, &at)
    })
}

/// The change of a member that a step looks for beside what it shows itself.
pub(in crate::judge) fn update<'v>(view: &View<'v>) -> Option<&'v Proof> {
    let mut proofs = view.step.proves.iter();
    proofs.find(|proof| matches!(proof.kind, ClauseKind::Update { .. }))
}

/// Other steps that look for the same, after the same change.
fn others<'v>(
    view: &'v View<'_>,
    operation: Option<&'v str>,
    kind: &'v ClauseKind,
) -> impl Iterator<Item = View<'v>> {
    let change = move |index| last_change(view, operation, index);
    let mine = change(view.index);
    let steps = 0..view.scene.scenario.steps.len();
    let others =
        steps.filter(move |index| *index != view.index && mine.is_some() && change(*index) == mine);
    let others = others.filter_map(|index| View::new(view.scene, index, view.facts));
    others.filter(move |other| {
        let mut proofs = other.step.proves.iter();
        proofs.any(|proof| proof.operation.as_deref() == operation && proof.kind == *kind)
    })
}

/// The last call of the operation before a step, if it was accepted.
fn last_change(view: &View<'_>, operation: Option<&str>, before: usize) -> Option<usize> {
    let calls = view.scene.calls(operation?);
    let last = calls.filter(|index| *index < before).last();
    last.filter(|index| is_accepted(view, *index))
}

fn is_as_wanted(view: &View<'_>) -> bool {
    let Some(way) = view
        .way()
        .filter(|way| way.standing() == Standing::Accepted)
    else {
        return false;
    };
    let values = view.reading.values;
    let equals = values.equals.iter().all(|(spot, value)| {
        let found = way
            .answers
            .iter()
            .find_map(|answer| Spot::find(spot, answer.json.as_ref()?));
        found.is_some_and(|found| found.is_same(value))
    });
    equals
        && values.equals.len() == view.step.equals.len()
        && values.shows.iter().all(|value| way.holds(value))
        && !values.hides.iter().any(|value| way.holds(value))
}
