//! Texts of every class: an update stores an accepted one as it is.

use conformance_model::classes::{Class, Rule};
use spec::{Contract, InputField, Operation, Type};

use crate::change::Change;
use crate::clause;
use crate::scenario::Draft;

/// Maximum number of updates in one scenario. A repetition of the scenario pauses after each of them.
const UPDATES: usize = 16;

/// Updates of the member that holds free text, each with a read of the record.
pub(super) fn scenarios(contract: &Contract, operation: &Operation) -> Vec<Draft> {
    let Some(change) = Change::of(contract, operation) else {
        return Vec::new();
    };
    let Some(field) = operation.body_field(change.member) else {
        return Vec::new();
    };
    let classes = Class::of_constrained(&Type::Text(None), &field.constraints);
    let parts = (1..).zip(classes.chunks(UPDATES));
    parts
        .filter_map(|(number, classes)| {
            let title = format!("Texts are stored unchanged as `{}`", field.wire);
            let draft = Draft::new(operation, &format!("{}_{number}", field.name), title);
            scenario(contract, (&change, field), draft, classes)
        })
        .collect()
}

fn scenario(
    contract: &Contract,
    (change, field): (&Change<'_>, &InputField),
    draft: Draft,
    classes: &[&Class],
) -> Option<Draft> {
    let sent = |name: &str| format!("{{{name}.body.{}}}", change.member);
    let (read, place) = match change.read_member(contract) {
        Some((read, place)) => (read, Some(place)),
        None => (change.read(contract)?, None),
    };
    let clause = clause::update(change.operation, change.member);
    let looks_for = |name: &str| {
        let read = read.clone().proves([clause.clone()]);
        match &place {
            Some(place) => read.equals(place, sent(name)),
            // The value before the first update shows that the response has the member.
            None => read.shows([sent(name)]).hides([sent("before")]),
        }
    };
    let scenario = change.call.subjects.iter().fold(draft, Draft::obtain);
    let scenario =
        scenario.step(change.to("Before{unique word}").named("before")).step(if place.is_some() {
            looks_for("before")
        } else {
            read.clone().shows([sent("before")])
        });
    let texts = classes.iter().flat_map(|class| {
        let number = class.admitted(&field.constraints).next().unwrap_or_default();
        let update = change.call.step.clone().body(change.member, class.example(number));
        match class.rule {
            Rule::Kept => [update.named(class.id), looks_for(class.id)],
            Rule::KeptIfAccepted => [update.named(class.id).may_be_refused(), looks_for(class.id)],
            // A service may store it in another form.
            _ => [update.may_be_refused(), read.clone()],
        }
    });
    let scenario = scenario.steps(texts);
    Some(change.restore.iter().cloned().fold(scenario, Draft::finally))
}
