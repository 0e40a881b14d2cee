//! Calls that request a transition.

use referral_conformance::parsed::SentInputs;
use spec::{Contract, Operation, Transition};

use crate::prelude::*;

/// Whether the inputs request the transition.
pub(crate) fn is_requested(transition: &Transition, sent: &SentInputs) -> bool {
    transition.trigger.as_ref().is_none_or(|trigger| {
        sent.get(&trigger.input).and_then(Json::text) == Some(trigger.value.as_str())
    })
}

/// Whether a past call requested any transition.
pub(crate) fn requests_any(contract: &Contract, past: &PastExchange) -> bool {
    contract.operation(&past.operation).is_some_and(|operation| {
        operation.transitions.iter().any(|transition| is_requested(transition, &past.sent))
    })
}

/// Whether an object describes a record in the path of a past call.
pub(crate) fn is_about(members: &[(String, Json)], past: &PastExchange) -> bool {
    past.path.iter().any(|id| json::has_text(members, id))
}

/// A transition of an operation, by name.
#[derive(Clone)]
pub(crate) struct TransitionRef {
    operation: String,
    /// `None` for the only transition of the operation.
    name: Option<String>,
}

impl TransitionRef {
    pub(crate) fn new(operation: &Operation, name: Option<&str>) -> Self {
        Self { operation: operation.id.clone(), name: name.map(str::to_owned) }
    }

    /// Whether a call of an operation with these inputs requests the transition.
    pub(crate) fn is_requested_by(
        &self,
        contract: &Contract,
        operation: &str,
        sent: &SentInputs,
    ) -> bool {
        self.operation == operation
            && contract
                .operation(operation)
                .and_then(|operation| operation.transition(self.name.as_deref()))
                .is_some_and(|transition| is_requested(transition, sent))
    }

    /// Whether the call requests the transition.
    pub(crate) fn is_requested_in(&self, cx: &InterceptContext<'_>) -> bool {
        self.is_requested_by(cx.contract, &cx.call.operation.id, &cx.call.sent)
    }

    /// Whether a past call requested the transition and was accepted.
    pub(crate) fn was_made_by(&self, contract: &Contract, past: &PastExchange) -> bool {
        past.is_accepted() && self.is_requested_by(contract, &past.operation, &past.sent)
    }
}
