//! `PUT /v2/upscribes/{identifier}`: switches the auto-pilot of a signup widget.

use crate::api::models::{UpdateUpscribeError, UpdateUpscribeRequest, UpdateUpscribeSuccess};
use crate::api::server::widgets::UpdateUpscribe;

use crate::domain::id::{AccountId, UpscribeId};
use crate::domain::upscribe::Upscribe;
use crate::operations::authenticate::Caller;
use crate::operations::widgets::{into_model, unknown_upscribe};
use crate::operations::{Handled, Handlers, OperationError, Service};

impl Service {
    /// Changes the widget and returns it as stored. Without `auto_pilot` nothing changes.
    pub async fn update_upscribe(
        &self,
        account: &AccountId,
        uuid: &str,
        auto_pilot: Option<bool>,
    ) -> Result<Upscribe, OperationError<UpdateUpscribeError>> {
        let id = UpscribeId::new(uuid);
        let Some(auto_pilot) = auto_pilot else {
            let upscribe = self.store.upscribe(account, &id).await?;
            return upscribe.ok_or_else(|| unknown_upscribe(uuid));
        };
        let mut write = self.store.begin_write().await?;
        let upscribe = write.set_auto_pilot(account, &id, auto_pilot).await?;
        let upscribe = upscribe.ok_or_else(|| unknown_upscribe(uuid))?;
        write.commit().await?;
        Ok(upscribe)
    }
}

impl UpdateUpscribe<Caller> for Handlers {
    async fn update_upscribe(
        &self,
        Caller { account, .. }: Caller,
        request: UpdateUpscribeRequest,
    ) -> Handled<UpdateUpscribeRequest> {
        let (uuid, auto_pilot) = (request.identifier.as_str(), request.auto_pilot);
        let upscribe = self.service.update_upscribe(&account, uuid, auto_pilot).await?;
        Ok(UpdateUpscribeSuccess::new(into_model(upscribe)).into())
    }
}
