//! What follows from the steps of a scenario: its level, the facts of its fixtures, and the default key.

use spec::Contract;

use super::{KeyChoice, Reference, Scenario, Step, level};

impl Scenario {
    /// Fills in what follows from the steps; the level too, if it `is_derived`.
    pub fn complete(mut self, contract: &Contract, is_derived: bool) -> Self {
        let default = KeyChoice::usual(contract);
        for step in self.steps.iter_mut().chain(&mut self.finally) {
            if step.key == KeyChoice::Default {
                step.key = default.clone();
            }
        }
        if is_derived {
            self.level = level::derived(&self, contract);
        }
        self.collect_facts();
        self
    }

    pub fn without_unused_names(mut self) -> Self {
        let is_used = |name: &str| self.all_steps().any(|step| step.refers_to(name));
        let used: Vec<_> =
            self.steps.iter().map(|step| step.name.as_deref().is_some_and(is_used)).collect();
        for (step, is_used) in self.steps.iter_mut().zip(used) {
            step.name.take_if(|_| !is_used);
        }
        self
    }

    /// Adds to each need the facts that steps refer to, so that only fixtures with these facts are chosen.
    fn collect_facts(&mut self) {
        let references = self.all_steps().flat_map(Step::all_references);
        let facts: Vec<_> = references
            .filter_map(|reference| match reference {
                Reference::Fixture { need, fact, .. } => Some((need.clone(), fact.clone())),
                _ => None,
            })
            .collect();
        for (name, fact) in facts {
            if let Some(need) = self.needs.iter_mut().find(|need| need.name == name) {
                need.facts.insert(fact);
            }
        }
    }
}

impl Step {
    /// Whether the step refers to a fixture or step of this name.
    pub fn refers_to(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }
}
