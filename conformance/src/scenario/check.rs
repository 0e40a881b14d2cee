//! Mistakes that names alone do not show: checks without a clause, things that can never be sent.

use std::collections::BTreeSet;

use reader::{Diagnostic, Diagnostics};
use spec::{Contract, InputPart, InputRef, Operation, Slot};

use super::{Expectation, KeyChoice, Reference, Scenario, Step, Text};
use crate::contract;

pub(super) fn scenario(scenario: &Scenario, contract: &Contract, out: &mut Diagnostics) {
    if scenario.steps.is_empty() {
        let message = "the scenario has no steps";
        out.push(Diagnostic::error(
            "empty-scenario",
            message,
            scenario.span,
            "nothing is called",
        ));
    }
    for (index, step) in scenario.steps.iter().enumerate() {
        let Some(operation) = contract.operation(&step.call) else {
            continue;
        };
        let mut check = Check {
            step,
            operation,
            contract,
            out,
        };
        check.path_is_whole();
        check.key_fits();
        check.checks_have_clauses();
        check.same_as_has_a_default(scenario, index);
        check.references_exist(scenario);
    }
    unused_names(scenario, out);
}

struct Check<'a> {
    step: &'a Step,
    operation: &'a Operation,
    contract: &'a Contract,
    out: &'a mut Diagnostics,
}

impl Check<'_> {
    fn report(&mut self, code: &'static str, message: impl Into<String>, help: &str) {
        let label = format!("in this call of `{}`", self.operation.id);
        let found = Diagnostic::error(code, message, self.step.span, label);
        self.out.push(found.with_help(help));
    }

    fn path_is_whole(&mut self) {
        for parameter in &self.operation.path_parameters {
            let input = InputRef {
                part: InputPart::Path,
                name: parameter.name.clone(),
            };
            if self
                .step
                .ways()
                .iter()
                .any(|way| !way.set.contains_key(&input))
            {
                self.report(
                    "missing-input",
                    format!("`{input}` is not given"),
                    "a path parameter has no minimal value: name what is addressed",
                );
            }
        }
    }

    fn key_fits(&mut self) {
        let Expectation::Refused(case) = &self.step.expect else {
            if self.step.expect == Expectation::Accepted && self.step.key == KeyChoice::Invalid {
                let help = "say which refusal is expected, or `observe: yes`";
                self.report(
                    "useless-key",
                    "an invalid key cannot be expected to work",
                    help,
                );
            }
            return;
        };
        let about_key = self
            .contract
            .error_case(self.operation, case)
            .is_some_and(|case| contract::is_about_key(&case.when));
        let odd_key = match &self.step.key {
            KeyChoice::Absent | KeyChoice::Invalid => true,
            KeyChoice::Kind(_) => false,
        };
        if odd_key && !about_key {
            let help =
                "one defect for each request: send a valid key, or expect a refusal of the key";
            self.report(
                "two-defects",
                format!("`{case}` is not about the key"),
                help,
            );
        }
    }

    fn checks_have_clauses(&mut self) {
        let step = self.step;
        if !step.hides.is_empty() && (step.shows.is_empty() || step.proves.is_empty()) {
            let help = "say with `proves` which clause it shows, and with `shows` what must be there \
                        all the same";
            self.report(
                "check-without-clause",
                "`hides` needs `proves` and `shows`",
                help,
            );
        }
        if !step.order.is_empty() && !matches!(self.operation.order, Some(Slot::Stated(_))) {
            let help = "where the contract is silent nothing can be checked; leave `order` out";
            self.report("check-on-gap", "the contract states no order", help);
        }
        if step.order.len() == 1 {
            self.report(
                "useless-check",
                "one value has no order",
                "give two values or more",
            );
        }
        if step.all_pages && contract::page_selection(self.operation).is_none() {
            let help = "where the contract is silent nothing can be asked for; leave `pages` out";
            self.report(
                "check-on-gap",
                "the contract states no way to choose a page",
                help,
            );
        }
        if step.disproved_by.is_some() && step.proves.is_empty() {
            let help = "say with `proves` which clause it would disprove";
            self.report(
                "check-without-clause",
                "`disproved_by` needs `proves`",
                help,
            );
        }
        if step.expect == Expectation::Nothing && !step.proves.is_empty() {
            let help = "say what is expected, or leave `proves` out";
            self.report(
                "check-without-expectation",
                "an observation proves nothing",
                help,
            );
        }
    }

    fn same_as_has_a_default(&mut self, scenario: &Scenario, index: usize) {
        let Some(name) = &self.step.same_as else {
            return;
        };
        let other = scenario.step(name).filter(|other| *other < index);
        let other = other.and_then(|other| scenario.steps.get(other));
        let same = other.is_some_and(|other| {
            other.call == self.step.call
                && !self
                    .step
                    .defaults_left_out(self.operation, other)
                    .is_empty()
        });
        if !same || self.step.shows.is_empty() {
            self.report(
                "check-without-clause",
                format!("`{name}` sends no default that is left out here"),
                "name an earlier call of this operation that sends a documented default, leave that \
                 out here, and say with `shows` what both show",
            );
        }
    }

    fn references_exist(&mut self, scenario: &Scenario) {
        let located = self.step.order.iter().flat_map(|(value, at)| [value, at]);
        let located = located.chain(&self.step.shows).chain(&self.step.hides);
        let all = self
            .step
            .references()
            .chain(located.flat_map(Text::references));
        for reference in all.cloned().collect::<Vec<_>>() {
            if let Some(message) = broken(&reference, scenario, self.contract) {
                let help = "only what was sent, what the target tells, and stated members of answers \
                            can be referred to";
                self.report("bad-reference", message, help);
            }
        }
    }
}

