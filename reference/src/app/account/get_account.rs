//! `GET /v3/account`: the account a caller's key opens, and its people.

use crate::app::App;
use crate::domain::account::{Account, Team};
use crate::store::StoreError;

impl App {
    /// The people of the account. Of the account itself a caller who was let in knows everything.
    pub async fn get_account(&self, account: &Account) -> Result<Team, StoreError> {
        self.store.team(&account.uuid).await
    }
}
