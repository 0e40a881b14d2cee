//! Tidying up after another run: its open chores are sent one after the other, and noted as its own.

use std::collections::BTreeMap;

use spec::Contract;

use super::courier::Courier;
use super::ledger::Ledger;
use crate::exchange::{Exchange, Fault};
use crate::reception::Reception;
use crate::sweep::Chore;

/// What came of a chore.
pub struct End<'c> {
    /// What was to be done.
    pub chore: &'c Chore,
    /// What was sent and answered.
    pub exchange: Exchange,
    /// How it was received; `None` without an answer.
    pub received: Option<Reception>,
}

/// Sends the chores, in order; tells what came of each. A key that is not given here is not used.
pub async fn tidy<'c>(
    contract: &Contract,
    chores: &'c [Chore],
    keys: &BTreeMap<String, String>,
    courier: &Courier,
    ledger: &Ledger,
) -> Vec<End<'c>> {
    let mut ends = Vec::new();
    for chore in chores {
        let headers = key(contract, chore, keys);
        // A chore that no request can be made of is of another version of this program.
        let Some(request) = chore.write.request(headers.clone().unwrap_or_default()) else {
            continue;
        };
        let noted = headers.and_then(|_| note(chore, ledger));
        let noted_first = noted.is_ok();
        let exchange = Exchange {
            number: chore.exchange,
            outcome: match noted {
                Ok(()) => courier.send(&request).await,
                Err(fault) => Err(fault),
            },
            request,
        };
        let operation = contract.operation(&chore.write.operation);
        let received = operation.and_then(|it| Reception::of(contract, it, &exchange));
        if noted_first {
            // It has been sent: that its end could not be noted does not undo it.
            let _ = ledger.complete(&chore.scenario, &exchange, received, None);
        }
        ends.push(End {
            chore,
            exchange,
            received,
        });
    }
    ends
}

fn note(chore: &Chore, ledger: &Ledger) -> Result<(), Fault> {
    let noted = ledger.intend(&chore.scenario, chore.exchange, chore.write.clone(), true);
    let failed = |error| Fault::Unsendable(format!("the journal cannot be written: {error}"));
    noted.map_err(failed)
}

fn key(
    contract: &Contract,
    chore: &Chore,
    keys: &BTreeMap<String, String>,
) -> Result<Vec<(String, String)>, Fault> {
    let Some(kind) = &chore.write.key else {
        return Ok(Vec::new());
    };
    let missing = || Fault::Unsendable(format!("the key `{kind}` that the run had is not given"));
    let key = keys.get(kind).ok_or_else(missing)?;
    Ok(vec![(contract.service.auth.header.clone(), key.clone())])
}
