//! `GET /v2/subscribers`: a page of the account's subscribers, latest first.

use crate::api::models::{
    ListSubscribersError, ListSubscribersMeta, ListSubscribersRequest, ListSubscribersSuccess,
    ListSubscribersType,
};
use crate::api::server::subscribers::ListSubscribers;

use crate::domain::id::AccountId;
use crate::domain::page::{Page, PageRequest};
use crate::domain::subscriber::Audience;
use crate::operations::authenticate::Caller;
use crate::operations::paging::{meta, page_request};
use crate::operations::subscribers::{ExpandedSubscriber, expands_campaigns, into_expanded_model};
use crate::operations::{Handled, Handlers, OperationError, Service};

impl Service {
    /// A page of the account's subscribers, with their campaigns if requested.
    pub async fn list_subscribers(
        &self,
        account: &AccountId,
        audience: Audience,
        expand_campaigns: bool,
        page: PageRequest,
    ) -> Result<Page<ExpandedSubscriber>, OperationError<ListSubscribersError>> {
        let page = self.store.subscribers(account, audience, page).await?;
        if !expand_campaigns {
            return Ok(page.map(|subscriber| ExpandedSubscriber { subscriber, campaigns: None }));
        }
        let uuids: Vec<_> = page.items.iter().map(|subscriber| &subscriber.uuid).collect();
        let mut campaigns = self.store.campaigns_of(account, &uuids).await?;
        Ok(page.map(|subscriber| {
            let campaigns = campaigns.remove(&subscriber.uuid).unwrap_or_default();
            ExpandedSubscriber { subscriber, campaigns: Some(campaigns) }
        }))
    }
}

impl ListSubscribers<Caller> for Handlers {
    async fn list_subscribers(
        &self,
        Caller { account, .. }: Caller,
        request: ListSubscribersRequest,
    ) -> Handled<ListSubscribersRequest> {
        let audience = audience(request.r#type)?;
        let expand_campaigns =
            request.expand.is_some_and(|expand| expands_campaigns(expand.as_str()));
        let page = page_request(request.page, request.per_page);
        let page =
            self.service.list_subscribers(&account, audience, expand_campaigns, page).await?;
        let meta = meta(&page, ListSubscribersMeta::new);
        let subscribers: Result<_, _> = page.items.into_iter().map(into_expanded_model).collect();
        Ok(ListSubscribersSuccess::new(subscribers?, meta).into())
    }
}

fn audience(
    name: Option<ListSubscribersType>,
) -> Result<Audience, OperationError<ListSubscribersError>> {
    let Some(name) = name else {
        return Ok(Audience::default());
    };
    name.as_str()
        .parse()
        .map_err(|_| OperationError::bad_request("query.type is not all, referrals or advocates"))
}
