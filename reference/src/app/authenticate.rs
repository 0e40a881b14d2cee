//! From the key a caller presents to the account it opens.

use crate::app::App;
use crate::domain::account::Account;
use crate::keys::ApiKey;
use crate::store::StoreError;

/// Why a caller is not let in.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// No key was presented, or an empty one.
    #[error("there is no API key")]
    Missing,
    /// What was presented is no key, or not one that opens anything.
    #[error("the API key is not valid")]
    Invalid,
    /// The key was issued to a user who is gone.
    #[error("the user of the API key is gone")]
    UserNotFound,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// The account the presented key opens.
    pub async fn authenticate(&self, key: Option<&str>) -> Result<Account, AuthError> {
        let key = key
            .filter(|it| !it.trim().is_empty())
            .ok_or(AuthError::Missing)?;
        let key = ApiKey::parse(key).ok_or(AuthError::Invalid)?;
        let owner = self
            .store
            .key_owner(&key.hash())
            .await?
            .ok_or(AuthError::Invalid)?;
        if owner.user.is_none() {
            return Err(AuthError::UserNotFound);
        }
        Ok(owner.account)
    }
}
