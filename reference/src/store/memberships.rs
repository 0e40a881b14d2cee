//! Memberships of subscribers in a referral campaign.

use crate::domain::campaign::Membership;
use crate::domain::id::MembershipId;
use crate::store::prelude::*;

record! { Membership in "campaign_memberships", "insert a membership" { uuid, created_at } as { campaign: campaign_uuid, subscriber: subscriber_uuid } }

impl WriteTransaction {
    /// Inserts a membership, unless the subscriber is a member already.
    pub async fn insert_membership(
        &mut self,
        account: &AccountId,
        membership: &Membership,
    ) -> Result<Inserted, StoreError> {
        let mut insert = insert(membership).set("account_uuid", account).sql();
        insert.push(" ON CONFLICT (account_uuid, campaign_uuid, subscriber_uuid) DO NOTHING");
        insert.insert("insert a membership", &mut self.transaction).await
    }

    /// Deletes a membership of the campaign and returns it. Of several concurrent calls only one gets it.
    pub async fn delete_membership(
        &mut self,
        account: &AccountId,
        campaign: &CampaignId,
        uuid: &MembershipId,
    ) -> Result<Option<Membership>, StoreError> {
        sql("DELETE FROM campaign_memberships
             WHERE account_uuid = $1 AND campaign_uuid = $2 AND uuid = $3")
        .returning::<Membership>()
        .bind(account)
        .bind(campaign)
        .bind(uuid)
        .fetch_optional("delete a membership", &mut self.transaction)
        .await
    }
}
