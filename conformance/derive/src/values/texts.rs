//! Texts with characters that encoding or guessing of types changes: an accepted one is shown as it was sent.
//!
//! The texts consist of characters that every Unicode normal form leaves as they are, because a service may store a normal
//! form. None has blanks at its ends. Odd texts may be stored in another form, without markup for
//! example: they are only sent.

use crate::clause;
use spec::{Contract, Operation};

use crate::call::text_members;
use crate::change::Change;
use crate::scenario::Draft;
use conformance_model::scenario::Step;

use super::{about, create_each, is_echoed, repeatable_creation};

const TEXTS: [&str; 22] = [
    "Ada",
    "ADA lovelace",
    "O'Brien",
    "\"Ada\" Lovelace",
    "Ada-Marie d'Arc, Jr.",
    "100% sure",
    "100%25",
    "a+b=c",
    "x'; SELECT 1; --",
    "$1 ? :name",
    "0042",
    "1e3",
    "null",
    "true",
    "[1, 2]",
    "Jørgen Łada ß",
    "Анна Смирнова",
    "Σοφια",
    "محمد علي",
    "שרה כהן",
    "王小明 さくら",
    "Rosa प्रिया",
];

/// Emoji, and characters that begin markup, entities or escapes.
const ODD: [&str; 7] = [
    "Tom & Jerry",
    "Tom &amp; Jerry",
    "5 > 3",
    "<b>Ada</b> Lovelace",
    "C:\\temp\\new",
    "Rosa 🦊",
    "👩‍👩‍👧 👍🏽",
];

/// One scenario for each member that an update changes, or whose value a creation returns.
pub(super) fn scenarios(contract: &Contract, operation: &Operation) -> Vec<Draft> {
    let changed = Change::of(contract, operation).and_then(|change| changed(contract, &change));
    changed.into_iter().chain(returned(contract, operation)).collect()
}

/// Updates, each with a read of the record.
fn changed(contract: &Contract, change: &Change<'_>) -> Option<Draft> {
    let operation = change.operation;
    let field = operation.body_field(change.member)?;
    let sent = |name: &str| format!("{{{name}.body.{}}}", change.member);
    let (read, place) = match change.read_member(contract) {
        Some((read, place)) => (read, Some(place)),
        None => (change.read(contract)?, None),
    };
    let clause = clause::update(operation, change.member);
    let looks_for = |name: &str| {
        let read = read.clone().proves([clause.clone()]);
        match &place {
            Some(place) => read.equals(place, sent(name)),
            // The value before the first update shows that the response has the member.
            None => read.shows([sent(name)]).hides([sent("before")]),
        }
    };
    let scenario = about(operation, &change.call, field, "Texts are stored unchanged")
        .step(change.to("Before {unique}").named("before"))
        .step(if place.is_some() {
            looks_for("before")
        } else {
            read.clone().shows([sent("before")])
        });
    let pairs = TEXTS.iter().enumerate().flat_map(|(index, text)| {
        let name = format!("text_{}", index + 1);
        [change.to(text).named(&name).may_be_refused(), looks_for(&name)]
    });
    let odd = ODD.iter().flat_map(|text| [change.to(text).may_be_refused(), read.clone()]);
    let scenario = scenario.steps(pairs).steps(odd);
    Some(change.restore.iter().cloned().fold(scenario, Draft::finally))
}

/// Creations whose response repeats the text.
fn returned(contract: &Contract, operation: &Operation) -> Vec<Draft> {
    let Some(call) = repeatable_creation(contract, operation) else {
        return Vec::new();
    };
    let fields = text_members(operation).filter(|field| is_echoed(operation, field));
    fields
        .map(|field| {
            let step = |text: &&str| -> Step {
                let unique = if field.unique { " {unique}" } else { "" };
                call.step.clone().body(&field.wire, format!("{text}{unique}"))
            };
            let scenario = about(operation, &call, field, "Texts are returned unchanged");
            let texts = TEXTS.iter().map(|text| step(text).may_be_refused());
            let odd = ODD.iter().map(|text| step(text).no_expectation());
            let steps = std::iter::once(call.step.clone()).chain(texts).chain(odd);
            create_each(contract, operation, scenario, steps)
        })
        .collect()
}
