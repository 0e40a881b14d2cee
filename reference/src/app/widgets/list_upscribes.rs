//! `GET /v2/upscribes`: all signup widgets of the account, newest first.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::upscribe::Upscribe;
use crate::store::StoreError;

impl App {
    /// All widgets of the account, newest first.
    pub async fn list_upscribes(&self, account: &Account) -> Result<Vec<Upscribe>, StoreError> {
        self.store.upscribes(&account.uuid).await
    }
}
