//! Cleans up after an interrupted run: sends the open tasks of its journal in order and records them there.

use std::collections::BTreeMap;

use conformance_model::key_place;
use spec::Contract;

use super::request_sender::RequestSender;
use crate::exchange::{Exchange, Fault, Request, Response};
use crate::parsed;
use crate::state::JournalWriter;
use crate::state::cleanup_plan::CleanupTask;
use crate::state::journal::WriteRequest;
use crate::write_outcome::WriteOutcome;

/// Result of a cleanup task.
pub struct CleanupResult {
    /// The write that was sent.
    pub write: WriteRequest,
    /// Its response.
    pub outcome: Result<Response, Fault>,
    /// How the server received the write; `None` without a response.
    pub received: Option<WriteOutcome>,
}

/// Sends the tasks in order, each until it is answered, and returns their results. A task whose key is not in `keys` is not
/// sent. The journal has the tasks already, so that one is sent even if that cannot be recorded.
pub(crate) async fn send_cleanup(
    contract: &Contract,
    tasks: Vec<CleanupTask>,
    keys: &BTreeMap<String, String>,
    sender: &RequestSender,
    journal: &JournalWriter,
) -> Vec<CleanupResult> {
    let mut results = Vec::new();
    for task in tasks {
        // Only a journal of another version contains a task that is not a valid request.
        let Some(mut request) = task.write.request() else { continue };
        let placed = put_key(contract, &task, keys, &mut request);
        let may_be_sent = placed.is_ok();
        let outcome = match placed {
            Ok(()) => {
                let write = task.write.clone();
                let _ = journal.record_intent(&task.scenario, task.exchange, write, true);
                sender.send_until_answered(&request).await
            }
            Err(fault) => Err(fault),
        };
        let exchange = Exchange { number: task.exchange, request: request.into(), outcome };
        let operation = contract.operation(&task.write.operation);
        let received =
            operation.and_then(|operation| WriteOutcome::classify(contract, operation, &exchange));
        if may_be_sent {
            journal.record_completion(&task.scenario, &exchange, received, None);
        }
        results.push(CleanupResult { write: task.write, outcome: exchange.outcome, received });
    }
    results
}

/// Reads the records of changes without a response, and records in the journal which of them are not there, so that nothing
/// was changed. Only the documented message for an unknown record shows that.
pub(crate) async fn find_missing(
    contract: &Contract,
    reads: Vec<CleanupTask>,
    keys: &BTreeMap<String, String>,
    sender: &RequestSender,
    journal: &JournalWriter,
) {
    for read in reads {
        let (Some(mut request), Some(operation)) =
            (read.write.request(), contract.operation(&read.write.operation))
        else {
            continue;
        };
        if put_key(contract, &read, keys, &mut request).is_err() {
            continue;
        }
        let outcome = sender.send_until_answered(&request).await;
        let exchange = Exchange { number: read.exchange, request: request.into(), outcome };
        if parsed::is_unknown_record(contract, operation, &exchange) {
            let missing = Some(WriteOutcome::NotFound);
            journal.record_completion(&read.scenario, &exchange, missing, None);
        }
    }
}

/// Puts the key in its place, where a journal has its name.
fn put_key(
    contract: &Contract,
    task: &CleanupTask,
    keys: &BTreeMap<String, String>,
    request: &mut Request,
) -> Result<(), Fault> {
    let (Some(kind), Some(place)) = (&task.write.key, contract.service.key_place()) else {
        return Ok(());
    };
    let missing = || Fault::Unsendable(format!("the key `{kind}` that the run had is not given"));
    let key = keys.get(kind).ok_or_else(missing)?;
    key_place::put(place, key, request);
    Ok(())
}
