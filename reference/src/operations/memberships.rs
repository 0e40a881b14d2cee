//! Operations on memberships of subscribers in a referral campaign.

mod create_campaign_membership;
mod delete_campaign_membership;

use crate::api::models;
use crate::api::server::Fault;

use crate::domain::campaign::Membership;
use crate::operations::values::time;

fn into_model<E>(membership: Membership) -> Result<models::CampaignMembership, Fault<E>> {
    Ok(models::CampaignMembership::new(
        membership.uuid.as_str(),
        membership.campaign.as_str(),
        membership.subscriber.as_str(),
        time(membership.created_at)?,
    ))
}
