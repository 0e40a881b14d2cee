//! `GET /v3/payouts`: a page of the account's payouts of the partner network, newest first.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::page::{Page, PageRequest};
use crate::domain::payout::Payout;
use crate::store::{PayoutView, StoreError};

impl App {
    /// A page of the account's payouts that the partner network has a part in.
    pub async fn list_payouts(
        &self,
        account: &Account,
        page: PageRequest,
    ) -> Result<Page<Payout>, StoreError> {
        let view = PayoutView::Account;
        self.store.payouts(&account.uuid, view, page).await
    }
}
