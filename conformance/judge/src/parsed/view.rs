//! A trace beside its scenario, step by step, before anything is judged.

mod outcome;

use std::collections::{BTreeMap, BTreeSet};

use conformance_model::error_entries::has_code_of;
use spec::{Contract, ErrorCase, InputRef, Operation, ValueSource};

use crate::contract;
use crate::exchange::{Exchange, ExpectedValues, ScenarioTrace, StepTrace};
use crate::json::Json;
use crate::reason::Reason;
use crate::redact::Redactor;
use crate::scenario::{Dependencies, Expectation, Reference, Scenario, Step};
use crate::target::TargetFixture;

use super::address::distinctive_part;
use super::attempt::Attempt;
use super::message;
use super::response::{ParsedResponse, ResponseClass};

pub use outcome::{AcceptanceOutcome, RefusalOutcome};

const UNIMPLEMENTED: ResponseClass = ResponseClass::Unusable(Reason::NotImplemented);

pub struct TraceView<'a> {
    pub contract: &'a Contract,
    pub scenario: &'a Scenario,
    /// By name of the need.
    pub fixtures: &'a BTreeMap<String, TargetFixture>,
    /// Names of the optional needs without a fixture.
    pub missing: Vec<&'a str>,
    /// Whether no earlier run can have used them up.
    pub fresh_fixtures: bool,
    /// Whether the run paused after each accepted write.
    pub pauses: bool,
    /// Text in the values that no other run made.
    pub mark: Option<&'a str>,
    pub redactor: &'a Redactor,
    pub steps: Vec<ParsedStep<'a>>,
    finally: &'a [StepTrace],
}

/// A step with its attempts, the values that it looks for, and its outcome.
pub struct ParsedStep<'a> {
    pub index: usize,
    pub step: &'a Step,
    pub operation: &'a Operation,
    pub attempts: &'a [Attempt],
    pub values: &'a ExpectedValues,
    /// The attempt that counts: of several, the one that best meets the expectation.
    pub attempt: Option<&'a Attempt>,
    pub acceptance: AcceptanceOutcome,
    pub refusal: RefusalOutcome,
    /// Whether a response was that the operation is not implemented.
    pub unimplemented: bool,
    /// The operations that are not implemented and that the step rests on: its own, or those of earlier calls that
    /// failed or were not sent.
    pub lacking: BTreeSet<&'a str>,
}

impl<'a> ParsedStep<'a> {
    /// Whether a response was accepted, whatever that shows.
    pub fn is_accepted(&self) -> bool {
        self.attempt.is_some_and(Attempt::is_accepted)
    }

    /// Whether it certainly changed nothing: it was not sent, not implemented, or refused.
    pub fn had_no_effect(&self) -> bool {
        let Some(attempt) = self.attempt else { return true };
        let is_client_error = || attempt.responses.iter().all(|response| response.status < 500);
        self.unimplemented || attempt.class() == ResponseClass::Refused && is_client_error()
    }

    /// Whether it was accepted, and the response shows that this means something.
    pub fn is_shown(&self) -> bool {
        self.acceptance == AcceptanceOutcome::Shown
    }

    pub fn holds(&self, text: &str) -> bool {
        self.attempt.is_some_and(|attempt| attempt.holds(text))
    }

    pub fn sent(&self, input: &InputRef) -> Option<&'a Json> {
        self.attempt?.sent.get(input)
    }

    /// Whether both steps sent the same, or neither anything.
    pub fn sends_same_as(&self, other: &Self) -> bool {
        self.attempt.map(|attempt| &attempt.sent) == other.attempt.map(|attempt| &attempt.sent)
    }

    /// Whether it sends the same as the other step, but leaves out this input.
    pub fn sends_same_without(&self, input: &InputRef, other: &Self) -> bool {
        let rest = |call: &Self| call.attempt.map(|attempt| attempt.sent.without(input));
        let own = rest(self);
        self.sent(input).is_none() && own.is_some() && own == rest(other)
    }

    /// The responses that count; one, or one for each page.
    pub fn responses(&self) -> &'a [ParsedResponse] {
        self.attempt.map_or(&[], |attempt| &attempt.responses)
    }

    /// The records in a list that the step was answered with; none if it was not accepted.
    pub fn listed(&self, list: &str) -> impl Iterator<Item = &'a Json> {
        let attempt = self.attempt.filter(|attempt| attempt.is_accepted());
        let pages = attempt.into_iter().flat_map(Attempt::pages);
        pages.filter_map(|page| page.member(list)?.items()).flatten()
    }

    /// Whether a response shows a value that the request did not send.
    fn shows_something(&self) -> bool {
        let order = self.values.order.iter().map(|(value, _)| value);
        self.attempt.filter(|attempt| attempt.is_accepted()).is_some_and(|attempt| {
            let mut values = self.values.shows.iter().chain(order);
            values.any(|value| !attempt.sent.holds(value) && attempt.holds(value))
        })
    }

    pub fn is_met(&self) -> bool {
        if self.step.wants_acceptance() {
            return self.is_shown();
        }
        match &self.step.expect {
            Expectation::Refused(_) => self.refusal == RefusalOutcome::Matched,
            Expectation::RefusedAny => {
                matches!(self.refusal, RefusalOutcome::Matched | RefusalOutcome::Other)
            }
            Expectation::Nothing => true,
            Expectation::Accepted => false,
        }
    }
}

