//! Authentication: from the API key of a request to its account.

use crate::api::models::{Api, GetAccountRequest, KeyError, OperationInfo, Request};
use crate::api::server::{Fault, KeyCheck};
use axum::http::StatusCode;
use axum::http::request::Parts;

use crate::domain::id::AccountId;
use crate::keys::ApiKey;
use crate::log;
use crate::operations::normalize::RequestsUnsubscribed;
use crate::operations::{Handlers, OperationError, Service};
use crate::server::Activity;

/// What a handler gets beside the inputs of its operation.
#[derive(Debug, Clone)]
pub(super) struct Caller {
    pub(super) account: AccountId,
    pub(super) requests_unsubscribed: RequestsUnsubscribed,
}

impl Service {
    /// The account that the key opens.
    pub async fn authenticate(
        &self,
        key: Option<&str>,
    ) -> Result<AccountId, OperationError<KeyError>> {
        let key = key
            .filter(|key| !key.trim().is_empty())
            .ok_or(OperationError::Documented(KeyError::ApiKeyMissing))?;
        let key = ApiKey::parse(key).ok_or(OperationError::Documented(KeyError::ApiKeyInvalid))?;
        let key = self.store.key(&key.hash()).await?;
        // A key of a deleted user stays in the database and opens nothing.
        let key = key.filter(|key| key.user.is_some());
        let key = key.ok_or(OperationError::Documented(KeyError::UserNotFound))?;
        Ok(key.account)
    }
}

impl KeyCheck<Api> for Handlers {
    type Caller = Caller;

    /// Every operation requires a key, also those whose description lists none.
    async fn check(
        &self,
        key: Option<&str>,
        request: &Parts,
        operation: &'static OperationInfo,
    ) -> Result<Caller, Fault<KeyError>> {
        log::record_operation(operation.id);
        let authenticated = self.service.authenticate(key).await;
        if let Ok(account) = &authenticated {
            log::record_account(account);
            let key = key.and_then(ApiKey::parse);
            if let (Some(limiter), Some(key)) = (&self.rate_limiter, key)
                && !limiter.admit(&key.hash())
            {
                let message = "too many requests with this key, try again later";
                return Err(Fault::other(StatusCode::TOO_MANY_REQUESTS, message));
            }
            if let Some(activity) = request.extensions.get::<Activity>() {
                activity.key_accepted();
            }
        }
        let requests_unsubscribed = request.extensions.get().cloned().unwrap_or_default();
        let authenticated = authenticated.map(|account| Caller { account, requests_unsubscribed });
        Ok(authenticated.map_err(|error| match error {
            // `get_account` lists no other error of the key.
            OperationError::Documented(KeyError::UserNotFound)
                if operation.id == GetAccountRequest::INFO.id =>
            {
                OperationError::Documented(KeyError::ApiKeyInvalid)
            }
            error => error,
        })?)
    }
}
