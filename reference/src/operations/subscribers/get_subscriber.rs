//! `GET /v2/subscribers/{identifier}`: one subscriber.

use crate::api::models::{GetSubscriberError, GetSubscriberRequest, GetSubscriberSuccess};
use crate::api::server::subscribers::GetSubscriber;

use crate::domain::id::AccountId;
use crate::operations::authenticate::Caller;
use crate::operations::subscribers::{ExpandedSubscriber, expands_campaigns, into_expanded_model};
use crate::operations::{Handled, Handlers, OperationError, Service};

impl Service {
    /// The account's subscriber of this UUID or e-mail address, with its campaigns if requested.
    pub async fn get_subscriber(
        &self,
        account: &AccountId,
        identifier: &str,
        expand_campaigns: bool,
    ) -> Result<ExpandedSubscriber, OperationError<GetSubscriberError>> {
        let subscriber = self.find_subscriber(account, identifier).await?;
        let mut campaigns = None;
        if expand_campaigns {
            let mut found = self.store.campaigns_of(account, &[&subscriber.uuid]).await?;
            campaigns = Some(found.remove(&subscriber.uuid).unwrap_or_default());
        }
        Ok(ExpandedSubscriber { subscriber, campaigns })
    }
}

impl GetSubscriber<Caller> for Handlers {
    async fn get_subscriber(
        &self,
        Caller { account, .. }: Caller,
        request: GetSubscriberRequest,
    ) -> Handled<GetSubscriberRequest> {
        let identifier = request.identifier.as_str();
        let expand_campaigns =
            request.expand.is_some_and(|expand| expands_campaigns(expand.as_str()));
        let subscriber =
            self.service.get_subscriber(&account, identifier, expand_campaigns).await?;
        Ok(GetSubscriberSuccess::new(into_expanded_model(subscriber)?).into())
    }
}
