//! Checks that no number that identifies a record is looked for: an equal number may be something else.

use super::Check;
use crate::contract::list_member;
use crate::scenario::{Reference, ResponsePath};

impl Check<'_> {
    pub(super) fn numbers_are_not_looked_for(&mut self) {
        let (scenario, contract, step) = (self.scenario, self.contract, self.step);
        // In a documented list, a number identifies an item.
        let operation = contract.operation(&step.call);
        let is_listed = operation.and_then(list_member).is_some();
        let ordered = step.order.iter().map(|(value, _)| value).filter(|_| !is_listed);
        let mut sought = step.shows.iter().chain(&step.hides).chain(ordered);
        self.report_if(
            sought.any(|text| scenario.is_number(contract, text)),
            "sought-number",
            "a number that identifies a record is looked for in the response",
            "an equal number may be something else: look for a text, or compare a member with `equals`",
        );
        let selector = |path: &ResponsePath| path.item.as_deref().cloned();
        let compared = step.compared().filter_map(|(path, _)| selector(path));
        let selectors = step.all_references().filter_map(|reference| match reference {
            Reference::Response { place, .. } => selector(place),
            _ => None,
        });
        let is_number = |reference: Reference| scenario.refers_to_number(contract, &reference);
        self.report_if(
            compared.chain(selectors).any(is_number),
            "sought-number",
            "an item of a list is selected by a number that identifies a record",
            "an equal number may be something else: select it by a text, or by `first` or `last`",
        );
    }
}
