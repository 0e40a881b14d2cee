//! Checks that need more than name resolution: checks without a clause, calls that can never be
//! sent.

mod address;
mod at_once;
mod names;
mod numbers;

use reader::{Diagnostic, Diagnostics, Span};
use spec::{ClauseKind, Condition, Contract, ErrorCase, InputPart, InputRef, Operation, Slot};

use super::{ClauseRef, Expectation, Reference, Scenario, Step};
use crate::contract;

use names::unused_names;

pub(super) fn scenario(scenario: &Scenario, contract: &Contract, out: &mut Diagnostics) {
    if scenario.steps.is_empty() {
        let message = "the scenario has no steps";
        out.push(error("empty-scenario", message, scenario.span, "nothing is called"));
    }
    for (index, step) in scenario.all_steps().enumerate() {
        let Some(operation) = contract.operation(&step.call) else {
            continue;
        };
        let mut check = Check { scenario, index, step, operation, contract, out };
        check.path_is_complete();
        check.references_exist();
        if index >= scenario.steps.len() {
            check.final_call_writes();
            continue;
        }
        check.addresses_are_plain();
        check.numbers_are_not_looked_for();
        check.key_fits();
        check.refusal_is_documented();
        check.at_once_shows_a_refusal();
        check.expectations_have_clauses();
        check.comparisons_have_clauses();
        check.finds_has_effect();
        check.same_as_differs();
        check.repeats_a_call();
        check.unchanged_since_sends_the_same();
        check.is_sendable();
    }
    unused_names(scenario, out);
}

/// An error at a place, or without one of a scenario that was made in memory.
pub fn error(
    code: &'static str,
    message: impl Into<String>,
    span: Option<Span>,
    label: &str,
) -> Diagnostic {
    match span {
        Some(span) => Diagnostic::error(code, message, span, label),
        None => Diagnostic::without_place(code, format!("{}, {label}", message.into())),
    }
}

struct Check<'a> {
    scenario: &'a Scenario,
    index: usize,
    step: &'a Step,
    operation: &'a Operation,
    contract: &'a Contract,
    out: &'a mut Diagnostics,
}

impl<'a> Check<'a> {
    fn report(&mut self, code: &'static str, message: impl Into<String>, help: &str) {
        let label = format!("in this call of `{}`", self.operation.id);
        let found = error(code, message, self.step.span, &label);
        self.out.push(found.with_help(help));
    }

    fn report_if(&mut self, is_wrong: bool, code: &'static str, message: &str, help: &str) {
        if is_wrong {
            self.report(code, message, help);
        }
    }

