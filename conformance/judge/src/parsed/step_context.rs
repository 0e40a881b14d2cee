//! One step as clauses judge it, with the rest of its trace and the facts of the run.

use std::collections::BTreeSet;
use std::ops::Deref;

use spec::{Clause, Condition, Defect, ErrorCase, Format, InputPart, InputRef, Type};

use crate::contract;
use crate::finding::{FindingResult, NotHeld};
use crate::json::Json;
use crate::reason::Reason;
use crate::scenario::{Dependencies, Need, Reference, Value};

use super::address::distinctive_part;
use super::addressing::addresses;
use super::attempt::Attempt;
use super::calculation;
use super::existing::names_existing_record;
use super::facts::RunFacts;
use super::response::ParsedResponse;
use super::view::{AcceptanceOutcome, ParsedStep, TraceView};

/// A step of a parsed trace. Its own parts are those of [`ParsedStep`].
pub struct StepContext<'a> {
    pub trace: &'a TraceView<'a>,
    pub facts: &'a RunFacts,
    /// The operations that are not implemented and that the step rests on, also those that were to restore its fixtures
    /// in any scenario.
    pub lacking: BTreeSet<&'a str>,
    parsed: &'a ParsedStep<'a>,
}

impl<'a> Deref for StepContext<'a> {
    type Target = ParsedStep<'a>;

    fn deref(&self) -> &ParsedStep<'a> {
        self.parsed
    }
}

impl<'a> StepContext<'a> {
    /// `None` for a call about an optional fixture that is missing: it is not part of the scenario.
    pub fn new(
        trace: &'a TraceView<'a>,
        parsed: &'a ParsedStep<'a>,
        facts: &'a RunFacts,
    ) -> Option<Self> {
        let is_missing = |reference: &Reference| match reference {
            Reference::Fixture { need, .. } => trace.missing.contains(&need.as_str()),
            _ => false,
        };
        let lacks_fixture = !trace.missing.is_empty() && parsed.step.references().any(is_missing);
        if lacks_fixture {
            return None;
        }
        let mut lacking = parsed.lacking.clone();
        if !facts.unrestored().is_empty() {
            let needs = Dependencies::new(trace.contract, trace.scenario).needs(parsed.index);
            let ids = needs.filter_map(|need| Some(&trace.fixtures.get(need)?.id));
            let operations = ids.filter_map(|id| facts.unrestored().get(id)).flatten();
            lacking.extend(operations.map(String::as_str));
        }
        Some(Self { trace, facts, lacking, parsed })
    }

    pub fn at(&self, other: &'a ParsedStep<'a>) -> Option<Self> {
        Self::new(self.trace, other, self.facts)
    }

    /// The earlier step that the response is compared with.
    pub fn compared_step(&self) -> Option<&'a ParsedStep<'a>> {
        self.trace.named(self.step.same_as.as_deref()?)
    }

