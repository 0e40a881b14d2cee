//! A clause that a step can show, and what decides which clauses those are.

use std::borrow::Cow;
use std::sync::Arc;

use spec::{Clause, Condition, Contract, Defect, ErrorCase, InputPart, InputRef, Operation};

use crate::contract;
use crate::scenario::{Expectation, Inputs, KeyChoice, Reference, Scenario, Step, Template, Value};

/// A clause that a step can show.
#[derive(Clone, Debug)]
pub struct Claim {
    pub clause: Arc<Clause>,
    /// Its index among all clauses.
    pub index: usize,
    pub made_by: ClaimedBy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimedBy {
    /// The call itself: every such call shows the clause.
    Call,
    /// The call itself, which can only disprove the clause.
    Disproves,
    /// `proves` of the step.
    Proves,
    /// `must_not_affect` of the step, which can only disprove the clause.
    MustNotAffect,
}

impl ClaimedBy {
    /// Whether the clause can hold for it.
    pub fn can_show(self) -> bool {
        matches!(self, Self::Call | Self::Proves)
    }
}

/// Two claims are the same if they are about the same clause for the same reason.
impl PartialEq for Claim {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && self.made_by == other.made_by
    }
}

impl Eq for Claim {}

/// A step whose claims are collected. Nothing has been sent yet.
pub struct ClaimedStep<'a> {
    pub contract: &'a Contract,
    pub scenario: &'a Scenario,
    pub operation: &'a Operation,
    pub step: &'a Step,
    inputs: Cow<'a, Inputs>,
}

impl<'a> ClaimedStep<'a> {
    pub fn new(
        contract: &'a Contract,
        scenario: &'a Scenario,
        operation: &'a Operation,
        step: &'a Step,
    ) -> Self {
        let inputs = step.attempts().next().unwrap_or_default();
        Self { contract, scenario, operation, step, inputs }
    }

    pub fn index(&self) -> Option<usize> {
        self.scenario.steps.iter().position(|step| std::ptr::eq(step, self.step))
    }

    pub fn is_accepted(&self) -> bool {
        self.step.expect == Expectation::Accepted
    }

    /// Whether a refusal of the call breaches what the document says of its inputs.
    pub fn shows_inputs(&self) -> bool {
        self.is_accepted() && !self.step.may_be_refused
    }

    /// The value of an input, if the document says that it is accepted.
    pub fn accepted_input(&self, input: &InputRef) -> Option<&Value> {
        self.sent(input).filter(|_| self.shows_inputs())
    }

    /// The same, limited to text values.
    pub fn accepted_text(&self, input: &InputRef) -> Option<&Template> {
        self.accepted_input(input)?.text()
    }

    /// The value of an input that may be refused, if an accepted one is compared with that of another call.
    pub fn kept_input(&self, input: &InputRef) -> Option<&Value> {
        let is_compared = self.is_accepted() && self.step.like.is_some();
        self.sent(input).filter(|_| is_compared)
    }

    /// Whether a query parameter has a value that the document says is accepted.
    pub fn accepts_query(&self, parameter: &str, value: &str) -> bool {
        let sent = self.accepted_input(&InputRef::new(InputPart::Query, parameter));
        sent.is_some_and(|sent| {
            sent.text().and_then(Template::literal).unwrap_or_default() == value
        })
    }

    /// The value of an input in the first attempt.
    pub fn sent(&self, input: &InputRef) -> Option<&Value> {
        self.inputs.set.get(input)
    }

    /// The case that the call should be refused for.
    pub fn refused_case(&self) -> Option<&'a str> {
        match &self.step.expect {
            Expectation::Refused(case) => Some(case),
            _ => None,
        }
    }

    /// The same, where the refusal itself must be as documented.
    // A server that does not know the other name may refuse a repetition for that, and a busy one may turn away any of
    // several simultaneous requests.
    pub fn documented_refusal(&self) -> Option<&'a ErrorCase> {
        let is_alone = self.step.at_once == 1 && self.step.repeats.is_none();
        let case = self.refused_case().filter(|_| is_alone)?;
        self.contract.error_case(self.operation, case)
    }

    /// The case that the call is refused for, if it is refused.
    pub fn observed_refusal(&self) -> Option<&'a ErrorCase> {
        let case = self.refusal_of_key().or_else(|| self.refusal_of_other_text());
        case.filter(|_| self.step.expect == Expectation::Nothing)
    }

    /// The input that holds a text which is of no record and of no documented form of identifiers.
    pub fn other_text(&self) -> Option<&'a InputRef> {
        let is_own = |reference: &Reference| {
            matches!(reference, Reference::Run | Reference::Unique | Reference::UniqueWord)
        };
        let is_other = |value: &Value| {
            let mut references = value.references().peekable();
            references.peek().is_some() && references.all(is_own)
        };
        let inputs = &self.step.inputs.set;
        let mut other = inputs.iter().filter(|(_, value)| is_other(value)).map(|(input, _)| input);
        other.find(|input| !contract::identifier_forms(self.operation, input).is_empty())
    }

    /// That text is unknown, and may be refused as malformed.
    fn refusal_of_other_text(&self) -> Option<&'a ErrorCase> {
        self.operation.case_of(self.other_text()?, Defect::Unknown)
    }

    /// The call has no good key, and whether it needs one is open. Without a key, a service may find no record that a path
    /// names.
    fn refusal_of_key(&self) -> Option<&'a ErrorCase> {
        self.operation.key_required.gap().filter(|_| self.operation.path_parameters.is_empty())?;
        let condition = match self.step.key {
            KeyChoice::Absent => Condition::KeyAbsent,
            KeyChoice::Invalid | KeyChoice::Changed(..) => Condition::KeyInvalid,
            _ => return None,
        };
        let mut cases = self.operation.errors.iter().chain(&self.contract.service.errors);
        cases.find(|case| case.when.stated() == Some(&condition))
    }

    /// The earlier step that the response is compared with.
    pub fn compared_step(&self) -> Option<&'a Step> {
        let index = self.scenario.step(self.step.same_as.as_deref()?)?;
        self.scenario.steps.get(index).filter(|_| self.is_accepted())
    }
}