    fn refusal(&self) -> Option<&'a ErrorCase> {
        match &self.step.expect {
            Expectation::Refused(case) => self.contract.error_case(self.operation, case),
            _ => None,
        }
    }

    fn earlier_call(&self, name: &str) -> Option<&'a Step> {
        let (_, step) = self.scenario.step_among(self.index, name)?;
        (step.call == self.step.call).then_some(step)
    }

    fn has_proofs(&self) -> bool {
        self.step.proofs().next().is_some()
    }

    fn path_is_complete(&mut self) {
        for parameter in &self.operation.path_parameters {
            let input = InputRef::new(InputPart::Path, &parameter.name);
            if self.step.attempts().any(|inputs| !inputs.set.contains_key(&input)) {
                self.report(
                    "missing-input",
                    format!("`{input}` is not given"),
                    "a path parameter has no minimal value: name what is addressed",
                );
            }
        }
    }

    fn key_fits(&mut self) {
        let step = self.step;
        if let Expectation::Refused(case) = &step.expect {
            let is_about_key = self.refusal().is_some_and(contract::is_about_key);
            if step.key.kind().is_none() && !is_about_key {
                let help =
                    "one defect for each request: send a valid key, or expect a refusal of the key";
                self.report("two-defects", format!("`{case}` is not a refusal of the key"), help);
            }
        }
        self.report_if(
            step.expect == Expectation::Accepted && step.key.is_unissued(),
            "useless-key",
            "an invalid key cannot be expected to work",
            "give the expected refusal, or `no_expectation: true`",
        );
    }

    /// The condition of a refusal must be documented, or it cannot be caused on purpose. A refusal
    /// with any message needs a clause: without `proves`, it can only be about a field that was
    /// left out.
    fn refusal_is_documented(&mut self) {
        if let Some(case) = self.refusal().filter(|case| case.when.stated().is_none()) {
            let message = format!("the contract does not say when `{}` is answered", case.id);
            let help = "the contract has a gap here, so nothing can be expected; write `no_expectation: true`";
            self.report("check-on-gap", message, help);
        }
        let without = &self.step.inputs.without;
        self.report_if(
            self.step.expect == Expectation::RefusedAny
                && !self.has_proofs()
                && contract::omitted_required_field(self.operation, without).is_none(),
            "check-without-clause",
            "`refused: any` checks nothing here",
            "leave out one required member of the body for which the contract has no message, or \
             say with `proves` which clause the refusal shows",
        );
    }

    fn comparisons_have_clauses(&mut self) {
        if self.step.compared().next().is_none() {
            return;
        }
        self.report_if(
            !self.has_proofs(),
            "check-without-clause",
            "`equals` and `differs` need `proves`",
            "name the clause of the comparison in `proves`",
        );
        self.report_if(
            self.step.expect != Expectation::Accepted,
            "check-without-expectation",
            "only an accepted call has a response to compare",
            "remove the other expectation or the comparison",
        );
    }

    fn finds_has_effect(&mut self) {
        let step = self.step;
        let is_single = step.at_once == 1 && step.alternatives.is_empty() && !step.all_pages;
        self.report_if(
            step.lookup && (step.name.is_none() || step.shows.is_empty() || !is_single),
            "useless-check",
            "`lookup` has no effect here",
            "name the step with `as`, give values with `shows`, and send one request",
        );
    }

    fn final_call_writes(&mut self) {
        self.report_if(
            self.operation.method.is_safe(),
            "useless-step",
            "this call restores nothing",
            "only writes belong under `finally`; checks belong under `steps`",
        );
    }

    fn expectations_have_clauses(&mut self) {
        let step = self.step;
        // The records that a filter excludes appear in another call without it.
        let is_filter = |proof: &ClauseRef| matches!(proof.kind, ClauseKind::Filter { .. });
        let has_control = !step.shows.is_empty() || step.proves.iter().any(is_filter);
        let has_proofs = self.has_proofs();
        self.report_if(
            !step.hides.is_empty() && (!has_control || !has_proofs),
            "check-without-clause",
            "`hides` needs `proves` and `shows`",
            "say with `proves` which clause it shows, and with `shows` what must be there all the same",
        );
        self.report_if(
            !step.order.is_empty() && !matches!(self.operation.order, Some(Slot::Stated(_))),
            "check-on-gap",
            "the contract states no order",
            "the contract has a gap here; remove `order`",
        );
        self.report_if(
            step.order.len() == 1,
            "useless-check",
            "one value has no order",
            "give two values or more",
        );
        self.report_if(
            !step.adds.is_empty() && step.shows.is_empty(),
            "check-without-clause",
            "`adds` needs `shows`",
            "identify the record in the response with `shows`",
        );
        self.report_if(
            step.all_pages && !contract::has_known_pages(self.contract, self.operation),
            "check-on-gap",
            "the contract has no page parameter, for this list or another",
            "the contract has a gap here; remove `pages`",
        );
        self.report_if(
            step.page_size.is_some()
                && (!step.all_pages
                    || contract::page_selection(self.operation).is_some()
                    || contract::page_size(self.contract, self.operation).is_none()),
            "useless-check",
            "`page_size` needs `pages`, and a list whose contract names no parameter for the size",
            "send the parameter of the list as a `query` parameter",
        );
        self.report_if(
            step.disproved_by.is_some() && !has_proofs,
            "check-without-clause",
            "`disproved_by` needs `proves`",
            "name the clause that it would disprove in `proves`",
        );
        self.report_if(
            step.expect == Expectation::Nothing && has_proofs,
            "check-without-expectation",
            "an observation proves nothing",
            "add an expectation, or remove `proves`",
        );
    }

    fn repeats_a_call(&mut self) {
        let Some(name) = &self.step.repeats else {
            return;
        };
        let condition = self.refusal().and_then(|case| case.when.stated());
        if condition != Some(&Condition::Repeated) || self.earlier_call(name).is_none() {
            self.report(
                "check-without-clause",
                format!("this call does not repeat `{name}`"),
                "name an earlier call of this operation, and expect the refusal of a repetition",
            );
        }
    }

    fn unchanged_since_sends_the_same(&mut self) {
        let step = self.step;
        let Some(name) = &step.unchanged_since else {
            return;
        };
        let is_same = |earlier: &Step| earlier.inputs == step.inputs && earlier.key == step.key;
        self.report_if(
            !self.earlier_call(name).is_some_and(is_same),
            "useless-check",
            "`unchanged_since` compares different requests",
            "name an earlier call of this operation that sends the same with the same key",
        );
    }

    fn same_as_differs(&mut self) {
        let (step, operation) = (self.step, self.operation);
        let Some(name) = &step.same_as else {
            return;
        };
        let differs = self.earlier_call(name).is_some_and(|earlier| {
            let differs_by_value = !step.defaults_left_out(operation, earlier).is_empty()
                || !step.beside_expansion(operation, earlier).is_empty();
            !step.reordered(operation, earlier).is_empty()
                || differs_by_value && !step.shows.is_empty()
        });
        if !differs {
            self.report(
                "check-without-clause",
                format!("`{name}` does not differ from this call by a default, by the order of values or by an expansion"),
                "name an earlier call of this operation that sends a documented default, leave that \
                 out here, and say with `shows` what both show; or write several values in another order; \
                 or ask for an expansion besides",
            );
        }
    }

    /// A step is never sent if it refers to a response that cannot exist. `finally` calls may,
    /// because they are for the unexpected case that the call was accepted.
    fn is_sendable(&mut self) {
        let mut refused = self.step.all_references().filter_map(|reference| {
            let Reference::Response { step: name, .. } = reference else {
                return None;
            };
            let (_, step) = self.scenario.step_among(usize::MAX, name)?;
            step.expects_refusal().then_some(name)
        });
        if let Some(name) = refused.next() {
            self.report(
                "unreachable-step",
                format!("this call is never sent: `{name}` should be refused, so its response lacks this value"),
                "refer to an accepted call or to a sent value",
            );
        }
    }

    fn references_exist(&mut self) {
        let step = self.step;
        for reference in step.all_references() {
            if let Some(message) = self.reference_error(reference) {
                let help = "only what was sent, what the target tells, and stated members of responses \
                            can be referred to";
                self.report("bad-reference", message, help);
            }
        }
    }
}
