//! Referral campaigns and the campaigns of subscribers.

use std::collections::BTreeMap;

use crate::domain::campaign::Campaign;
use crate::domain::id::{AccountId, CampaignId, SubscriberId};
use crate::store::error::failed;
use crate::store::row::row;
use crate::store::sql::sql;
use crate::store::{Inserted, Store, StoreError, WriteTransaction};

row! {
    struct Row {
        uuid: String,
        name: String,
    }
}

impl From<Row> for Campaign {
    fn from(row: Row) -> Campaign {
        Campaign { uuid: CampaignId::new(row.uuid), name: row.name }
    }
}

impl Store {
    /// The account's campaigns, at most one.
    pub async fn campaigns(&self, account: &AccountId) -> Result<Vec<Campaign>, StoreError> {
        let rows: Vec<Row> =
            sql("SELECT uuid, name FROM campaigns WHERE account_uuid = $1 ORDER BY uuid")
                .bind(account.as_str())
                .fetch_all(&self.pools)
                .await
                .map_err(failed("list the campaigns"))?;
        Ok(rows.into_iter().map(Campaign::from).collect())
    }

    /// The account's campaign with this identifier.
    pub async fn campaign(
        &self,
        account: &AccountId,
        uuid: &CampaignId,
    ) -> Result<Option<Campaign>, StoreError> {
        let row: Option<Row> =
            sql("SELECT uuid, name FROM campaigns WHERE account_uuid = $1 AND uuid = $2")
                .bind(account.as_str())
                .bind(uuid.as_str())
                .fetch_optional(&self.pools)
                .await
                .map_err(failed("find a campaign"))?;
        Ok(row.map(Campaign::from))
    }

    /// The campaigns of each of these subscribers. Subscribers without a campaign have no entry.
    pub async fn campaigns_of(
        &self,
        account: &AccountId,
        subscribers: &[&SubscriberId],
    ) -> Result<BTreeMap<SubscriberId, Vec<Campaign>>, StoreError> {
        if subscribers.is_empty() {
            return Ok(BTreeMap::new());
        }
        let mut query = sql("SELECT memberships.subscriber_uuid, campaigns.uuid, campaigns.name
             FROM campaign_memberships AS memberships
             JOIN campaigns ON campaigns.account_uuid = memberships.account_uuid
                           AND campaigns.uuid = memberships.campaign_uuid
             WHERE memberships.account_uuid = ");
        query.push_bind(account.as_str());
        query.push(" AND memberships.subscriber_uuid IN ");
        query.push_list(subscribers.iter().map(|subscriber| subscriber.as_str()));
        query.push(" ORDER BY campaigns.uuid");
        let rows: Vec<(String, String, String)> = query
            .fetch_all(&self.pools)
            .await
            .map_err(failed("list the campaigns of subscribers"))?;

        let mut campaigns = BTreeMap::<_, Vec<_>>::new();
        for (subscriber, uuid, name) in rows {
            let campaign = Campaign { uuid: CampaignId::new(uuid), name };
            campaigns.entry(SubscriberId::new(subscriber)).or_default().push(campaign);
        }
        Ok(campaigns)
    }
}

impl WriteTransaction {
    /// Inserts the account's campaign, unless it has one.
    pub async fn insert_campaign(
        &mut self,
        account: &AccountId,
        campaign: &Campaign,
    ) -> Result<Inserted, StoreError> {
        let done = sql("INSERT INTO campaigns (account_uuid, uuid, name) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING")
        .bind(account.as_str())
        .bind(campaign.uuid.as_str())
        .bind(&campaign.name)
        .execute(&mut self.transaction)
        .await
        .map_err(failed("insert a campaign"))?;
        Ok(Inserted::from_rows(done))
    }

    /// Renames the account's campaign, if a name is given, and returns it.
    pub async fn rename_campaign(
        &mut self,
        account: &AccountId,
        uuid: &CampaignId,
        name: Option<&str>,
    ) -> Result<Option<Campaign>, StoreError> {
        let row: Option<Row> = sql("UPDATE campaigns SET name = COALESCE($3, name)
             WHERE account_uuid = $1 AND uuid = $2
             RETURNING uuid, name")
        .bind(account.as_str())
        .bind(uuid.as_str())
        .bind(name)
        .fetch_optional(&mut self.transaction)
        .await
        .map_err(failed("rename a campaign"))?;
        Ok(row.map(Campaign::from))
    }
}
