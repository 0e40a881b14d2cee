//! `GET /v2/upscribes/{identifier}`: one signup widget.

use crate::api::models::{GetUpscribeError, GetUpscribeRequest, GetUpscribeSuccess};
use crate::api::server::widgets::GetUpscribe;

use crate::domain::id::UpscribeId;
use crate::operations::authenticate::Caller;
use crate::operations::widgets::into_model;
use crate::operations::{Handled, Handlers};

impl GetUpscribe<Caller> for Handlers {
    async fn get_upscribe(
        &self,
        Caller { account, .. }: Caller,
        request: GetUpscribeRequest,
    ) -> Handled<GetUpscribeRequest> {
        let upscribe_uuid = request.identifier.to_string();
        let id = UpscribeId::new(&upscribe_uuid);
        let upscribe = self.service.store.upscribe(&account, &id).await?;
        let upscribe = upscribe.ok_or(GetUpscribeError::UpscribeNotFound { upscribe_uuid })?;
        Ok(GetUpscribeSuccess::new(into_model(upscribe)).into())
    }
}
