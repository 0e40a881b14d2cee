//! `GET /v2/subscribers`: a page of the account's subscribers, latest first.

use crate::app::App;
use crate::app::subscribers::Expanded;
use crate::domain::account::Account;
use crate::domain::page::{Page, PageRequest};
use crate::domain::subscriber::Audience;
use crate::store::StoreError;

/// What a caller asks of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ListSubscribers {
    /// Which subscribers.
    pub audience: Audience,
    /// Whether to tell the campaigns each is in.
    pub expand_campaigns: bool,
    /// Which page.
    pub page: PageRequest,
}

impl App {
    /// A page of the account's subscribers.
    pub async fn list_subscribers(
        &self,
        account: &Account,
        query: ListSubscribers,
    ) -> Result<Page<Expanded>, StoreError> {
        let page = self
            .store
            .subscribers(&account.uuid, query.audience, query.page)
            .await?;
        if !query.expand_campaigns {
            return Ok(page.map(|subscriber| Expanded {
                subscriber,
                campaigns: None,
            }));
        }
        let listed: Vec<_> = page.items.iter().map(|it| &it.uuid).collect();
        let mut campaigns = self.store.campaigns_of(&account.uuid, &listed).await?;
        Ok(page.map(|subscriber| {
            let campaigns = campaigns.remove(&subscriber.uuid).unwrap_or_default();
            Expanded {
                subscriber,
                campaigns: Some(campaigns),
            }
        }))
    }
}
