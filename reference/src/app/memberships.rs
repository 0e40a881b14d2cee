//! Operations on the membership of subscribers in a referral campaign.

pub mod create_campaign_membership;
pub mod delete_campaign_membership;
