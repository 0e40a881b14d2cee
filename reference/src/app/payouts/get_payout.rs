//! `GET /v3/payouts/{uuid}`: one of the account's payouts of the partner network.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::payout::Payout;
use crate::store::{PayoutView, StoreError};

/// Why there is no payout to show.
#[derive(Debug, thiserror::Error)]
pub enum GetPayoutError {
    /// The account has no such payout that it may be shown.
    #[error("there is no such payout")]
    NotFound {
        /// What the caller sent.
        identifier: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// The account's payout of this identifier, if the partner network has a part in it.
    pub async fn get_payout(
        &self,
        account: &Account,
        uuid: &str,
    ) -> Result<Payout, GetPayoutError> {
        let view = PayoutView::Account;
        let found = self.store.payout(&account.uuid, view, uuid).await?;
        found.ok_or_else(|| GetPayoutError::NotFound {
            identifier: uuid.to_owned(),
        })
    }
}
