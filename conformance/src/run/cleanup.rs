//! Tidying up after another run: its open chores are sent one after the other, and noted as its own.

use std::collections::BTreeMap;

use spec::Contract;

use super::request_sender::RequestSender;
use crate::exchange::{Exchange, Fault};
use crate::state::JournalWriter;
use crate::state::cleanup_plan::CleanupTask;
use crate::write_outcome::WriteOutcome;

/// What came of a chore.
pub struct CleanupResult<'c> {
    /// What was to be done.
    pub task: &'c CleanupTask,
    /// What was sent and answered.
    pub exchange: Exchange,
    /// How it was received; `None` without an answer.
    pub received: Option<WriteOutcome>,
}

/// Sends the chores, in order; tells what came of each. A key that is not given here is not used.
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
        // A chore that no request can be made of is of another version of this program.
        let Some(request) = task.write.request(headers.clone().unwrap_or_default()) else {
            continue;
        };
        let noted = headers.and_then(|_| note(task, journal));
        let noted_first = noted.is_ok();
        let exchange = Exchange {
            number: task.exchange,
            outcome: match noted {
                Ok(()) => sender.send(&request).await,
                Err(fault) => Err(fault),
            },
            request,
        };
        let operation = contract.operation(&task.write.operation);
        let received = operation.and_then(|it| WriteOutcome::classify(contract, it, &exchange));
        if noted_first {
            // It has been sent: that its end could not be noted does not undo it.
            let _ = journal.record_completion(&task.scenario, &exchange, received, None);
        }
        ends.push(CleanupResult {
            task,
            exchange,
            received,
        });
    }
    ends
}

fn note(task: &CleanupTask, journal: &JournalWriter) -> Result<(), Fault> {
    let noted = journal.record_intent(&task.scenario, task.exchange, task.write.clone(), true);
    let failed = |error| Fault::Unsendable(format!("the journal cannot be written: {error}"));
    noted.map_err(failed)
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
