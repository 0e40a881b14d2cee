//! `GET /v2/subscribers/{identifier}`: one subscriber.

use crate::app::App;
use crate::app::subscribers::Expanded;
use crate::domain::account::Account;
use crate::domain::subscriber::SubscriberIdentifier;
use crate::store::StoreError;

/// Why there is no subscriber to show.
#[derive(Debug, thiserror::Error)]
pub enum GetSubscriberError {
    /// The account has no such subscriber.
    #[error("there is no such subscriber")]
    NotFound {
        /// What the caller sent.
        identifier: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// The account's subscriber that `identifier`, a UUID or an e-mail address, names.
    pub async fn get_subscriber(
        &self,
        account: &Account,
        identifier: &str,
        expand_campaigns: bool,
    ) -> Result<Expanded, GetSubscriberError> {
        let found = self
            .store
            .subscriber(&account.uuid, &SubscriberIdentifier::parse(identifier))
            .await?;
        let subscriber = found.ok_or_else(|| GetSubscriberError::NotFound {
            identifier: identifier.to_owned(),
        })?;
        let mut campaigns = None;
        if expand_campaigns {
            let mut found = self
                .store
                .campaigns_of(&account.uuid, &[&subscriber.uuid])
                .await?;
            campaigns = Some(found.remove(&subscriber.uuid).unwrap_or_default());
        }
        Ok(Expanded {
            subscriber,
            campaigns,
        })
    }
}
