//! Cleans up after an interrupted run: sends the open tasks of its journal in order and records them there.

use std::collections::BTreeMap;

use spec::Contract;

use super::request_sender::RequestSender;
use crate::exchange::{Exchange, Fault};
use crate::state::JournalWriter;
use crate::state::cleanup_plan::CleanupTask;
use crate::write_outcome::WriteOutcome;

/// Result of a cleanup task.
pub struct CleanupResult<'c> {
    /// The task.
    pub task: &'c CleanupTask,
    /// Request and answer.
    pub exchange: Exchange,
    /// How the server received the write; `None` without an answer.
    pub received: Option<WriteOutcome>,
}

/// Sends the tasks in order and returns their results. A task whose key is not in `keys` is not sent.
pub async fn send_cleanup<'c>(
    contract: &Contract,
    tasks: &'c [CleanupTask],
    keys: &BTreeMap<String, String>,
    sender: &RequestSender,
    journal: &JournalWriter,
) -> Vec<CleanupResult<'c>> {
    let mut ends = Vec::new();
    for task in tasks {
        let headers = key(contract, task, keys);
        // Only a journal of another version contains a task that is not a valid request.
        let Some(request) = task.write.request(headers.clone().unwrap_or_default()) else {
            continue;
        };
        let recorded = headers.and_then(|_| record_intent(task, journal));
        let noted_first = recorded.is_ok();
        let exchange = Exchange {
            number: task.exchange,
            outcome: match recorded {
                Ok(()) => sender.send(&request).await,
                Err(fault) => Err(fault),
            },
            request,
        };
        let operation = contract.operation(&task.write.operation);
        let received = operation.and_then(|it| WriteOutcome::classify(contract, it, &exchange));
        if noted_first {
            // The request has been sent; failing to record its end does not change that.
            let _ = journal.record_completion(&task.scenario, &exchange, received, None);
        }
        ends.push(CleanupResult { task, exchange, received });
    }
    ends
}

fn record_intent(task: &CleanupTask, journal: &JournalWriter) -> Result<(), Fault> {
    let recorded = journal.record_intent(&task.scenario, task.exchange, task.write.clone(), true);
    let failed = |error| Fault::Unsendable(format!("the journal cannot be written: {error}"));
    recorded.map_err(failed)
}

fn key(
    contract: &Contract,
    task: &CleanupTask,
    keys: &BTreeMap<String, String>,
) -> Result<Vec<(String, String)>, Fault> {
    let Some(kind) = &task.write.key else {
        return Ok(Vec::new());
    };
    let missing = || Fault::Unsendable(format!("the key `{kind}` that the run had is not given"));
    let key = keys.get(kind).ok_or_else(missing)?;
    Ok(vec![(contract.service.auth.header.clone(), key.clone())])
}
