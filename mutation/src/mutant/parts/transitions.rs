//! Calls that request a transition.

use referral_conformance::json::Json;
use referral_conformance::parsed::SentInputs;
use spec::{Contract, Transition};

use crate::history::PastExchange;

/// Whether the inputs request the transition.
pub(in crate::mutant) fn is_requested(transition: &Transition, sent: &SentInputs) -> bool {
    transition.trigger.as_ref().is_none_or(|given| {
        let sent = sent.get(&given.input).and_then(Json::text);
        sent == Some(given.value.as_str())
    })
}

/// Whether a past call requested any transition.
pub(in crate::mutant) fn requests_any(contract: &Contract, past: &PastExchange) -> bool {
    let operation = contract.operation(&past.operation).into_iter();
    operation
        .flat_map(|operation| &operation.transitions)
        .any(|transition| is_requested(transition, &past.sent))
}

/// A transition of an operation, by name.
#[derive(Clone)]
pub(in crate::mutant) struct TransitionRef {
    pub(in crate::mutant) operation: String,
    /// `None` for the only transition of the operation.
    pub(in crate::mutant) name: Option<String>,
}

impl TransitionRef {
    fn resolve<'c>(&self, contract: &'c Contract) -> Option<&'c Transition> {
        contract.operation(&self.operation)?.transition(self.name.as_deref())
    }

    /// Whether a call of an operation with these inputs requests the transition.
    pub(in crate::mutant) fn is_requested_by(
        &self,
        contract: &Contract,
        operation: &str,
        sent: &SentInputs,
    ) -> bool {
        self.operation == operation
            && self.resolve(contract).is_some_and(|transition| is_requested(transition, sent))
    }

    /// Whether a past call requested the transition and was accepted.
    pub(in crate::mutant) fn was_made_by(&self, contract: &Contract, past: &PastExchange) -> bool {
        past.is_accepted() && self.is_requested_by(contract, &past.operation, &past.sent)
    }
}