    /// The response that shows how the step came out: the one refused, or else the first.
    pub fn answer(&self) -> Option<&'a ParsedResponse> {
        let class = self.attempt?.class();
        self.responses().iter().find(|response| response.class == class)
    }

    /// The attempt that counts, if it was accepted. Fails with the result where it was not
    /// accepted.
    pub fn accepted_attempt(&self) -> Result<&'a Attempt, NotHeld> {
        let attempt = self.attempt.ok_or(NotHeld::NotExercised(Reason::NoCapture))?;
        if attempt.is_accepted() { Ok(attempt) } else { Err(self.without_acceptance()) }
    }

    pub fn breach(&self, expected: impl Into<String>) -> FindingResult {
        Err(match self.answer() {
            Some(response) => response.breach(expected),
            None => NotHeld::NotExercised(Reason::NoCapture),
        })
    }

    /// The result where there is no accepted response to judge.
    pub fn without_acceptance(&self) -> NotHeld {
        match self.acceptance {
            AcceptanceOutcome::Unusable(reason) => unusable_result(reason),
            AcceptanceOutcome::Unproved => NotHeld::Inconclusive(Reason::NotShownToDiscriminate),
            AcceptanceOutcome::Undocumented => NotHeld::Inconclusive(Reason::NotAsDocumented),
            AcceptanceOutcome::Refused | AcceptanceOutcome::Shown => {
                NotHeld::Inconclusive(Reason::OtherOutcome)
            }
        }
    }

    /// Whether this run shows what the step rests on: a working key, and earlier steps that came
    /// out as expected. What the target supplies counts as shown.
    pub fn is_demonstrated(&self) -> bool {
        let earlier = self.step.references().filter_map(|reference| match reference {
            Reference::Sent { step, .. } | Reference::Response { step, .. } => Some(step),
            _ => None,
        });
        let is_met = |name: &String| match self.trace.scenario.step(name) {
            Some(index) => self.trace.steps.get(index).is_some_and(ParsedStep::is_met),
            None => true,
        };
        self.key_works() && earlier.into_iter().all(is_met)
    }

    /// Whether this run shows that the key of the step works.
    pub fn key_works(&self) -> bool {
        self.step.key.kind().is_some_and(|kind| self.facts.key_works(kind))
    }

    /// The operations that are not implemented and that may be why the step shows nothing of a clause: those that it
    /// rests on, or that the calls it is compared with and those of the operation of the clause rest on.
    pub fn lacking_operations(&self, clause: &Clause) -> BTreeSet<&'a str> {
        let lacking = self.trace.steps.iter().filter(|call| !call.lacking.is_empty());
        let compared = lacking.filter(|call| {
            let id = &call.operation.id;
            *id == self.operation.id || clause.operation.as_ref() == Some(id)
        });
        compared.flat_map(|call| &call.lacking).chain(&self.lacking).copied().collect()
    }

    /// All calls of the same operation, this one included.
    pub fn calls(&self) -> impl Iterator<Item = &'a ParsedStep<'a>> {
        self.trace.calls(&self.parsed.operation.id)
    }

    /// The calls of the operation with the same path: those of the same list, where the path names what it is of.
    pub fn calls_of_list(&self) -> impl Iterator<Item = &'a ParsedStep<'a>> {
        let path = |call: &ParsedStep<'a>| {
            let sent = call.attempt.into_iter().flat_map(|attempt| attempt.sent.iter());
            sent.filter(|(at, _)| at.part == InputPart::Path).collect::<Vec<_>>()
        };
        let own = path(self.parsed);
        self.calls().filter(move |call| path(call) == own)
    }

    /// Accepted calls of the same operation with its ordinary key.
    pub fn controls(&self) -> impl Iterator<Item = &'a ParsedStep<'a>> {
        self.calls().filter(|call| {
            let is_ordinary = call.step.key.kind().is_some() && call.step.spelling.is_usual();
            call.index != self.index && is_ordinary && call.is_shown()
        })
    }

    /// Whether another call of the operation in this scenario was accepted: then the operation
    /// works, and what is different about this call is why it came out differently.
    pub fn has_control(&self) -> bool {
        self.controls().next().is_some()
    }

    pub fn identity<'j>(&self, item: &'j Json) -> Option<&'j str> {
        self.trace.identity(self.operation, item)
    }

    /// Whether everything was done that was to be done before: each earlier write that should have been accepted was.
    /// Otherwise records are not in the state that the step relies on. Writes that were not made for lack of an operation
    /// count for the steps that rest on it (`lacking`).
    pub fn is_set_up(&self) -> bool {
        self.trace.steps.iter().take(self.index).all(|call| {
            call.operation.method.is_safe()
                || !call.step.wants_acceptance()
                || call.is_accepted()
                || !call.lacking.is_empty() && call.had_no_effect()
                || !self.relies_on_refused(call)
        })
    }

    /// Whether a write that was refused may be why the step comes out differently. A creation, or a call that sends other
    /// values than an earlier one, is relied on by the steps that name it only: for one, another creation does not.
    fn relies_on_refused(&self, call: &ParsedStep<'_>) -> bool {
        let is_another_creation = call.operation.creates.is_some()
            && call.operation.id == self.operation.id
            && self.step.wants_acceptance();
        self.refers_to(call) || call.step.like.is_none() && !is_another_creation
    }

    /// Whether a value that the step sends or looks for is from the call.
    fn refers_to(&self, call: &ParsedStep<'_>) -> bool {
        let mut names = self.step.all_references().filter_map(Reference::name);
        names.any(|name| call.step.name.as_deref() == Some(name))
    }

    /// Whether the response is a documented refusal of a case that may apply, or a value may be taken.
    pub fn may_be_right_to_refuse(&self) -> bool {
        let mut cases = self.operation.errors.iter().chain(&self.trace.contract.service.errors);
        cases.any(|case| self.trace.is_answered_as(self, &case.id) && self.may_apply(case))
            || self.may_send_taken_value()
    }

    /// Whether an update sends a value that must be unique, and that an earlier run with the same seed may have given to
    /// another record.
    fn may_send_taken_value(&self) -> bool {
        let Some(record) = &self.operation.updates else { return false };
        let creating = self.trace.contract.operations();
        let mut creating = creating.filter(|other| other.creates.as_ref() == Some(record));
        let is_sent = |field: &str| self.attempt.is_some_and(|it| it.sent.body(field).is_some());
        self.trace.mark.is_none()
            && creating.any(|it| it.body.iter().any(|field| field.unique && is_sent(&field.wire)))
    }

    /// Whether the message of the refusal says that a value is taken, and only that, though the value is new.
    pub fn is_refused_as_taken_wrongly(&self) -> bool {
        let is_wrong = |case: &ErrorCase| match case.when.stated() {
            Some(Condition::Taken(input)) => self.is_new(input),
            _ => false,
        };
        let contract = self.trace.contract;
        self.operation.errors.iter().filter(|case| is_wrong(case)).any(|case| {
            let mut cases = contract.indistinct_cases(Some(self.operation), case);
            self.trace.is_answered_as(self, &case.id) && cases.all(is_wrong)
        })
    }

    fn may_apply(&self, case: &ErrorCase) -> bool {
        if contract::is_about_key(case) {
            return !self.is_demonstrated();
        }
        match case.when.stated() {
            // When it is answered is not known.
            None => true,
            // No call took away what this scenario created.
            Some(Condition::Unknown(_) | Condition::OfAny { defect: Defect::Unknown, .. })
                if self.names_existing_record() =>
            {
                false
            }
            Some(Condition::Unknown(input)) => self.is_from_earlier(input),
            Some(Condition::Taken(input)) => !self.is_new(input),
            // A server may accept no address at the domain of the run.
            Some(Condition::Malformed(input)) if self.is_email(input) => {
                !self.facts.accepts_email()
            }
            Some(Condition::OfAny { defect: Defect::Unknown, .. }) => true,
            Some(Condition::Compares(comparison)) => {
                calculation::holds(self.trace, self, comparison) != Some(false)
            }
            // An earlier run may have left it so.
            Some(
                Condition::NotInState { .. }
                | Condition::InState { .. }
                | Condition::Repeated
                | Condition::Prose(_),
            ) => true,
            Some(_) => false,
        }
    }

    /// Whether this scenario created the only record that the step names, and no call took it away.
    pub fn names_existing_record(&self) -> bool {
        names_existing_record(self.trace, self.parsed)
    }

    fn is_email(&self, input: &InputRef) -> bool {
        let field =
            self.operation.body_field(&input.name).filter(|_| input.part == InputPart::Body);
        field.is_some_and(|field| matches!(field.ty, Type::Text(Some(Format::Email))))
    }

    /// Whether the value of an input was made for this step, and sent once.
    fn is_new(&self, input: &InputRef) -> bool {
        let (Some(mark), [only]) = (self.trace.mark, self.attempts) else { return false };
        let Some(sent) = only.sent.get(input).and_then(Json::text) else { return false };
        let sent = distinctive_part(sent);
        let earlier = self.trace.steps.iter().take(self.index);
        let earlier = earlier.flat_map(|call| call.attempts).flat_map(|it| it.sent.iter());
        let mut earlier = earlier.filter_map(|(_, value)| value.text());
        sent.contains(&distinctive_part(mark)) && !earlier.any(|it| distinctive_part(it) == sent)
    }

    /// Whether the value of an input comes from an earlier step and not from the target.
    fn is_from_earlier(&self, input: &InputRef) -> bool {
        let mut references =
            self.step.inputs.set.get(input).into_iter().flat_map(Value::references);
        references.any(|it| matches!(it, Reference::Sent { .. } | Reference::Response { .. }))
    }

    /// Whether the path addresses fixtures of the target.
    pub fn addresses_fixtures(&self) -> bool {
        let mut path = self.step.inputs.set.iter().filter(|(at, _)| at.part == InputPart::Path);
        path.all(|(_, value)| {
            Value::references(value).any(|found| matches!(found, Reference::Fixture { .. }))
        })
    }

    /// Whether a fixture is of a kind that calls use up, so that an earlier run may have done so. The same read was not
    /// accepted earlier in this scenario.
    pub fn may_be_used_up(&self) -> bool {
        let is_same = |call: &ParsedStep<'_>| {
            call.index < self.index && call.is_accepted() && call.sends_same_as(self)
        };
        if self.operation.method.is_safe() && self.calls().any(is_same) {
            return false;
        }
        let is_consumed = |need: &str| {
            let need = self.need(need);
            let kind = need.and_then(|need| contract::fixture(self.trace.contract, &need.kind));
            kind.is_some_and(|kind| kind.consumed)
        };
        let mut references = self.step.inputs.set.values().flat_map(Value::references);
        !self.trace.fresh_fixtures
            && references
                .any(|found| matches!(found, Reference::Fixture { need, .. } if is_consumed(need)))
    }

    fn need(&self, name: &str) -> Option<&'a Need> {
        self.trace.scenario.needs.iter().find(|need| need.name == name)
    }

    /// Whether a control used the same kinds of identifiers.
    pub fn has_control_addressed_alike(&self) -> bool {
        let kinds = |call: &ParsedStep<'a>| Some(addresses(self.operation, call.attempt?));
        let wanted = kinds(self);
        wanted.is_some() && self.controls().any(|control| kinds(control) == wanted)
    }

    /// Whether an earlier call was accepted for something of the same kind: of the same kind of fixture, or created by
    /// the same operation.
    pub fn has_control_of_its_kind(&self) -> bool {
        let kinds = self.kinds(self);
        self.controls().any(|call| call.index < self.index && self.kinds(call) == kinds)
    }

    /// What the path addresses: kinds of fixtures, or operations that create.
    fn kinds(&self, call: &ParsedStep<'a>) -> Vec<&'a str> {
        let path = call.step.inputs.set.iter().filter(|(at, _)| at.part == InputPart::Path);
        let references = path.flat_map(|(_, value)| Value::references(value));
        let kinds = references.filter_map(|reference| match reference {
            Reference::Fixture { need, .. } => Some(self.need(need)?.kind.as_str()),
            Reference::Sent { step, .. } | Reference::Response { step, .. } => {
                Some(self.trace.named(step)?.step.call.as_str())
            }
            _ => None,
        });
        kinds.collect()
    }
}

pub fn unusable_result(reason: Reason) -> NotHeld {
    match reason {
        Reason::NotImplemented
        | Reason::NoCapture
        | Reason::Stopped
        | Reason::Unanswered
        | Reason::Throttled
        | Reason::NotStarted
        | Reason::Oversized
        | Reason::FailedFast => NotHeld::NotExercised(reason),
        _ => NotHeld::Inconclusive(reason),
    }
}
