//! The check of the key, before everything else: who is calling, or why they are not let in.

use axum::http::request::Parts;
use referral_reference_models::{Api, GetAccountRequest, KeyError, OperationInfo, Request};
use referral_reference_server::{Fault, KeyCheck};

use crate::app::authenticate::AuthError;
use crate::domain::account::Account;
use crate::http::{Handlers, failure};
use crate::log;

impl KeyCheck<Api> for Handlers {
    type Caller = Account;

    /// Every operation needs a key, also where the document does not say so.
    async fn check(
        &self,
        key: Option<&str>,
        _request: &Parts,
        operation: &'static OperationInfo,
    ) -> Result<Account, Fault<KeyError>> {
        let authenticated = self.app.authenticate(key).await;
        if let Ok(account) = &authenticated {
            log::record_account(&account.uuid);
        }
        authenticated.map_err(|error| match error {
            AuthError::Missing => KeyError::ApiKeyMissing.into(),
            AuthError::Invalid => KeyError::ApiKeyInvalid.into(),
            // The one refusal of a key that this operation lists.
            AuthError::UserNotFound if operation.id == GetAccountRequest::INFO.id => {
                KeyError::ApiKeyInvalid.into()
            }
            AuthError::UserNotFound => KeyError::UserNotFound.into(),
            AuthError::Store(error) => failure::of_store(error),
        })
    }
}
