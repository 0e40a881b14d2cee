//! `GET /v2/campaigns`: the account's referral campaigns.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::campaign::Campaign;
use crate::store::StoreError;

impl App {
    /// The account's campaigns; there is one at most.
    pub async fn list_campaigns(&self, account: &Account) -> Result<Vec<Campaign>, StoreError> {
        self.store.campaigns(&account.uuid).await
    }
}
