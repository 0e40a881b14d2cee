//! `GET /v3/publications/{uuid}`: one publication.

use crate::api::models::{GetPublicationRequest, GetPublicationSuccess};
use crate::api::server::publications::GetPublication;

use crate::domain::id::PublicationId;
use crate::operations::authenticate::Caller;
use crate::operations::publications::into_model;
use crate::operations::{Handled, Handlers, OperationError};

impl GetPublication<Caller> for Handlers {
    async fn get_publication(
        &self,
        Caller { account, .. }: Caller,
        request: GetPublicationRequest,
    ) -> Handled<GetPublicationRequest> {
        let (store, uuid) = (&self.service.store, request.uuid.as_str());
        let id = PublicationId::new(uuid);
        let publication = store.publication(&account, &id).await?;
        let publication =
            publication.ok_or_else(|| OperationError::not_found("Publication", uuid))?;
        Ok(GetPublicationSuccess::new(into_model(publication)?).into())
    }
}
