//! Changes of documented refusals.

use super::change::Place;
use super::pairs::{Pair, pair};
use crate::{Condition, ErrorCase};

/// Compares the refusals of an operation or of the service. Returns the ids of those that were added or removed.
pub(super) fn compare(old: &[ErrorCase], new: &[ErrorCase], place: &mut Place<'_>) -> Vec<String> {
    let mut unpaired = Vec::new();
    for pair in pair(old, new, |case| &case.id) {
        match pair {
            Pair::Removed(old) => {
                place.breaking(format!("the refusal `{}` is removed", old.id));
                unpaired.push(old.id.clone());
            }
            Pair::Added(new) => {
                place.compatible(format!("the refusal `{}` is added", new.id));
                unpaired.push(new.id.clone());
            }
            Pair::Kept(old, new) => refusal(old, new, place),
        }
    }
    unpaired
}

fn refusal(old: &ErrorCase, new: &ErrorCase, place: &mut Place<'_>) {
    let what = format!("the refusal `{}`", new.id);
    let message = |case: &ErrorCase| case.message.to_string();
    let message_of = format!("the message of {what}");
    place.value(&message_of, &message(old), &message(new), |text| format!("\"{text}\""));
    place.value_slot(&format!("the status of {what}"), (&old.status, &new.status), u16::to_string);
    let condition = format!("the condition of {what}");
    place.slot(
        &condition,
        (&old.when, &new.when),
        |_| "is stated".to_owned(),
        |place, old, new| match (old, new) {
            (Condition::Prose(_), Condition::Prose(_)) => place.text(&condition, old, new),
            _ if old != new => place.breaking(format!("{condition} changed")),
            _ => {}
        },
    );
    let sources = |case: &ErrorCase| -> Vec<_> {
        let placeholders = case.placeholders.iter();
        placeholders.map(|each| (each.name.value.clone(), each.sources.clone())).collect()
    };
    if message(old) == message(new) && sources(old) != sources(new) {
        place.breaking(format!("what the placeholders of {what} stand for changed"));
    }
    for pair in pair(&old.indistinct_from, &new.indistinct_from, |id| &id.value) {
        match pair {
            Pair::Removed(id) => {
                place.compatible(format!("{what} is now distinct from `{}`", id.value));
            }
            Pair::Added(id) => {
                place.breaking(format!("{what} may be returned as `{}`", id.value));
            }
            Pair::Kept(..) => {}
        }
    }
}
