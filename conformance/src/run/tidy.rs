//! Tidying up after another run: its open chores are sent one after the other, and noted as its own.

use std::collections::BTreeMap;

use spec::Contract;

use super::courier::Courier;
use super::ledger::Ledger;
use crate::exchange::{Exchange, Fault, Request, Response};
use crate::sweep::Chore;

/// Sends the chores, in order; tells what came of each.
pub async fn tidy<'c>(
    contract: &Contract,
    chores: &'c [Chore],
    keys: &BTreeMap<String, String>,
    courier: &Courier,
    ledger: &Ledger,
) -> Vec<(&'c Chore, Exchange)> {
    let mut ends = Vec::new();
    for chore in chores {
        let headers = key(contract, chore, keys);
        // A chore that no request can be made of is of another version of this program.
        let Some(request) = chore.write.request(headers.clone().unwrap_or_default()) else {
            continue;
        };
        let outcome = match headers {
            Ok(_) => send(chore, &request, courier, ledger).await,
            Err(fault) => Err(fault),
        };
        let exchange = Exchange {
            number: chore.exchange,
            request,
            outcome,
        };
        // It has been sent: that its end could not be noted does not undo it.
        let _ = ledger.complete(&chore.scenario, &exchange, None);
        ends.push((chore, exchange));
    }
    ends
}

async fn send(
    chore: &Chore,
    request: &Request,
    courier: &Courier,
    ledger: &Ledger,
) -> Result<Response, Fault> {
    let noted = ledger.intend(&chore.scenario, chore.exchange, chore.write.clone(), true);
    if let Err(error) = noted {
        return Err(Fault::Unsendable(format!(
            "the journal cannot be written: {error}"
        )));
    }
    courier.send(request).await
}

fn key(
    contract: &Contract,
    chore: &Chore,
    keys: &BTreeMap<String, String>,
) -> Result<Vec<(String, String)>, Fault> {
    let Some(kind) = &chore.write.key else {
        return Ok(Vec::new());
    };
    let missing = || Fault::Unsendable(format!("the key `{kind}` is not given"));
    let key = keys.get(kind).ok_or_else(missing)?;
    Ok(vec![(contract.service.auth.header.clone(), key.clone())])
}
