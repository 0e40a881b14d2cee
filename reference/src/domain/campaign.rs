//! The referral campaign, of which an account has at most one (by constraint in the store), and the
//! membership of subscribers in it.

use crate::domain::id::{CampaignId, MembershipId, SubscriberId};
use crate::domain::timestamp::Timestamp;

/// A referral campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Campaign {
    /// Identifies it.
    pub uuid: CampaignId,
    /// What people call it.
    pub name: String,
}

/// That a subscriber takes part in a campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// Identifies the membership.
    pub uuid: MembershipId,
    /// The campaign.
    pub campaign: CampaignId,
    /// The subscriber.
    pub subscriber: SubscriberId,
    /// Since when.
    pub created_at: Timestamp,
}