impl<'a> TraceView<'a> {
    pub(super) fn new(
        contract: &'a Contract,
        scenario: &'a Scenario,
        trace: &'a ScenarioTrace,
        attempts: &'a [Vec<Attempt>],
    ) -> Self {
        // Scenarios call operations of the contract only.
        let steps =
            scenario.steps.iter().map_while(|step| Some((step, contract.operation(&step.call)?)));
        let steps = steps.zip(&trace.steps).zip(attempts).enumerate();
        let missing = scenario.needs.iter();
        let missing = missing.filter(|it| it.optional && !trace.fixtures.contains_key(&it.name));
        let mut view = Self {
            contract,
            scenario,
            fixtures: &trace.fixtures,
            missing: missing.map(|need| need.name.as_str()).collect(),
            fresh_fixtures: trace.fresh_fixtures,
            pauses: trace.pauses,
            mark: trace.mark.as_deref(),
            redactor: &trace.redactor,
            steps: steps
                .map(|(index, (((step, operation), trace), attempts))| ParsedStep {
                    index,
                    step,
                    operation,
                    attempts,
                    values: &trace.values,
                    attempt: None,
                    acceptance: AcceptanceOutcome::Unusable(Reason::NoCapture),
                    refusal: RefusalOutcome::Unusable(Reason::NoCapture),
                    unimplemented: attempts.iter().any(|attempt| attempt.class() == UNIMPLEMENTED),
                    lacking: BTreeSet::new(),
                })
                .collect(),
            finally: &trace.finally,
        };
        view.find_outcomes();
        view.find_lacking_operations();
        view
    }

