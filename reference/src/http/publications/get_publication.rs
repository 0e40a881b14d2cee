//! `GET /v3/publications/{uuid}`.

use referral_reference_models::{
    GetPublicationError, GetPublicationRequest, GetPublicationSuccess,
};
use referral_reference_server::publications::GetPublication;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::publications::get_publication::GetPublicationError as NotShown;
use crate::domain::account::Account;
use crate::http::publications::shown;
use crate::http::values::not_found;
use crate::http::{Handlers, failure};

impl GetPublication<Account> for Handlers {
    async fn get_publication(
        &self,
        account: Account,
        request: GetPublicationRequest,
    ) -> HandlerResult<GetPublicationSuccess, GetPublicationError> {
        let uuid = request.uuid.as_str();
        let found = self.app.get_publication(&account, uuid).await;
        let publication = found.map_err(refused)?;
        Ok(GetPublicationSuccess::new(shown(publication)?).into())
    }
}

fn refused(error: NotShown) -> Fault<GetPublicationError> {
    match error {
        NotShown::NotFound { publication_uuid } => not_found("Publication", &publication_uuid),
        NotShown::Store(error) => failure::of_store(error),
    }
}
