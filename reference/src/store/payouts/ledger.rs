//! Ledger entries: what was earned in the period of a payout, and for what.

use std::collections::BTreeMap;

use crate::domain::id::PayoutId;
use crate::domain::payout::{Commission, Due, LedgerEntry, Payout, Source};
use crate::store::DatabaseError;
use crate::store::engine::Transaction;
use crate::store::prelude::*;
use crate::store::row::{Columns, Row};

impl Row for LedgerEntry {
    fn read(columns: &mut Columns<'_>) -> Result<LedgerEntry, DatabaseError> {
        let source: String = columns.next("source")?;
        let amount = columns.next("amount")?;
        let publication = columns.next("publication_uuid")?;
        let publication_name = columns.next("publication_name")?;
        let confirmations = columns.next("confirmations")?;
        let deferred = columns.next("deferred")?;
        let expected_at = columns.next("expected_at")?;
        let unreadable = || DatabaseError::Unreadable { kind: "commission" };
        let source = match source.as_str() {
            "affiliate" => Source::Affiliate,
            "adjustment" => Source::Adjustment,
            _ => Source::Commission(Commission {
                publication: Option::ok_or_else(publication, unreadable)?,
                publication_name: Option::ok_or_else(publication_name, unreadable)?,
                confirmations: Option::ok_or_else(confirmations, unreadable)?,
                due: if deferred { Due::Deferred(expected_at) } else { Due::Now },
            }),
        };
        Ok(LedgerEntry { amount, source })
    }
}

/// Adds to each payout its entries, in order.
pub(super) async fn add_entries(
    reading: &mut Transaction,
    account: &AccountId,
    payouts: &mut [Payout],
) -> Result<(), StoreError> {
    if payouts.is_empty() {
        return Ok(());
    }
    let mut query = sql("SELECT payout_uuid, source, amount, publication_uuid, publications.name AS publication_name,
             confirmations, deferred, expected_at
         FROM ledger_entries AS entries
         LEFT JOIN publications ON publications.account_uuid = entries.account_uuid
                               AND publications.uuid = entries.publication_uuid
         WHERE entries.account_uuid = ");
    query.push_bind(account).push(" AND entries.payout_uuid IN ");
    query.push_list(payouts.iter().map(|payout| &payout.uuid));
    query.push(" ORDER BY entries.payout_uuid, entries.position");
    let rows: Vec<(PayoutId, LedgerEntry)> = query.fetch_all("read the ledger", reading).await?;

    let mut payouts: BTreeMap<_, _> =
        payouts.iter_mut().map(|payout| (payout.uuid.clone(), &mut payout.entries)).collect();
    for (payout, entry) in rows {
        if let Some(entries) = payouts.get_mut(&payout) {
            entries.push(entry);
        }
    }
    Ok(())
}

/// Inserts the entries of a new payout.
pub(super) async fn insert(
    writing: &mut Transaction,
    account: &AccountId,
    payout: &Payout,
) -> Result<(), StoreError> {
    for (position, entry) in (0_i64..).zip(&payout.entries) {
        let row = insert_into("ledger_entries")
            .set("account_uuid", account)
            .set("payout_uuid", &payout.uuid)
            .set("position", position)
            .set("amount", &entry.amount);
        let row = match &entry.source {
            Source::Affiliate => row.set("source", "affiliate").set("deferred", false),
            Source::Adjustment => row.set("source", "adjustment").set("deferred", false),
            Source::Commission(commission) => {
                let row = row
                    .set("source", "commission")
                    .set("publication_uuid", &commission.publication)
                    .set("confirmations", commission.confirmations);
                match &commission.due {
                    Due::Now => row.set("deferred", false),
                    Due::Deferred(at) => row.set("deferred", true).set("expected_at", at),
                }
            }
        };
        row.sql().execute("write to the ledger", &mut *writing).await?;
    }
    Ok(())
}
