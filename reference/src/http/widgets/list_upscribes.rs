//! `GET /v2/upscribes`.

use referral_reference_models::{ListUpscribesError, ListUpscribesRequest, ListUpscribesSuccess};
use referral_reference_server::HandlerResult;
use referral_reference_server::widgets::ListUpscribes;

use crate::domain::account::Account;
use crate::http::widgets::shown;
use crate::http::{Handlers, failure};

impl ListUpscribes<Account> for Handlers {
    async fn list_upscribes(
        &self,
        account: Account,
        _request: ListUpscribesRequest,
    ) -> HandlerResult<ListUpscribesSuccess, ListUpscribesError> {
        let listed = self.app.list_upscribes(&account).await;
        let upscribes = listed.map_err(failure::of_store)?;
        Ok(ListUpscribesSuccess::new(upscribes.into_iter().map(shown).collect()).into())
    }
}
