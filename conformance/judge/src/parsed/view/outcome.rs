//! The outcome of each step: computed once, because every clause asks for it.

use super::{Attempt, ParsedStep, TraceView};
use crate::contract;
use crate::parsed::response::{ParsedResponse, ResponseClass};
use crate::reason::Reason;
use crate::scenario::Expectation;

/// Statuses about what a request asks: others may be about its key or its path, or come from a gateway.
const REFUSES_REQUEST: [u16; 3] = [400, 409, 422];

/// Outcome of a call that should be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcceptanceOutcome {
    /// Accepted, and the response shows that this means something.
    Shown,
    /// Accepted, but with another body than the stated one.
    Undocumented,
    /// Accepted with a body of which nothing is stated, and nothing shows what that means.
    Unproved,
    Refused,
    Unusable(Reason),
}

/// Outcome of a call that should be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalOutcome {
    Matched,
    /// Refused, but not with the documented message.
    Other,
    Accepted,
    Unusable(Reason),
}

impl<'a> TraceView<'a> {
    /// Fills in the outcomes. The choice of the attempt that counts needs no outcomes; acceptance and refusal of a step
    /// need those choices for all steps.
    pub(super) fn find_outcomes(&mut self) {
        let attempts: Vec<_> = self.steps.iter().map(|call| self.best_attempt(call)).collect();
        for (call, attempt) in self.steps.iter_mut().zip(attempts) {
            call.attempt = attempt;
        }
        let outcomes: Vec<_> = self
            .steps
            .iter()
            .filter_map(|call| Some((call, call.attempt?)))
            .map(|(call, attempt)| {
                let acceptance = self.acceptance_of(call, attempt);
                (call.index, acceptance, self.find_refusal(call, attempt))
            })
            .collect();
        for (index, acceptance, refusal) in outcomes {
            if let Some(call) = self.steps.get_mut(index) {
                (call.acceptance, call.refusal) = (acceptance, refusal);
            }
        }
    }

    /// Outcome of one attempt that should be accepted.
    pub fn acceptance_of(&self, call: &ParsedStep<'_>, attempt: &Attempt) -> AcceptanceOutcome {
        match attempt.class() {
            ResponseClass::Refused => return AcceptanceOutcome::Refused,
            ResponseClass::Unusable(reason) => return AcceptanceOutcome::Unusable(reason),
            ResponseClass::Accepted => {}
        }
        let responses = attempt.responses.iter();
        let documented = responses.map(|response| response.is_as_documented(call.operation));
        match documented.collect::<Option<Vec<_>>>() {
            Some(documented) if documented.contains(&false) => AcceptanceOutcome::Undocumented,
            Some(_) if attempt.responses.iter().all(|response| !response.is_empty()) => {
                AcceptanceOutcome::Shown
            }
            _ if self.discriminates(&call.operation.id) => AcceptanceOutcome::Shown,
            _ => AcceptanceOutcome::Unproved,
        }
    }

    fn find_refusal(&self, call: &ParsedStep<'_>, attempt: &Attempt) -> RefusalOutcome {
        match (attempt.class(), &call.step.expect) {
            (ResponseClass::Accepted, _) => RefusalOutcome::Accepted,
            (ResponseClass::Unusable(reason), _) => RefusalOutcome::Unusable(reason),
            (ResponseClass::Refused, Expectation::Refused(case))
                if self.is_refused_as(call, attempt, case)
                    && !self.refuses_good_keys_alike(call, case) =>
            {
                RefusalOutcome::Matched
            }
            (ResponseClass::Refused, _) => RefusalOutcome::Other,
        }
    }

    /// Whether a refusal of the key is given to calls with a good key as well: then it says nothing
    /// of the key that was to be refused.
    fn refuses_good_keys_alike(&self, call: &ParsedStep<'_>, case: &str) -> bool {
        let documented = self.contract.error_case(call.operation, case);
        documented.is_some_and(contract::is_about_key)
            && self.calls(&call.operation.id).any(|other| {
                other.step.expect == Expectation::Accepted && self.is_answered_as(other, case)
            })
    }

    /// Whether the call was refused as expected, for an error case without a message text.
    fn is_expected_without_text(&self, call: &ParsedStep<'_>) -> bool {
        let Expectation::Refused(case) = &call.step.expect else { return false };
        let documented = self.contract.error_case(call.operation, case);
        documented.is_some_and(|case| case.text().is_none() && !contract::is_about_key(case))
            && self.is_answered_as(call, case)
    }

    fn best_attempt(&self, call: &ParsedStep<'a>) -> Option<&'a Attempt> {
        let (attempts, step) = (call.attempts, call.step);
        // A single attempt counts.
        if attempts.len() < 2 {
            return attempts.first();
        }
        let of_class = |class| attempts.iter().find(|attempt| attempt.class() == class);
        let best = match &step.expect {
            _ if step.wants_acceptance() => of_class(ResponseClass::Accepted),
            Expectation::Refused(case) => attempts
                .iter()
                .find(|attempt| self.is_refused_as(call, attempt, case))
                .or_else(|| of_class(ResponseClass::Refused)),
            Expectation::RefusedAny => of_class(ResponseClass::Refused),
            Expectation::Accepted | Expectation::Nothing => of_class(ResponseClass::Accepted),
        };
        best.or(attempts.first())
    }

    fn discriminates(&self, operation: &str) -> bool {
        self.calls(operation).any(|call| self.shows_discrimination(call))
    }

    /// Whether the call shows that the responses of its operation depend on the request.
    pub fn shows_discrimination(&self, call: &ParsedStep<'_>) -> bool {
        self.refuses_request(call) || call.shows_something()
    }

    /// Marks the acceptances as shown whose operations the run shows to respond differently to different requests.
    pub fn prove_acceptances(&mut self, discriminates: impl Fn(&str) -> bool) {
        for call in &mut self.steps {
            if call.acceptance == AcceptanceOutcome::Unproved && discriminates(&call.operation.id) {
                call.acceptance = AcceptanceOutcome::Shown;
            }
        }
    }

    /// Whether the step was refused for what it asks, and not for its key; for either, where a request names nothing that
    /// could be refused. The message says which; without one, the status.
    fn refuses_request(&self, call: &ParsedStep<'_>) -> bool {
        let is_about_key = |message: &str| {
            let case = contract::case_for_message(self.contract, call.operation, message);
            call.step.key.kind().is_none() || case.is_some_and(contract::is_about_key)
        };
        let any_will_do = contract::target_input(call.operation).is_none();
        let refuses = |response: &ParsedResponse| match response.message.as_deref() {
            Some(message) => any_will_do || !is_about_key(message),
            None => {
                let is_documented = || self.is_expected_without_text(call);
                call.step.key.kind().is_some()
                    && (REFUSES_REQUEST.contains(&response.status) || is_documented())
            }
        };
        call.attempts.iter().flat_map(|attempt| &attempt.responses).any(refuses)
    }
}
