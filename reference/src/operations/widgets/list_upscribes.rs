//! `GET /v2/upscribes`: all signup widgets of the account, newest first.

use crate::api::models::{ListUpscribesRequest, ListUpscribesSuccess};
use crate::api::server::widgets::ListUpscribes;

use crate::operations::authenticate::Caller;
use crate::operations::widgets::into_model;
use crate::operations::{Handled, Handlers};

impl ListUpscribes<Caller> for Handlers {
    async fn list_upscribes(
        &self,
        Caller { account, .. }: Caller,
        _request: ListUpscribesRequest,
    ) -> Handled<ListUpscribesRequest> {
        let upscribes = self.service.store.upscribes(&account).await?;
        Ok(ListUpscribesSuccess::new(upscribes.into_iter().map(into_model).collect()).into())
    }
}
