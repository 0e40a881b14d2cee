//! Which classes of values a clause is about, which of them the suite sends, and which of them it held for.

use std::collections::BTreeSet;

use conformance_model::classes::{Class, Rule};
use spec::{Clause, ClauseKind, Condition, Contract, InputField, InputPart, InputRef, Operation};

use crate::parsed::step_context::StepContext;
use crate::scenario::{Reference, Scenario, Step, Template};

/// The member of a body whose values a clause is about.
#[derive(Clone, Copy, Debug)]
pub struct ClassedInput<'c> {
    operation: &'c Operation,
    field: &'c InputField,
    /// What every correct service does with the values, if the clause holds.
    rules: &'static [Rule],
}

impl<'c> ClassedInput<'c> {
    /// `None` if the clause is about no values, or about those of a documented list only.
    pub fn of(contract: &'c Contract, clause: &Clause) -> Option<Self> {
        const ACCEPTED: &[Rule] = &[Rule::Kept, Rule::Accepted];
        let operation = contract.operation(clause.operation.as_deref()?)?;
        let (field, rules): (_, &'static [Rule]) = match &clause.kind {
            ClauseKind::InputAccepted { field } => (operation.body_field(field)?, ACCEPTED),
            ClauseKind::Acceptance => {
                let mut required = operation.body.iter().filter(|field| field.required);
                (required.find(|field| !Class::of(&field.ty).is_empty())?, ACCEPTED)
            }
            ClauseKind::Update { field } => (operation.body_field(field)?, &[Rule::Kept]),
            ClauseKind::Echo { member, field } => {
                let mut echoes = operation.success.echoes.iter();
                let echo = echoes.find(|echo| echo.member == *member && echo.field == *field)?;
                let from = Some(&echo.from).filter(|from| from.part == InputPart::Body)?;
                (operation.body_field(&from.name)?, &[Rule::Kept])
            }
            ClauseKind::Refusal { case } => {
                let case = operation.errors.iter().find(|known| known.id == *case)?;
                let Some(Condition::Malformed(input)) = case.when.stated() else { return None };
                let input = Some(input).filter(|input| input.part == InputPart::Body)?;
                (operation.body_field(&input.name)?, &[Rule::Refused])
            }
            _ => return None,
        };
        // The classes are of single values, and of those that the document does not leave open.
        let is_other = field.record.is_some() || field.several || field.values_open.is_some();
        let input = Self { operation, field, rules };
        (!is_other && input.classes().next().is_some()).then_some(input)
    }

    pub fn member(&self) -> &'c str {
        &self.field.wire
    }

    pub fn classes(&self) -> impl Iterator<Item = &'static Class> + use<> {
        let rules = self.rules;
        let classes = Class::of_constrained(&self.field.ty, &self.field.constraints);
        classes.into_iter().filter(|class| rules.contains(&class.rule))
    }

    /// The classes of the values that a step sends in every run, or that it looks for.
    pub fn asked(&self, scenario: &Scenario, step: usize) -> Vec<&'static Class> {
        let member = InputRef::new(InputPart::Body, self.member());
        let sources = self.sources(scenario, step).into_iter();
        let values = sources.filter_map(|at| scenario.steps.get(at)?.inputs.set.get(&member));
        let values: Vec<_> = values.collect();
        let is_sent = |class: &&Class| values.iter().any(|value| class.always_holds(value));
        self.classes().filter(is_sent).collect()
    }

    /// The ids of the classes of the values that a step sent, or that it looked for.
    pub fn seen(&self, ctx: &StepContext<'_>) -> Vec<&'static str> {
        let steps = &ctx.trace.steps;
        let sources = self.sources(ctx.trace.scenario, ctx.index).into_iter();
        let attempts = sources.filter_map(|at| steps.get(at)?.attempt);
        let values: Vec<_> =
            attempts.filter_map(|attempt| attempt.sent.body(self.member())).collect();
        if values.is_empty() {
            return Vec::new();
        }
        let held = self.classes().filter(|class| values.iter().any(|value| class.holds(value)));
        held.map(|class| class.id).collect()
    }

    /// The calls of the operation whose values a step is about: itself, or those that it names.
    fn sources(&self, scenario: &Scenario, index: usize) -> BTreeSet<usize> {
        let Some(step) = scenario.steps.get(index) else { return BTreeSet::new() };
        let is_call = |step: &Step| step.call == self.operation.id;
        if is_call(step) {
            return [index].into();
        }
        let shown = step.shows.iter().chain(&step.adds).flat_map(Template::references);
        let equal = step.equals.iter().flat_map(|(_, value)| value.references());
        let named = step.references().chain(shown).chain(equal).filter_map(Reference::name);
        let named = named.filter_map(|name| scenario.step(name));
        named.filter(|at| scenario.steps.get(*at).is_some_and(is_call)).collect()
    }
}
