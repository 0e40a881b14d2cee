//! `GET /v2/partner_profile/payouts/{identifier}`: one payout of the account.

use crate::app::App;
use crate::app::payouts::get_payout::GetPayoutError;
use crate::domain::account::Account;
use crate::domain::payout::Payout;
use crate::store::PayoutView;

impl App {
    /// The payout of this identifier among those of the account's partner profile.
    pub async fn get_partner_profile_payout(
        &self,
        account: &Account,
        uuid: &str,
    ) -> Result<Payout, GetPayoutError> {
        let view = PayoutView::Profile;
        let found = self.store.payout(&account.uuid, view, uuid).await?;
        found.ok_or_else(|| GetPayoutError::NotFound {
            identifier: uuid.to_owned(),
        })
    }
}