    /// The fixtures that an accepted call changed, and a later one, which was answered 501, was to change again: each with
    /// the operation of that call.
    pub fn unrestored(&self) -> Vec<(&'a TargetFixture, &'a str)> {
        let fixtures = |step: &'a Step| {
            let needs = step.references().filter_map(|reference| match reference {
                Reference::Fixture { need, .. } => self.fixtures.get(need),
                _ => None,
            });
            needs.collect::<Vec<_>>()
        };
        let (mut changed, mut unrestored) = (Vec::new(), Vec::new());
        let writes = self.steps.iter().filter(|call| !call.operation.method.is_safe());
        let mut add =
            |step, operation: &'a Operation, is_accepted: bool, is_unimplemented: bool| {
                if is_accepted {
                    changed.extend(fixtures(step));
                } else if is_unimplemented {
                    let again =
                        fixtures(step).into_iter().filter(|fixture| changed.contains(fixture));
                    unrestored.extend(again.map(|fixture| (fixture, operation.id.as_str())));
                }
            };
        for call in writes {
            add(call.step, call.operation, call.is_accepted(), call.unimplemented);
        }
        for (step, trace) in self.scenario.finally.iter().zip(self.finally) {
            if let Some(operation) = self.contract.operation(&step.call) {
                let exchanges = trace.attempts.iter().flat_map(|attempt| &attempt.exchanges);
                let is_unimplemented = |exchange: &Exchange| {
                    exchange.outcome.as_ref().is_ok_and(|response| response.status == 501)
                };
                add(step, operation, false, exchanges.into_iter().any(is_unimplemented));
            }
        }
        unrestored
    }

    /// Fills in the operations that are not implemented and that steps rest on.
    fn find_lacking_operations(&mut self) {
        if !self.steps.iter().any(|call| call.unimplemented) {
            return;
        }
        let dependencies = Dependencies::new(self.contract, self.scenario);
        for index in 0..self.steps.len() {
            let (earlier, later) = self.steps.split_at_mut(index);
            let Some(call) = later.first_mut() else { continue };
            if call.unimplemented {
                call.lacking.insert(&call.operation.id);
            }
            let failed =
                earlier.iter().filter(|other| !other.is_accepted() && !other.lacking.is_empty());
            for other in failed.filter(|other| dependencies.rests_on(index, other.index)) {
                call.lacking.extend(&other.lacking);
            }
        }
    }

    /// The case that the step should be refused for.
    pub fn expected_case(&self, call: &ParsedStep<'a>) -> Option<&'a ErrorCase> {
        match &call.step.expect {
            Expectation::Refused(case) => self.contract.error_case(call.operation, case),
            _ => None,
        }
    }

    pub fn named(&self, name: &str) -> Option<&ParsedStep<'a>> {
        self.steps.get(self.scenario.step(name)?)
    }

    pub fn calls<'s>(&'s self, operation: &'s str) -> impl Iterator<Item = &'s ParsedStep<'a>> {
        self.steps.iter().filter(move |call| call.operation.id == operation)
    }

    /// Whether the step was answered with the message of a case and, where cases share it, with the code in an entry.
    pub fn is_answered_as(&self, call: &ParsedStep<'_>, case: &str) -> bool {
        let Some(attempt) = call.attempt else { return false };
        let has_code = |case: &ErrorCase| {
            let response = attempt.responses.first();
            let codes = response.map(|response| response.said(self.contract).codes);
            has_code_of(self.contract, case, &codes.unwrap_or_default())
        };
        let case = self.contract.error_case(call.operation, case);
        case.is_some_and(|case| {
            let mut cases = self.contract.indistinct_cases(Some(call.operation), case);
            cases.any(|case| self.is_worded_as(call, attempt, case) && has_code(case))
        })
    }

    /// Whether one attempt of the step was answered with the message of a case, or of one that the document does not distinguish
    /// from it.
    pub fn is_refused_as(&self, call: &ParsedStep<'_>, attempt: &Attempt, case: &str) -> bool {
        let case = self.contract.error_case(call.operation, case);
        case.is_some_and(|case| {
            let mut cases = self.contract.indistinct_cases(Some(call.operation), case);
            cases.any(|case| self.is_worded_as(call, attempt, case))
        })
    }

    /// Whether one attempt of the step was answered with exactly this error case.
    pub fn is_worded_as(&self, call: &ParsedStep<'_>, attempt: &Attempt, case: &ErrorCase) -> bool {
        let Some(response) = attempt.responses.first() else { return false };
        let Some(text) = case.text() else {
            let said = response.said(self.contract);
            let of_another = said.message.and_then(|message| {
                contract::case_for_message(self.contract, call.operation, message)
            });
            return of_another.is_none() && contract::is_without_text(case, &said);
        };
        let known = |sources: &[ValueSource]| self.known_values(sources, attempt, call.index);
        let message = response.message.as_deref();
        message.is_some_and(|message| message::is_message_of((case, text), message, &known))
    }

    /// The values that the sources of a placeholder may have had for a request. Where the request names a person by an
    /// address, only spellings of that address.
    pub fn known_values(
        &self,
        sources: &[ValueSource],
        attempt: &Attempt,
        index: usize,
    ) -> Vec<String> {
        let sent = sources.iter().filter_map(|source| match source {
            ValueSource::Input(input) => attempt.sent.get(input).map(plain),
            ValueSource::Record { .. } => None,
        });
        let mut values: Vec<_> = sent.collect();
        let address = values.iter().find(|sent| sent.contains('@')).cloned();
        let address = address.map(|address| distinctive_part(&address));
        for source in sources {
            if let ValueSource::Record { field, .. } = source {
                let known = self.values_of(field, index);
                values.extend(known.filter(|value| {
                    address.as_ref().is_none_or(|address| distinctive_part(value) == *address)
                }));
            }
        }
        values
    }

    /// What the run knows under the name of a record's member: the facts of fixtures
    /// and what was sent up to this step.
    fn values_of(&self, field: &str, index: usize) -> impl Iterator<Item = String> {
        let facts = self.fixtures.values().filter_map(|fixture| fixture.fact(field));
        let attempts = self.steps.iter().take(index + 1).flat_map(|call| call.attempts);
        let sent = attempts.filter_map(|attempt| attempt.sent.body(field)).map(plain);
        facts.map(str::to_owned).chain(sent)
    }

    /// The identifier of a listed item. Without one, equal items on two pages may be different records.
    pub fn identity<'j>(&self, operation: &Operation, item: &'j Json) -> Option<&'j str> {
        contract::identifier_of(self.contract, operation.lists.as_deref()?, item)
    }
}

fn plain(value: &Json) -> String {
    value.text().map_or_else(|| value.to_string(), str::to_owned)
}
