//! One step as clauses judge it, with the rest of its trace and the facts of the run.

use spec::{Condition, ErrorCase, InputPart, InputRef, Operation};

use crate::contract;
use crate::json::Json;
use crate::reason::Reason;
use crate::scenario::{Need, Reference, Step, Value};

use super::addressing::addresses;
use super::answer::{Answer, AnswerClass};
use super::attempt::Attempt;
use super::facts::RunFacts;
use super::view::{AcceptanceOutcome, ParsedStep, RefusalOutcome, TraceView};
use crate::finding::FindingResult;

/// A step of a parsed trace.
pub(crate) struct StepContext<'a> {
    pub(crate) trace: &'a TraceView<'a>,
    pub(crate) index: usize,
    pub(crate) facts: &'a RunFacts,
    pub(crate) step: &'a Step,
    pub(crate) operation: &'a Operation,
    pub(crate) parsed: &'a ParsedStep<'a>,
}

impl<'a> StepContext<'a> {
    pub(crate) fn new(trace: &'a TraceView<'a>, index: usize, facts: &'a RunFacts) -> Option<Self> {
        let (step, operation) = (trace.step(index)?, trace.operation(index)?);
        let parsed = trace.parsed(index)?;
        // A call about an optional fixture that is missing is not part of the scenario.
        let lacks = |need: &&Need| need.optional && !trace.fixtures.contains_key(&need.name);
        let lacking: Vec<_> = trace.scenario.needs.iter().filter(lacks).collect();
        let is_about = |found: &Reference| match found {
            Reference::Fixture { need, .. } => lacking.iter().any(|lacking| lacking.name == *need),
            _ => false,
        };
        if !lacking.is_empty() && step.references().any(is_about) {
            return None;
        }
        Some(Self { trace, index, facts, step, operation, parsed })
    }

    pub(crate) fn acceptance(&self) -> AcceptanceOutcome {
        self.trace.acceptance(self.index)
    }

    pub(crate) fn refusal(&self) -> RefusalOutcome {
        self.trace.refusal(self.index)
    }

