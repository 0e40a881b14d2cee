//! `GET /v2/upscribes/{identifier}`.

use referral_reference_models::{GetUpscribeError, GetUpscribeRequest, GetUpscribeSuccess};
use referral_reference_server::widgets::GetUpscribe;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::widgets::get_upscribe::GetUpscribeError as NotShown;
use crate::domain::account::Account;
use crate::http::widgets::shown;
use crate::http::{Handlers, failure};

impl GetUpscribe<Account> for Handlers {
    async fn get_upscribe(
        &self,
        account: Account,
        request: GetUpscribeRequest,
    ) -> HandlerResult<GetUpscribeSuccess, GetUpscribeError> {
        let uuid = request.identifier.as_str();
        let found = self.app.get_upscribe(&account, uuid).await;
        let upscribe = found.map_err(refused)?;
        Ok(GetUpscribeSuccess::new(shown(upscribe)).into())
    }
}

fn refused(error: NotShown) -> Fault<GetUpscribeError> {
    match error {
        NotShown::NotFound { upscribe_uuid } => {
            GetUpscribeError::UpscribeNotFound { upscribe_uuid }.into()
        }
        NotShown::Store(error) => failure::of_store(error),
    }
}
