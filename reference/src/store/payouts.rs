//! Payouts of an account, with the ledger entries that they are computed from.

use crate::domain::id::{AccountId, PartnerPayoutId, PayoutId};
use crate::domain::page::{Page, PageRequest};
use crate::domain::payout::{LedgerEntry, Payout};
use crate::domain::timestamp::Timestamp;
use crate::store::engine::Transaction;
use crate::store::error::failed;
use crate::store::row::row;
use crate::store::sql::{Sql, sql};
use crate::store::text::time;
use crate::store::{Inserted, Store, StoreError, WriteTransaction};

mod ledger;

/// Which payouts an operation shows, and by which identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayoutView {
    /// Of the account: payouts with commissions of the partner network.
    Account,
    /// Of its partner profile: all payouts.
    Profile,
}

/// Columns of a [`Row`]. `*` would change under a prepared statement when a later version adds a column.
const COLUMNS: &str = "uuid, partner_uuid, period_start, period_end, created_at, paid_at";

row! {
    struct Row {
        uuid: String,
        partner_uuid: String,
        period_start: i64,
        period_end: i64,
        created_at: i64,
        paid_at: Option<i64>,
    }
}

impl Row {
    fn with(self, entries: Vec<LedgerEntry>) -> Result<Payout, StoreError> {
        Ok(Payout {
            uuid: PayoutId::new(self.uuid),
            partner_uuid: PartnerPayoutId::new(self.partner_uuid),
            period_start: time(self.period_start)?,
            period_end: time(self.period_end)?,
            created_at: time(self.created_at)?,
            paid_at: self.paid_at.map(time).transpose()?,
            entries,
        })
    }
}

impl Store {
    /// The account's payout with this identifier, if it is in the view.
    pub async fn payout(
        &self,
        account: &AccountId,
        view: PayoutView,
        uuid: &str,
    ) -> Result<Option<Payout>, StoreError> {
        let doing = "find a payout";
        let mut reading = self.pools.begin_read().await.map_err(failed(doing))?;
        let mut query = seen(COLUMNS, account, view);
        query.push(match view {
            PayoutView::Account => " AND uuid = ",
            PayoutView::Profile => " AND partner_uuid = ",
        });
        query.push_bind(uuid);
        let rows = query.fetch_all(&mut reading).await.map_err(failed(doing))?;
        Ok(whole(&mut reading, account, rows).await?.pop())
    }

    /// A page of the account's payouts in the view, newest first.
    pub async fn payouts(
        &self,
        account: &AccountId,
        view: PayoutView,
        page: PageRequest,
    ) -> Result<Page<Payout>, StoreError> {
        let doing = "list payouts";
        // One transaction, so that the total and the page are of the same moment.
        let mut reading = self.pools.begin_read().await.map_err(failed(doing))?;
        let (total,): (i64,) =
            seen("COUNT(*)", account, view).fetch_one(&mut reading).await.map_err(failed(doing))?;

        let mut query = seen(COLUMNS, account, view);
        query.push(" ORDER BY created_at DESC, uuid DESC LIMIT ");
        query.push_bind(page.limit());
        query.push(" OFFSET ").push_bind(page.offset());
        let query = query.after(page.offset());
        let rows = query.fetch_all(&mut reading).await.map_err(failed(doing))?;
        let items = whole(&mut reading, account, rows).await?;
        Ok(Page::new(page, items, total))
    }
}

/// Selects the account's payouts in the view.
fn seen<'v>(columns: &'static str, account: &'v AccountId, view: PayoutView) -> Sql<'v> {
    let mut query = sql("SELECT ");
    query.push(columns).push(" FROM payouts WHERE account_uuid = ");
    query.push_bind(account.as_str());
    if view == PayoutView::Account {
        query.push(OF_NETWORK);
    }
    query
}

/// Condition that a payout has a commission of the partner network.
///
/// Counted, because SQLite 3.51 turns an `EXISTS` here into a join and then counts a payout for each
/// of its commissions towards an `OFFSET`.
const OF_NETWORK: &str = " AND (
    SELECT COUNT(*) FROM ledger_entries AS entries
    WHERE entries.account_uuid = payouts.account_uuid AND entries.payout_uuid = payouts.uuid
      AND entries.source = 'commission') > 0";

/// Adds to each row its ledger entries.
async fn whole(
    reading: &mut Transaction,
    account: &AccountId,
    rows: Vec<Row>,
) -> Result<Vec<Payout>, StoreError> {
    let listed: Vec<_> = rows.iter().map(|row| row.uuid.as_str()).collect();
    let mut entries = ledger::of(reading, account, &listed).await?;
    rows.into_iter()
        .map(|row| {
            let entries = entries.remove(&row.uuid).unwrap_or_default();
            row.with(entries)
        })
        .collect()
}

impl WriteTransaction {
    /// Inserts a payout of the account with its ledger entries.
    pub async fn insert_payout(
        &mut self,
        account: &AccountId,
        payout: &Payout,
    ) -> Result<Inserted, StoreError> {
        let done = sql("INSERT INTO payouts
                 (account_uuid, uuid, partner_uuid, period_start, period_end, created_at, paid_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT DO NOTHING")
        .bind(account.as_str())
        .bind(payout.uuid.as_str())
        .bind(payout.partner_uuid.as_str())
        .bind(payout.period_start.as_micros())
        .bind(payout.period_end.as_micros())
        .bind(payout.created_at.as_micros())
        .bind(payout.paid_at.map(Timestamp::as_micros))
        .execute(&mut self.transaction)
        .await
        .map_err(failed("insert a payout"))?;
        let outcome = Inserted::from_rows(done);
        if outcome == Inserted::New {
            ledger::insert(&mut self.transaction, account, payout).await?;
        }
        Ok(outcome)
    }
}
