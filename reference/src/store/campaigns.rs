//! Referral campaigns and the membership of subscribers in them.

use std::collections::BTreeMap;

use sqlx::QueryBuilder;
use sqlx::sqlite::Sqlite;

use crate::domain::campaign::{Campaign, Membership};
use crate::domain::id::{AccountId, CampaignId, SubscriberId};
use crate::store::error::failed;
use crate::store::{Inserted, Store, StoreError, Write};

impl Store {
    /// The account's campaign of this identifier.
    pub async fn campaign(
        &self,
        account: &AccountId,
        uuid: &CampaignId,
    ) -> Result<Option<Campaign>, StoreError> {
        let row: Option<(String, String)> = sqlx::query_as(
            "SELECT uuid, name FROM campaigns WHERE account_uuid = $1 AND uuid = $2",
        )
        .bind(account.as_str())
        .bind(uuid.as_str())
        .fetch_optional(&self.readers)
        .await
        .map_err(failed("find a campaign"))?;
        Ok(row.map(|(uuid, name)| Campaign {
            uuid: CampaignId::new(uuid),
            name,
        }))
    }

    /// The campaigns each of these subscribers is in. Who is in none is left out.
    pub async fn campaigns_of(
        &self,
        account: &AccountId,
        subscribers: &[&SubscriberId],
    ) -> Result<BTreeMap<SubscriberId, Vec<Campaign>>, StoreError> {
        if subscribers.is_empty() {
            return Ok(BTreeMap::new());
        }
        let mut query = QueryBuilder::<Sqlite>::new(
            "SELECT memberships.subscriber_uuid, campaigns.uuid, campaigns.name
             FROM campaign_memberships AS memberships
             JOIN campaigns ON campaigns.account_uuid = memberships.account_uuid
                           AND campaigns.uuid = memberships.campaign_uuid
             WHERE memberships.account_uuid = ",
        );
        query
            .push_bind(account.as_str())
            .push(" AND memberships.subscriber_uuid IN (");
        let mut wanted = query.separated(", ");
        for subscriber in subscribers {
            wanted.push_bind(subscriber.as_str());
        }
        query.push(") ORDER BY campaigns.uuid");
        let rows: Vec<(String, String, String)> = query
            .build_query_as()
            .fetch_all(&self.readers)
            .await
            .map_err(failed("list the campaigns of subscribers"))?;

        let mut campaigns = BTreeMap::<_, Vec<_>>::new();
        for (subscriber, uuid, name) in rows {
            let campaign = Campaign {
                uuid: CampaignId::new(uuid),
                name,
            };
            campaigns
                .entry(SubscriberId::new(subscriber))
                .or_default()
                .push(campaign);
        }
        Ok(campaigns)
    }
}

impl Write {
    /// Puts the account's campaign in, unless it has one.
    pub async fn insert_campaign(
        &mut self,
        account: &AccountId,
        campaign: &Campaign,
    ) -> Result<Inserted, StoreError> {
        let done = sqlx::query(
            "INSERT INTO campaigns (account_uuid, uuid, name) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING",
        )
        .bind(account.as_str())
        .bind(campaign.uuid.as_str())
        .bind(&campaign.name)
        .execute(&mut *self.transaction)
        .await
        .map_err(failed("insert a campaign"))?;
        Ok(Inserted::from_rows(done.rows_affected()))
    }

    /// Puts a subscriber into a campaign, unless they are in it.
    pub async fn insert_membership(
        &mut self,
        account: &AccountId,
        membership: &Membership,
    ) -> Result<Inserted, StoreError> {
        let done = sqlx::query(
            "INSERT INTO campaign_memberships
                 (account_uuid, uuid, campaign_uuid, subscriber_uuid, created_at)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT DO NOTHING",
        )
        .bind(account.as_str())
        .bind(membership.uuid.as_str())
        .bind(membership.campaign.as_str())
        .bind(membership.subscriber.as_str())
        .bind(membership.created_at.as_micros())
        .execute(&mut *self.transaction)
        .await
        .map_err(failed("insert a membership"))?;
        Ok(Inserted::from_rows(done.rows_affected()))
    }
}
