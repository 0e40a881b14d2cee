//! How a service received a write, according to its response: what a journal keeps of the response,
//! apart from the identifier of a created record.

use serde::{Deserialize, Serialize};
use spec::{Condition, Contract, Operation, Type};

use crate::contract;
use crate::exchange::{Exchange, Response};
use crate::parsed;

/// Limit for the identifier of a created record: a longer one fits into no path.
const MAX_IDENTIFIER_BYTES: usize = 2048;

/// How a service received a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WriteOutcome {
    /// It was accepted.
    Accepted,
    /// It was refused, and would be refused again.
    Refused,
    /// The key was refused; another one may be accepted.
    KeyRefused,
    /// The record was not found; another key may have access to it.
    NotFound,
    /// Another error; a retry may succeed.
    Failed,
}

impl WriteOutcome {
    /// The outcome of an exchange; `None` if there was no response.
    pub fn classify(
        contract: &Contract,
        operation: &Operation,
        exchange: &Exchange,
    ) -> Option<Self> {
        let response = exchange.outcome.as_ref().ok()?;
        let summary = parsed::summarize_response(contract, operation, exchange);
        if summary.accepted {
            return Some(Self::Accepted);
        }
        // A documented message is more specific than the status.
        let case = summary.message.as_deref();
        let case = case.and_then(|said| contract::case_for_message(contract, operation, said));
        Some(match case {
            Some(case) if contract::is_about_key(case) => Self::KeyRefused,
            Some(case) if matches!(case.when.value(), Some(Condition::Unknown(_))) => {
                Self::NotFound
            }
            Some(_) => Self::Refused,
            // The body of such a response cannot be read.
            None if response.coding().is_some() => Self::from_status(response.status),
            None => match Self::from_status(response.status) {
                Self::Accepted => Self::Refused,
                other => other,
            },
        })
    }

    /// The outcome if only the status is known.
    pub fn from_status(status: u16) -> Self {
        match status {
            200..300 => Self::Accepted,
            401 | 403 => Self::KeyRefused,
            404 | 410 => Self::NotFound,
            400..500 if status != 429 => Self::Refused,
            _ => Self::Failed,
        }
    }
}

/// The identifier of the created record in an accepted response, if it is documented.
pub fn created_identifier(
    contract: &Contract,
    operation: &Operation,
    response: &Response,
) -> Option<String> {
    let record = operation.creates.as_deref().filter(|_| response.is_success())?;
    let member = contract::member_of_type(operation, &Type::Record(record.to_owned()))?;
    let id = contract.record(record)?.identifier()?;
    let shown = response.body.json()?;
    let id = shown.member(member)?.get(&id.wire)?.identifier()?;
    // The journal keeps it.
    (id.len() <= MAX_IDENTIFIER_BYTES).then(|| id.to_owned())
}
