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
    /// The text does not have the form of a key.
    #[error("the API key is malformed")]
    Invalid,
    /// The key is unknown, or its user is gone.
    #[error("the API key has no user")]
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
        let owner = self.store.key_owner(&key.hash()).await?;
        let owner = owner.filter(|it| it.user.is_some());
        Ok(owner.ok_or(AuthError::UserNotFound)?.account)
    }
}
