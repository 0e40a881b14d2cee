//! `GET /v3/publications/{uuid}`: one publication.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::id::PublicationId;
use crate::domain::publication::Publication;
use crate::store::StoreError;

/// Why there is no publication to show.
#[derive(Debug, thiserror::Error)]
pub enum GetPublicationError {
    /// The account has no such publication.
    #[error("there is no such publication")]
    NotFound {
        /// What the caller sent.
        publication_uuid: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// The account's publication of this identifier.
    pub async fn get_publication(
        &self,
        account: &Account,
        uuid: &str,
    ) -> Result<Publication, GetPublicationError> {
        let found = self
            .store
            .publication(&account.uuid, &PublicationId::new(uuid))
            .await?;
        found.ok_or_else(|| GetPublicationError::NotFound {
            publication_uuid: uuid.to_owned(),
        })
    }
}
