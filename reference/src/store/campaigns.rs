//! Referral campaigns and the campaigns of subscribers.

use std::collections::BTreeMap;

use crate::domain::campaign::Campaign;
use crate::store::prelude::*;

record! { Campaign in "campaigns", "insert a campaign" { uuid, name } }

impl Store {
    /// The account's campaigns, at most one.
    pub async fn campaigns(&self, account: &AccountId) -> Result<Vec<Campaign>, StoreError> {
        let query = select::<Campaign>(" FROM campaigns WHERE account_uuid = $1 ORDER BY uuid");
        query.bind(account).fetch_all("list the campaigns", &self.pools).await
    }

    /// The account's campaign with this identifier.
    pub async fn campaign(
        &self,
        account: &AccountId,
        uuid: &CampaignId,
    ) -> Result<Option<Campaign>, StoreError> {
        let query = select::<Campaign>(" FROM campaigns WHERE account_uuid = $1 AND uuid = $2");
        query.bind(account).bind(uuid).fetch_optional("find a campaign", &self.pools).await
    }

    /// The campaigns of each of these subscribers. Subscribers without a campaign have no entry.
    pub async fn campaigns_of(
        &self,
        account: &AccountId,
        subscribers: &[&SubscriberId],
    ) -> Result<BTreeMap<SubscriberId, Vec<Campaign>>, StoreError> {
        let mut campaigns = BTreeMap::<_, Vec<_>>::new();
        if subscribers.is_empty() {
            return Ok(campaigns);
        }
        let mut query = sql("SELECT memberships.subscriber_uuid, campaigns.uuid, campaigns.name
             FROM campaign_memberships AS memberships
             JOIN campaigns ON campaigns.account_uuid = memberships.account_uuid
                           AND campaigns.uuid = memberships.campaign_uuid
             WHERE memberships.account_uuid = ");
        query.push_bind(account).push(" AND memberships.subscriber_uuid IN ");
        query.push_list(subscribers.iter().copied()).push(" ORDER BY campaigns.uuid");
        let rows: Vec<(SubscriberId, Campaign)> =
            query.fetch_all("list the campaigns of subscribers", &self.pools).await?;
        for (subscriber, campaign) in rows {
            campaigns.entry(subscriber).or_default().push(campaign);
        }
        Ok(campaigns)
    }
}

impl WriteTransaction {
    /// Renames the account's campaign, if a name is given, and returns it.
    pub async fn rename_campaign(
        &mut self,
        account: &AccountId,
        uuid: &CampaignId,
        name: Option<&str>,
    ) -> Result<Option<Campaign>, StoreError> {
        sql("UPDATE campaigns SET name = COALESCE($3, name) WHERE account_uuid = $1 AND uuid = $2")
            .returning::<Campaign>()
            .bind(account)
            .bind(uuid)
            .bind(name)
            .fetch_optional("rename a campaign", &mut self.transaction)
            .await
    }
}
