//! `GET /v2/partner_profile/payouts`: a page of all payouts of the account, newest first.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::page::{Page, PageRequest};
use crate::domain::payout::Payout;
use crate::store::{PayoutView, StoreError};

impl App {
    /// A page of all payouts of the account, whatever they pay for.
    pub async fn list_partner_profile_payouts(
        &self,
        account: &Account,
        page: PageRequest,
    ) -> Result<Page<Payout>, StoreError> {
        let view = PayoutView::Profile;
        self.store.payouts(&account.uuid, view, page).await
    }
}
