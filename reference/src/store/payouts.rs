//! Payouts of an account, with the ledger entries that they are computed from.

use crate::domain::payout::Payout;
use crate::store::list_totals::total_of;
use crate::store::prelude::*;
use crate::store::record::Record as _;

mod ledger;

/// Which payouts an operation shows, and by which identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayoutView {
    /// Of the account: payouts with commissions of the partner network.
    Account,
    /// Of its partner profile: all payouts.
    Profile,
}

record! {
    Payout in "payouts", "insert a payout" { uuid, partner_uuid, period_start, period_end, created_at, paid_at } with { entries: Vec::new() }
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
        let mut reading = self.begin_read(doing).await?;
        let mut query = from_payouts(account, view);
        query.push(match view {
            PayoutView::Account => " AND uuid = ",
            PayoutView::Profile => " AND partner_uuid = ",
        });
        query.push_bind(uuid);
        let mut payouts = query.select(Payout::COLUMNS).fetch_all(doing, &mut reading).await?;
        ledger::add_entries(&mut reading, account, &mut payouts).await?;
        Ok(payouts.pop())
    }

    /// A page of the account's payouts in the view, newest first.
    pub async fn payouts(
        &self,
        account: &AccountId,
        view: PayoutView,
        page: PageRequest,
    ) -> Result<Page<Payout>, StoreError> {
        let doing = "list payouts";
        let mut reading = self.begin_read(doing).await?;
        let query = from_payouts(account, view);
        let list = match view {
            PayoutView::Account => "commissioned_payouts",
            PayoutView::Profile => "payouts",
        };
        let order = "created_at DESC, uuid DESC";
        let total = total_of(account, list);
        let mut page = query.fetch_page_with(total, doing, order, page, &mut reading).await?;
        ledger::add_entries(&mut reading, account, &mut page.items).await?;
        Ok(page)
    }
}

/// The account's payouts in the view.
fn from_payouts<'v>(account: &'v AccountId, view: PayoutView) -> Sql<'v> {
    let mut query = sql(" FROM payouts WHERE account_uuid = ");
    query.push_bind(account);
    if view == PayoutView::Account {
        // A trigger notes whether an entry is a commission of the partner network.
        query.push(" AND commissioned");
    }
    query
}

impl WriteTransaction {
    /// Inserts a payout of the account with its ledger entries.
    pub async fn insert_payout(
        &mut self,
        account: &AccountId,
        payout: &Payout,
    ) -> Result<Inserted, StoreError> {
        let outcome = self.insert(account, payout).await?;
        if outcome == Inserted::New {
            ledger::insert(&mut self.transaction, account, payout).await?;
        }
        Ok(outcome)
    }
}
