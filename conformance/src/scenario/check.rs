//! Checks that need more than name resolution: checks without a clause, calls that can never be
//! sent.

mod address;
mod at_once;
mod names;

use reader::{Diagnostic, Diagnostics};
use spec::{ClauseKind, Condition, Contract, InputPart, InputRef, Operation, Slot, id};

use super::{ClauseRef, Expectation, Reference, Scenario, Step};
use crate::claims::Clauses;
use crate::contract;

use names::{reference_error, unused_names};

pub(super) fn scenario(
    scenario: &Scenario,
    contract: &Contract,
    clauses: &Clauses,
    out: &mut Diagnostics,
) {
    if scenario.steps.is_empty() {
        let message = "the scenario has no steps";
        out.push(Diagnostic::error("empty-scenario", message, scenario.span, "nothing is called"));
    }
    for (index, step) in scenario.steps.iter().enumerate() {
        let Some(operation) = contract.operation(&step.call) else {
            continue;
        };
        let mut check = Check { step, operation, contract, out };
        check.path_is_whole();
        check.addresses_are_plain();
        check.key_fits();
        check.refusal_is_known();
        check.at_once_shows_a_refusal();
        check.checks_have_clauses();
        check.proofs_are_not_claimed_twice(scenario, clauses);
        check.comparisons_have_clauses();
        check.found_is_used();
        check.same_as_has_a_default(scenario, index);
        check.repeats_something(scenario, index);
        check.references_exist(scenario);
        check.is_sendable(scenario);
    }
    for step in &scenario.finally {
        let Some(operation) = contract.operation(&step.call) else {
            continue;
        };
        let mut check = Check { step, operation, contract, out };
        check.path_is_whole();
        check.puts_something_back();
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
            let input = InputRef { part: InputPart::Path, name: parameter.name.clone() };
            if self.step.attempts().any(|way| !way.set.contains_key(&input)) {
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
            if self.step.expect == Expectation::Accepted && self.step.key.is_unissued() {
                let help = "give the expected refusal, or `observe: true`";
                self.report("useless-key", "an invalid key cannot be expected to work", help);
            }
            return;
        };
        let case_of = self.contract.error_case(self.operation, case);
        let about_key = case_of.is_some_and(contract::is_about_key);
        if self.step.key.kind().is_none() && !about_key {
            let help =
                "one defect for each request: send a valid key, or expect a refusal of the key";
            self.report("two-defects", format!("`{case}` is not a refusal of the key"), help);
        }
    }

    /// The condition of a refusal must be documented, or it cannot be caused on purpose. A refusal
    /// with any message needs a clause.
    fn refusal_is_known(&mut self) {
        match &self.step.expect {
            Expectation::Refused(case) => {
                let case_of = self.contract.error_case(self.operation, case);
                if case_of.is_some_and(|case| case.when.stated().is_none()) {
                    let help = "the contract has a gap here, so nothing can be expected; write `observe: true`";
                    let message = format!("the contract does not say when `{case}` is answered");
                    self.report("check-on-gap", message, help);
                }
            }
            Expectation::RefusedAny if self.step.proofs().next().is_none() => {
                self.shows_a_required_input()
            }
            _ => {}
        }
    }

    /// A clause that a call checks by itself is judged by its own rule, so that `proves` would have
    /// no effect.
    fn proofs_are_not_claimed_twice(&mut self, scenario: &Scenario, clauses: &Clauses) {
        if self.step.proves.is_empty() {
            return;
        }
        let bare = Step { proves: Vec::new(), ..self.step.clone() };
        let own = clauses.claims(self.contract, scenario, &bare);
        for proof in &self.step.proves {
            let id = id::clause(proof.operation.as_deref(), &proof.kind);
            if own.iter().any(|claim| claim.id == id) {
                let message = format!("`proves` names `{id}`, which the call checks by itself");
                let help = "leave it out of `proves`; it is judged by the answer to the call";
                self.report("redundant-proof", message, help);
            }
        }
    }

    /// Without `proves`, a refusal with any message can only be about a field that was left out.
    fn shows_a_required_input(&mut self) {
        if contract::omitted_required_field(self.operation, &self.step.inputs.without).is_some() {
            return;
        }
        let help = "leave out one required member of the body for which the contract has no message, or \
                    say with `proves` which clause the refusal shows";
        self.report("check-without-clause", "`refused: any` checks nothing here", help);
    }

    fn comparisons_have_clauses(&mut self) {
        if self.step.compared().next().is_none() {
            return;
        }
        if self.step.proofs().next().is_none() {
            let help = "name the clause of the comparison in `proves`";
            self.report("check-without-clause", "`equals` and `differs` need `proves`", help);
        }
        if self.step.expect != Expectation::Accepted {
            self.report(
                "check-without-expectation",
                "only an accepted call has an answer to compare",
                "remove the other expectation or the comparison",
            );
        }
    }

    fn found_is_used(&mut self) {
        let step = self.step;
        let alone = step.at_once == 1 && step.alternatives.is_empty() && !step.all_pages;
        if step.finds && (step.name.is_none() || step.shows.is_empty() || !alone) {
            let help = "name the step with `as`, give values with `shows`, and send one request";
            self.report("useless-check", "`finds` has no effect here", help);
        }
    }

    fn puts_something_back(&mut self) {
        if self.operation.method.is_safe() {
            self.report(
                "useless-step",
                "this call restores nothing",
                "only writes belong under `finally`; checks belong under `steps`",
            );
        }
    }

    fn checks_have_clauses(&mut self) {
        let step = self.step;
        // The records that a filter excludes appear in another call without it.
        let is_filter = |proof: &ClauseRef| matches!(proof.kind, ClauseKind::Filter { .. });
        let controlled = !step.shows.is_empty() || step.proves.iter().any(is_filter);
        if !step.hides.is_empty() && (!controlled || step.proofs().next().is_none()) {
            let help = "say with `proves` which clause it shows, and with `shows` what must be there \
                        all the same";
            self.report("check-without-clause", "`hides` needs `proves` and `shows`", help);
        }
        if !step.order.is_empty() && !matches!(self.operation.order, Some(Slot::Stated(_))) {
            let help = "the contract has a gap here; remove `order`";
            self.report("check-on-gap", "the contract states no order", help);
        }
        if step.order.len() == 1 {
            self.report("useless-check", "one value has no order", "give two values or more");
        }
        if !step.adds.is_empty() && step.shows.is_empty() {
            let help = "identify the record in the answer with `shows`";
            self.report("check-without-clause", "`adds` needs `shows`", help);
        }
        if step.all_pages && contract::page_number(self.contract, self.operation).is_none() {
            let help = "the contract has a gap here; remove `pages`";
            self.report(
                "check-on-gap",
                "the contract has no page parameter, for this list or another",
                help,
            );
        }
        if step.disproved_by.is_some() && step.proofs().next().is_none() {
            let help = "name the clause that it would disprove in `proves`";
            self.report("check-without-clause", "`disproved_by` needs `proves`", help);
        }
        if step.expect == Expectation::Nothing && step.proofs().next().is_some() {
            let help = "add an expectation, or remove `proves`";
            self.report("check-without-expectation", "an observation proves nothing", help);
        }
    }

    fn repeats_something(&mut self, scenario: &Scenario, index: usize) {
        let Some(name) = &self.step.repeats else {
            return;
        };
        let other = scenario.step(name).filter(|other| *other < index);
        let other = other.and_then(|other| scenario.steps.get(other));
        let case = match &self.step.expect {
            Expectation::Refused(case) => self.contract.error_case(self.operation, case),
            _ => None,
        };
        let repeated = case.and_then(|case| case.when.stated()) == Some(&Condition::Repeated);
        if !repeated || other.is_none_or(|other| other.call != self.step.call) {
            self.report(
                "check-without-clause",
                format!("this call does not repeat `{name}`"),
                "name an earlier call of this operation, and expect the refusal of a repetition",
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
                && !(self.step.defaults_left_out(self.operation, other).is_empty()
                    && self.step.reordered(self.operation, other).is_empty()
                    && self.step.beside_expansion(self.operation, other).is_empty())
        });
        let reordered =
            other.is_some_and(|other| !self.step.reordered(self.operation, other).is_empty());
        if !same || (self.step.shows.is_empty() && !reordered) {
            self.report(
                "check-without-clause",
                format!("`{name}` does not differ from this call by a default, by the order of values or by an expansion"),
                "name an earlier call of this operation that sends a documented default, leave that \
                 out here, and say with `shows` what both show; or write several values in another order; \
                 or ask for an expansion besides",
            );
        }
    }

    /// A step is never sent if it refers to an answer that cannot exist. `finally` calls may,
    /// because they are for the unexpected case that the call was accepted.
    fn is_sendable(&mut self, scenario: &Scenario) {
        let mut unanswered = self.step.all_references().filter_map(|reference| {
            let Reference::Answer { step, .. } = reference else {
                return None;
            };
            let earlier = scenario.steps.get(scenario.step(step)?)?;
            earlier.expects_refusal().then(|| step.clone())
        });
        if let Some(step) = unanswered.next() {
            self.report(
                "unreachable-step",
                format!("this call is never sent: `{step}` should be refused, so its answer lacks this value"),
                "refer to an accepted call or to a sent value",
            );
        }
    }

    fn references_exist(&mut self, scenario: &Scenario) {
        let all = self.step.all_references();
        for reference in all.cloned().collect::<Vec<_>>() {
            if let Some(message) = reference_error(&reference, scenario, self.contract) {
                let help = "only what was sent, what the target tells, and stated members of answers \
                            can be referred to";
                self.report("bad-reference", message, help);
            }
        }
    }
}