fn broken(reference: &Reference, scenario: &Scenario, contract: &Contract) -> Option<String> {
    match reference {
        Reference::Fixture { need, fact } => {
            let need = scenario.needs.iter().find(|known| known.name == *need)?;
            let kind = contract
                .service
                .fixtures
                .iter()
                .find(|kind| kind.kind == need.kind)?;
            let known = fact == "id" || kind.facts.iter().any(|known| known.name == *fact);
            (!known).then(|| format!("a fixture of kind `{}` has no fact `{fact}`", kind.kind))
        }
        Reference::Sent { step, input } => {
            let operation = operation_of(step, scenario, contract)?;
            let known = contract::inputs(operation)
                .iter()
                .any(|(known, _)| known == input);
            (!known).then(|| format!("`{}` has no input `{input}`", operation.id))
        }
        Reference::Answer { step, path } => {
            let operation = operation_of(step, scenario, contract)?;
            let stated = contract::is_stated_member(contract, operation, path);
            let path = path.join(".");
            (!stated).then(|| format!("the answer of `{}` has no stated `{path}`", operation.id))
        }
        Reference::Run | Reference::Unique | Reference::Unknown(_) | Reference::Ago { .. } => None,
    }
}

fn operation_of<'c>(
    step: &str,
    scenario: &Scenario,
    contract: &'c Contract,
) -> Option<&'c Operation> {
    let step = scenario.steps.get(scenario.step(step)?)?;
    contract.operation(&step.call)
}

/// A need that no step uses would ask every deployment for something in vain.
fn unused_names(scenario: &Scenario, out: &mut Diagnostics) {
    let mut used = BTreeSet::new();
    for step in &scenario.steps {
        for reference in step.all_references() {
            match reference {
                Reference::Fixture { need: name, .. }
                | Reference::Sent { step: name, .. }
                | Reference::Answer { step: name, .. } => used.insert(name.clone()),
                _ => false,
            };
        }
        used.extend(step.same_as.clone());
    }
    let steps = scenario
        .steps
        .iter()
        .filter_map(|step| Some((step.name.as_ref()?, step.span)));
    let needs = scenario
        .needs
        .iter()
        .map(|need| (&need.name, scenario.span));
    for (name, span) in needs.chain(steps).filter(|(name, _)| !used.contains(*name)) {
        let message = format!("`{name}` is never used");
        let found = Diagnostic::error("unused-name", message, span, "named here");
        out.push(found.with_help("use it, or leave it out"));
    }
}
