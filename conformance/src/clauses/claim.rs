//! A clause that a step can show, and what decides which clauses those are.

use std::borrow::Cow;

use spec::{ClauseKind, Contract, Identifier, InputRef, Operation};

use crate::scenario::{ClauseRef, Expectation, Inputs, Scenario, Step, Template, Value};

/// A clause that a step can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Id of the clause.
    pub id: String,
    /// Its index among all clauses.
    pub index: usize,
    /// Operation of the clause; `None` for the service.
    pub operation: Option<String>,
    /// The clause.
    pub kind: ClauseKind,
    /// Whether the scenario names it under `proves` or `keeps`; otherwise every such call shows it.
    pub proof: bool,
    /// Whether the step can only disprove it.
    pub keeps: bool,
}

/// A step whose claims are collected. Nothing has been sent yet.
pub(crate) struct ClaimedStep<'a> {
    pub(crate) contract: &'a Contract,
    pub(crate) scenario: &'a Scenario,
    pub(crate) operation: &'a Operation,
    pub(crate) step: &'a Step,
    /// The inputs of its first attempt.
    inputs: Cow<'a, Inputs>,
}

impl<'a> ClaimedStep<'a> {
    pub(crate) fn new(
        contract: &'a Contract,
        scenario: &'a Scenario,
        operation: &'a Operation,
        step: &'a Step,
    ) -> Self {
        Self {
            contract,
            scenario,
            operation,
            step,
            inputs: step.attempts().next().unwrap_or_default(),
        }
    }

    /// Whether the call should be accepted.
    pub(crate) fn is_accepted(&self) -> bool {
        self.step.expect == Expectation::Accepted
    }

    /// Whether a refusal of the call breaches what the document says of its inputs.
    pub(crate) fn shows_inputs(&self) -> bool {
        self.is_accepted() && !self.step.perhaps
    }

    /// The inputs that the document says are accepted.
    pub(crate) fn accepted_inputs(&self) -> impl Iterator<Item = (&InputRef, &Value)> {
        let shown = self.shows_inputs().then_some(&self.inputs.set);
        shown.into_iter().flatten()
    }

    /// Like the field above, limited to text values.
    pub(crate) fn accepted_texts(&self) -> impl Iterator<Item = (&InputRef, &Template)> {
        self.accepted_inputs().filter_map(|(input, value)| Some((input, value.text()?)))
    }

    /// The form in which an input addresses something, if it is sent.
    pub(crate) fn identifier_form(&self, input: &InputRef) -> Option<Identifier> {
        let text = self.inputs.set.get(input)?.text()?;
        Some(self.scenario.identifier(self.contract, text))
    }

    /// The case that the call should be refused for.
    pub(crate) fn refused_case(&self) -> Option<&'a str> {
        match &self.step.expect {
            Expectation::Refused(case) => Some(case),
            _ => None,
        }
    }

    /// The same, where the refusal itself must be as documented.
    // A server that does not know the other name may refuse a repetition for that, and a busy one may turn away any of
    // several simultaneous requests.
    pub(crate) fn documented_refusal(&self) -> Option<&'a str> {
        let is_alone = self.step.at_once == 1 && self.step.repeats.is_none();
        self.refused_case().filter(|_| is_alone)
    }

    /// The earlier step that the answer is compared with.
    pub(crate) fn compared_step(&self) -> Option<&'a Step> {
        let index = self.scenario.step(self.step.same_as.as_deref()?)?;
        self.scenario.steps.get(index).filter(|_| self.is_accepted())
    }

    /// The operation that a case belongs to; `None` for the service.
    pub(crate) fn owner_of_case(&self, case: &str) -> Option<&'a str> {
        let mut own = self.operation.errors.iter();
        own.any(|known| known.id == case).then_some(self.operation.id.as_str())
    }
}

/// References to clauses. The contract may be silent about some of them.
#[derive(Debug, Default)]
pub(crate) struct ClauseRefs(pub(crate) Vec<ClauseRef>);

impl ClauseRefs {
    /// Adds a clause of an operation, or of the service.
    pub(crate) fn add(&mut self, operation: Option<&str>, kind: ClauseKind) {
        self.0.push(ClauseRef { operation: operation.map(str::to_owned), kind });
    }
}
