//! How a service received a write, according to its answer: what a journal keeps of the answer,
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
    /// The outcome of an exchange; `None` if there was no answer.
    pub fn classify(
        contract: &Contract,
        operation: &Operation,
        exchange: &Exchange,
    ) -> Option<Self> {
        let answer = exchange.outcome.as_ref().ok()?;
        let summary = parsed::summarize_answer(contract, operation, exchange);
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
            // The body of such an answer cannot be read.
            None if answer.coding().is_some() => Self::from_status(answer.status),
            None => match Self::from_status(answer.status) {
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

/// The identifier of the created record in an accepted answer, if it is documented.
pub fn created_identifier(
    contract: &Contract,
    operation: &Operation,
    answer: &Response,
) -> Option<String> {
    let record = operation.creates.as_deref().filter(|_| answer.is_success())?;
    let mut members = contract::envelope(operation)?.iter();
    let member = members.find(|member| member.ty == Type::Record(record.to_owned()))?;
    let id = contract::identifier(contract.record(record)?)?;
    let shown = answer.body.json()?;
    let id = shown.get(&member.wire)?.get(&id.wire)?.text()?;
    // The journal keeps it.
    (id.len() <= MAX_IDENTIFIER_BYTES).then(|| id.to_owned())
}
