//! How many things of a record an account has, where lists show that they keep to an account.

use crate::contract;
use crate::json::Json;
use crate::judge::Judged;
use crate::judge::scene::{Acceptance, Way};
use crate::judge::view::View;
use crate::reason::Reason;

/// The list of an account holds no more than the account may have. Whose things a list shows may not be said: it is
/// known to be those of the account where the list of another has none of them, and each shows what is known to be of
/// its own. A list of all accounts tells nothing of one.
pub(super) fn judge(view: &View<'_>, record: &str) -> Judged {
    let values = view.reading.values;
    let list = contract::list_member(view.operation);
    let record = view.scene.contract.record(record);
    let limit = record.and_then(|record| record.limit.as_ref());
    let (Some(way), Some(list), Some(limit)) = (view.way(), list, limit) else {
        return Judged::NotExercised(Reason::NoCapture);
    };
    if view.acceptance() != Acceptance::Shown {
        return view.without_acceptance();
    }
    if values.hides.iter().any(|value| way.holds(value)) {
        return Judged::NotExercised(Reason::LegallyAbsent);
    }
    let own = values.shows.iter().all(|value| way.holds(value));
    if !own || !keeps_to_account(view, way, list) {
        return Judged::NotExercised(Reason::Unobservable);
    }
    match items(way, list).len() as u64 <= u64::from(limit.per_account) {
        true => Judged::HELD,
        false => view.breach(format!("at most {} in `{list}`", limit.per_account)),
    }
}

/// Whether a call with another key showed what this one hides, and nothing that this one shows.
fn keeps_to_account(view: &View<'_>, way: &Way, list: &str) -> bool {
    let mine = items(way, list);
    let hides = &view.reading.values.hides;
    let mut calls = view.scene.calls(&view.operation.id);
    calls.any(|index| {
        let other_key = view
            .scene
            .step(index)
            .is_some_and(|step| step.key != view.step.key);
        let accepted = view.scene.acceptance(index) == Acceptance::Shown;
        let other = view.scene.way(index).filter(|_| other_key && accepted);
        other.is_some_and(|other| {
            let theirs = items(other, list);
            hides.iter().all(|value| other.holds(value))
                && !mine.iter().any(|item| theirs.contains(item))
        })
    })
}

fn items<'w>(way: &'w Way, list: &str) -> Vec<&'w Json> {
    let pages = way.answers.iter().filter_map(|answer| answer.json.as_ref());
    let lists = pages.filter_map(|page| page.get(list)?.items());
    lists.flatten().collect()
}
