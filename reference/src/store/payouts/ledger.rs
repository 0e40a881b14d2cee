//! Ledger entries: what was earned in the period of a payout, and for what.

use std::collections::BTreeMap;

use crate::domain::dollars::Dollars;
use crate::domain::id::{AccountId, PublicationId};
use crate::domain::payout::{Commission, Due, LedgerEntry, Payout, Source};
use crate::domain::timestamp::Timestamp;
use crate::store::StoreError;
use crate::store::engine::Transaction;
use crate::store::error::{failed, readable};
use crate::store::row::row;
use crate::store::sql::sql;
use crate::store::text::time;

row! {
    struct Row {
        payout_uuid: String,
        source: String,
        amount: i64,
        publication_uuid: Option<String>,
        publication_name: Option<String>,
        confirmations: Option<i64>,
        deferred: bool,
        expected_at: Option<i64>,
    }
}

impl Row {
    fn entry(self) -> Result<LedgerEntry, StoreError> {
        let amount = Dollars::from_cents(self.amount);
        let source = match self.source.as_str() {
            "affiliate" => Source::Affiliate,
            "adjustment" => Source::Adjustment,
            _ => Source::Commission(self.commission()?),
        };
        Ok(LedgerEntry { amount, source })
    }

    fn commission(self) -> Result<Commission, StoreError> {
        let what = "commission";
        Ok(Commission {
            publication: PublicationId::new(readable(self.publication_uuid, what)?),
            publication_name: readable(self.publication_name, what)?,
            confirmations: readable(self.confirmations, what)?,
            due: match self.deferred {
                true => Due::Deferred(self.expected_at.map(time).transpose()?),
                false => Due::Now,
            },
        })
    }
}

/// The entries of each of these payouts, in order. Payouts without any are left out.
pub(super) async fn of(
    reading: &mut Transaction,
    account: &AccountId,
    payouts: &[&str],
) -> Result<BTreeMap<String, Vec<LedgerEntry>>, StoreError> {
    if payouts.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut query = sql("SELECT payout_uuid, source, amount, publication_uuid, publications.name AS publication_name,
             confirmations, deferred, expected_at
         FROM ledger_entries AS entries
         LEFT JOIN publications ON publications.account_uuid = entries.account_uuid
                               AND publications.uuid = entries.publication_uuid
         WHERE entries.account_uuid = ");
    query.push_bind(account.as_str());
    query.push(" AND entries.payout_uuid IN ");
    query.push_list(payouts.iter().copied());
    query.push(" ORDER BY entries.payout_uuid, entries.position");
    let rows: Vec<Row> = query.fetch_all(reading).await.map_err(failed("read the ledger"))?;

    let mut entries = BTreeMap::<_, Vec<_>>::new();
    for row in rows {
        let payout = row.payout_uuid.clone();
        entries.entry(payout).or_default().push(row.entry()?);
    }
    Ok(entries)
}

/// Inserts the entries of a new payout.
pub(super) async fn insert(
    writing: &mut Transaction,
    account: &AccountId,
    payout: &Payout,
) -> Result<(), StoreError> {
    for (position, entry) in (0_i64..).zip(&payout.entries) {
        let commission = entry.source.commission();
        let (deferred, expected_at) = match commission.map(|commission| commission.due) {
            Some(Due::Deferred(at)) => (true, at),
            Some(Due::Now) | None => (false, None),
        };
        sql("INSERT INTO ledger_entries
                 (account_uuid, payout_uuid, position, source, amount, publication_uuid,
                  confirmations, deferred, expected_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
        .bind(account.as_str())
        .bind(payout.uuid.as_str())
        .bind(position)
        .bind(word(&entry.source))
        .bind(entry.amount.as_cents())
        .bind(commission.map(|commission| commission.publication.as_str()))
        .bind(commission.map(|commission| commission.confirmations))
        .bind(deferred)
        .bind(expected_at.map(Timestamp::as_micros))
        .execute(&mut *writing)
        .await
        .map_err(failed("write to the ledger"))?;
    }
    Ok(())
}

fn word(source: &Source) -> &'static str {
    match source {
        Source::Commission(_) => "commission",
        Source::Affiliate => "affiliate",
        Source::Adjustment => "adjustment",
    }
}
