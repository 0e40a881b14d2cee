//! `GET /v2/upscribes`: all signup widgets of the account, newest first.

use referral_reference_models::{ListUpscribesError, ListUpscribesRequest, ListUpscribesSuccess};
use referral_reference_server::HandlerResult;
use referral_reference_server::widgets::ListUpscribes;

use crate::domain::account::Account;
use crate::operations::widgets::into_model;
use crate::operations::{Handlers, OperationError};

impl ListUpscribes<Account> for Handlers {
    async fn list_upscribes(
        &self,
        account: Account,
        _request: ListUpscribesRequest,
    ) -> HandlerResult<ListUpscribesSuccess, ListUpscribesError> {
        let upscribes = self.service.store.upscribes(&account.uuid).await;
        let upscribes = upscribes.map_err(OperationError::Store)?;
        Ok(ListUpscribesSuccess::new(upscribes.into_iter().map(into_model).collect()).into())
    }
}
