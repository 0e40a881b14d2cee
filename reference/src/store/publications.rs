//! Publications of an account.

use crate::domain::id::PublicationId;
use crate::domain::publication::Publication;
use crate::store::prelude::*;

record! {
    Publication in "publications", "insert a publication" {
        uuid, name, publication_url, description, auto_pilot, partner_categories, status, logo_url, created_at
    }
}

impl Store {
    /// The account's publication with this identifier.
    pub async fn publication(
        &self,
        account: &AccountId,
        uuid: &PublicationId,
    ) -> Result<Option<Publication>, StoreError> {
        select::<Publication>(" FROM publications WHERE account_uuid = $1 AND uuid = $2")
            .bind(account)
            .bind(uuid)
            .fetch_optional("find a publication", &self.pools)
            .await
    }

    /// A page of the account's publications, newest first.
    pub async fn publications(
        &self,
        account: &AccountId,
        page: PageRequest,
    ) -> Result<Page<Publication>, StoreError> {
        let doing = "list publications";
        let mut reading = self.begin_read(doing).await?;
        let query = sql(" FROM publications WHERE account_uuid = $1").bind(account);
        query.fetch_page(doing, "created_at DESC, uuid DESC", page, &mut reading).await
    }

    /// The publication that recommends for the account: its oldest active one.
    pub async fn recommending_publication(
        &self,
        account: &AccountId,
    ) -> Result<Option<PublicationId>, StoreError> {
        sql("SELECT uuid FROM publications WHERE account_uuid = $1 AND status = 'active'
             ORDER BY created_at, uuid LIMIT 1")
        .bind(account)
        .fetch_optional("find a publication that recommends", &self.pools)
        .await
    }
}
