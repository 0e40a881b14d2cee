//! Numbers that identify records are not looked for in responses, where an equal number may be something else. In the
//! order of a documented list they identify its items.

use conformance_model::contract::list_member;
use conformance_model::scenario::{Scenario, Step, Template};
use spec::Contract;

/// The scenario without such expectations, and without the proofs that need them.
pub(crate) fn without_numbers(scenario: Scenario, contract: &Contract) -> Scenario {
    let mut steps = scenario.steps.clone();
    for step in &mut steps {
        let is_text = |text: &Template| !scenario.is_number(contract, text);
        let (shows, hides) = (step.shows.len(), step.hides.len());
        step.shows.retain(is_text);
        step.hides.retain(is_text);
        if contract.operation(&step.call).and_then(list_member).is_none() {
            step.order.retain(|(value, _)| is_text(value));
        }
        let shows_nothing = step.shows.is_empty() && shows > 0;
        if shows_nothing || step.hides.len() < hides {
            without_proofs(step);
        }
    }
    Scenario { steps, ..scenario }
}

fn without_proofs(step: &mut Step) {
    step.proves.clear();
    step.must_not_affect.clear();
    step.disproved_by = None;
}