    pub(crate) fn attempt(&self) -> Option<&'a Attempt> {
        self.trace.attempt(self.index)
    }

    /// The answers that count; one, or one for each page.
    pub(crate) fn answers(&self) -> &'a [Answer] {
        self.attempt().map_or(&[], |attempt| &attempt.answers)
    }

    /// The answer that shows how the step came out: the one refused, or else the first.
    pub(crate) fn answer(&self) -> Option<&'a Answer> {
        let attempt = self.attempt()?;
        let class = attempt.class();
        attempt.answers.iter().find(|answer| answer.class == class)
    }

    /// A breach by the answer as a whole.
    pub(crate) fn breach(&self, expected: impl Into<String>) -> FindingResult {
        match self.answer() {
            Some(answer) => FindingResult::Breach(answer.failure(expected)),
            None => FindingResult::NotExercised(Reason::NoCapture),
        }
    }

    /// The result where there is no accepted answer to judge.
    pub(crate) fn without_acceptance(&self) -> FindingResult {
        match self.acceptance() {
            AcceptanceOutcome::Unusable(reason) => unusable_result(reason),
            AcceptanceOutcome::Unproved => {
                FindingResult::Inconclusive(Reason::NotShownToDiscriminate)
            }
            AcceptanceOutcome::Undocumented => FindingResult::Inconclusive(Reason::NotAsDocumented),
            AcceptanceOutcome::Refused | AcceptanceOutcome::Shown => {
                FindingResult::Inconclusive(Reason::OtherOutcome)
            }
        }
    }

    /// Whether this run shows what the step rests on: a working key, and earlier steps that came
    /// out as expected. What the target supplies counts as shown.
    pub(crate) fn is_demonstrated(&self) -> bool {
        self.key_works() && self.earlier_steps().iter().all(|index| self.trace.is_met(*index))
    }

    /// Whether this run shows that the key of the step works.
    pub(crate) fn key_works(&self) -> bool {
        let kind = self.step.key.kind();
        kind.is_some_and(|kind| self.facts.key_works(kind))
    }

    /// The earlier steps that this one takes values from.
    fn earlier_steps(&self) -> Vec<usize> {
        let names = self.step.references().filter_map(|reference| match reference {
            Reference::Sent { step, .. } | Reference::Answer { step, .. } => Some(step),
            _ => None,
        });
        names.filter_map(|name| self.trace.scenario.step(name)).collect()
    }

    /// Whether another call of the operation in this scenario was accepted: then the operation
    /// works, and what is different about this call is why it came out differently.
    pub(crate) fn has_control(&self) -> bool {
        self.controls().next().is_some()
    }

    /// The identifier of a listed item; `None` where it shows none.
    pub(crate) fn identity<'j>(&self, item: &'j Json) -> Option<&'j str> {
        self.trace.identity(self.operation, item)
    }

    /// Accepted calls of the same operation with its ordinary key.
    pub(crate) fn controls(&self) -> impl Iterator<Item = usize> {
        self.trace.calls(&self.operation.id).filter(|index| {
            let step = self.trace.step(*index);
            let ordinary =
                step.is_some_and(|step| step.key.kind().is_some() && step.spelling.is_usual());
            let accepted = self.trace.acceptance(*index) == AcceptanceOutcome::Shown;
            *index != self.index && ordinary && accepted
        })
    }

    /// What was sent beyond what the operation requires.
    pub(crate) fn extras(&self, index: usize) -> Vec<&'a InputRef> {
        let Some(attempt) = self.trace.attempt(index) else {
            return Vec::new();
        };
        let sent = attempt.sent.iter().map(|(input, _)| input);
        sent.filter(|input| !self.is_required(input)).collect()
    }

    fn is_required(&self, input: &InputRef) -> bool {
        let operation = self.operation;
        match input.part {
            InputPart::Path => true,
            InputPart::Query => {
                operation.query.iter().any(|query| query.name == input.name && query.required)
            }
            InputPart::Body => {
                operation.body.iter().any(|field| field.wire == input.name && field.required)
            }
        }
    }

    /// Whether everything was done that was to be done before: each earlier write that should have been
    /// accepted was. Otherwise records are not in the state that the step relies on.
    pub(crate) fn is_set_up(&self) -> bool {
        (0..self.index).all(|index| {
            let step = self.trace.step(index);
            let writes = self.trace.operation(index).is_some_and(|it| !it.method.is_safe());
            let wanted = step.is_some_and(Step::wants_acceptance);
            let attempt = self.trace.attempt(index);
            !(writes && wanted)
                || attempt.is_some_and(|attempt| attempt.class() == AnswerClass::Accepted)
        })
    }

    /// Whether the answer is a documented refusal of a case that may apply.
    pub(crate) fn may_be_right_to_refuse(&self) -> bool {
        let cases = self.operation.errors.iter().chain(&self.trace.contract.service.errors);
        let mut answered = cases.filter(|case| self.trace.is_answered_as(self.index, &case.id));
        answered.any(|case| self.may_apply(case))
    }

    fn may_apply(&self, case: &ErrorCase) -> bool {
        if contract::is_about_key(case) {
            return !self.is_demonstrated();
        }
        match case.when.stated() {
            // When it is answered is not known.
            None => true,
            Some(Condition::Unknown(input)) => self.is_from_earlier(input),
            // An earlier run may have taken it, or left it so.
            Some(
                Condition::Taken(_)
                | Condition::NotInState { .. }
                | Condition::InState { .. }
                | Condition::Repeated
                | Condition::Prose(_),
            ) => true,
            Some(_) => false,
        }
    }

    /// Whether the value of an input comes from an earlier step and not from the target.
    fn is_from_earlier(&self, input: &InputRef) -> bool {
        let value = self.step.inputs.set.get(input);
        value.is_some_and(|value| {
            Value::references(value).any(|reference| {
                matches!(reference, Reference::Sent { .. } | Reference::Answer { .. })
            })
        })
    }

    /// Whether the path addresses fixtures of the target.
    pub(crate) fn addresses_fixtures(&self) -> bool {
        let mut path = self.step.inputs.set.iter().filter(|(at, _)| at.part == InputPart::Path);
        path.all(|(_, value)| {
            Value::references(value).any(|found| matches!(found, Reference::Fixture { .. }))
        })
    }

    /// Whether a fixture is of a kind that calls use up, so that an earlier run may have done so.
    pub(crate) fn may_be_used_up(&self) -> bool {
        let kinds = &self.trace.contract.service.fixtures;
        let is_consumed = |need: &str| {
            let need = self.trace.scenario.needs.iter().find(|known| known.name == need);
            need.is_some_and(|need| {
                kinds.iter().any(|kind| kind.consumed && kind.kind == need.kind)
            })
        };
        let mut references = self.step.inputs.set.values().flat_map(Value::references);
        !self.trace.fresh_fixtures
            && references.any(|found| match found {
                Reference::Fixture { need, .. } => is_consumed(need),
                _ => false,
            })
    }

    /// Whether a control used the same kinds of identifiers.
    pub(crate) fn has_control_addressed_alike(&self) -> bool {
        let Some(attempt) = self.attempt() else {
            return false;
        };
        let mine = addresses(self.operation, attempt);
        self.controls().any(|index| {
            self.trace.attempt(index).is_some_and(|other| addresses(self.operation, other) == mine)
        })
    }

    /// Whether an earlier call was accepted for something of the same kind: of the same kind of fixture, or created by
    /// the same operation.
    pub(crate) fn has_control_of_its_kind(&self) -> bool {
        let mine = self.kinds(self.index);
        self.controls().any(|index| index < self.index && self.kinds(index) == mine)
    }

    /// What the path addresses: kinds of fixtures, or operations that create.
    fn kinds(&self, index: usize) -> Vec<&'a str> {
        let inputs = self.trace.step(index).map(|step| &step.inputs.set);
        let path = inputs.into_iter().flatten();
        let path = path.filter(|(at, _)| at.part == InputPart::Path);
        let references = path.flat_map(|(_, value)| Value::references(value));
        let scenario = self.trace.scenario;
        let kinds = references.filter_map(|reference| match reference {
            Reference::Fixture { need, .. } => {
                let mut needs = scenario.needs.iter();
                let need = needs.find(|known| known.name == *need);
                need.map(|need| need.kind.as_str())
            }
            Reference::Sent { step, .. } | Reference::Answer { step, .. } => {
                let step = self.trace.step(scenario.step(step)?);
                step.map(|step| step.call.as_str())
            }
            _ => None,
        });
        kinds.collect()
    }
}

/// The result for an answer that is not usable.
pub(crate) fn unusable_result(reason: Reason) -> FindingResult {
    match reason {
        Reason::NotImplemented
        | Reason::NoCapture
        | Reason::Stopped
        | Reason::Unanswered
        | Reason::PutOff => FindingResult::NotExercised(reason),
        _ => FindingResult::Inconclusive(reason),
    }
}
