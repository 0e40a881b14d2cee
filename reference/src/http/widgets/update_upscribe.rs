//! `PUT /v2/upscribes/{identifier}`.

use referral_reference_models::{
    UpdateUpscribeError, UpdateUpscribeRequest, UpdateUpscribeSuccess,
};
use referral_reference_server::HandlerResult;
use referral_reference_server::widgets::UpdateUpscribe;

use crate::domain::account::Account;
use crate::http::Handlers;
use crate::http::widgets::{shown, unknown};

impl UpdateUpscribe<Account> for Handlers {
    async fn update_upscribe(
        &self,
        account: Account,
        request: UpdateUpscribeRequest,
    ) -> HandlerResult<UpdateUpscribeSuccess, UpdateUpscribeError> {
        let uuid = request.identifier.as_str();
        let changed = self.app.update_upscribe(&account, uuid, request.auto_pilot);
        let upscribe = changed.await.map_err(unknown)?;
        Ok(UpdateUpscribeSuccess::new(shown(upscribe)).into())
    }
}
