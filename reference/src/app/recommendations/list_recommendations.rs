//! `GET /v2/partner_profile/partner_campaigns`: a page of the account's recommendations, newest
//! first.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::page::{Page, PageRequest};
use crate::domain::recommendation::Recommendation;
use crate::store::StoreError;

impl App {
    /// A page of the account's recommendations.
    pub async fn list_recommendations(
        &self,
        account: &Account,
        page: PageRequest,
    ) -> Result<Page<Recommendation>, StoreError> {
        self.store.recommendations(&account.uuid, page).await
    }
}
