//! `GET /v3/publications/{uuid}`: one publication.

use referral_reference_models::{
    GetPublicationError, GetPublicationRequest, GetPublicationSuccess,
};
use referral_reference_server::HandlerResult;
use referral_reference_server::publications::GetPublication;

use crate::domain::account::Account;
use crate::domain::id::PublicationId;
use crate::operations::publications::into_model;
use crate::operations::{Handlers, OperationError};

impl GetPublication<Account> for Handlers {
    async fn get_publication(
        &self,
        account: Account,
        request: GetPublicationRequest,
    ) -> HandlerResult<GetPublicationSuccess, GetPublicationError> {
        let (store, uuid) = (&self.service.store, request.uuid.as_str());
        let id = PublicationId::new(uuid);
        let publication = store.publication(&account.uuid, &id).await;
        let publication = publication
            .map_err(OperationError::Store)?
            .ok_or_else(|| OperationError::not_found("Publication", uuid))?;
        Ok(GetPublicationSuccess::new(into_model(publication)?).into())
    }
}
