//! Memberships of subscribers in a referral campaign.

use crate::domain::campaign::Membership;
use crate::domain::id::{AccountId, CampaignId, MembershipId, SubscriberId};
use crate::store::error::failed;
use crate::store::row::row;
use crate::store::sql::sql;
use crate::store::text::time;
use crate::store::{Inserted, StoreError, WriteTransaction};

row! {
    struct Row {
        uuid: String,
        campaign_uuid: String,
        subscriber_uuid: String,
        created_at: i64,
    }
}

impl TryFrom<Row> for Membership {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Membership, StoreError> {
        Ok(Membership {
            uuid: MembershipId::new(row.uuid),
            campaign: CampaignId::new(row.campaign_uuid),
            subscriber: SubscriberId::new(row.subscriber_uuid),
            created_at: time(row.created_at)?,
        })
    }
}

impl WriteTransaction {
    /// Inserts a membership, unless the subscriber is a member already.
    pub async fn insert_membership(
        &mut self,
        account: &AccountId,
        membership: &Membership,
    ) -> Result<Inserted, StoreError> {
        let done = sql("INSERT INTO campaign_memberships
                 (account_uuid, uuid, campaign_uuid, subscriber_uuid, created_at)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (account_uuid, campaign_uuid, subscriber_uuid) DO NOTHING")
        .bind(account.as_str())
        .bind(membership.uuid.as_str())
        .bind(membership.campaign.as_str())
        .bind(membership.subscriber.as_str())
        .bind(membership.created_at.as_micros())
        .execute(&mut self.transaction)
        .await
        .map_err(failed("insert a membership"))?;
        Ok(Inserted::from_rows(done))
    }

    /// Deletes a membership of the campaign and returns it. Of several concurrent calls only one gets it.
    pub async fn delete_membership(
        &mut self,
        account: &AccountId,
        campaign: &CampaignId,
        uuid: &MembershipId,
    ) -> Result<Option<Membership>, StoreError> {
        let row: Option<Row> = sql("DELETE FROM campaign_memberships
             WHERE account_uuid = $1 AND campaign_uuid = $2 AND uuid = $3
             RETURNING uuid, campaign_uuid, subscriber_uuid, created_at")
        .bind(account.as_str())
        .bind(campaign.as_str())
        .bind(uuid.as_str())
        .fetch_optional(&mut self.transaction)
        .await
        .map_err(failed("delete a membership"))?;
        row.map(Membership::try_from).transpose()
    }
}
