//! `GET /v3/publications`: a page of the account's publications, newest first.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::page::{Page, PageRequest};
use crate::domain::publication::Publication;
use crate::store::StoreError;

impl App {
    /// A page of the account's publications.
    pub async fn list_publications(
        &self,
        account: &Account,
        page: PageRequest,
    ) -> Result<Page<Publication>, StoreError> {
        self.store.publications(&account.uuid, page).await
    }
}
