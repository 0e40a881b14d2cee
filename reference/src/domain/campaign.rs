//! The referral campaign and its members. An account has at most one campaign (by constraint in the store).

use crate::domain::id::{CampaignId, MembershipId, SubscriberId};
use crate::domain::text::{self, InvalidText};
use crate::domain::timestamp::Timestamp;

/// A referral campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Campaign {
    /// Identifier.
    pub uuid: CampaignId,
    /// Name.
    pub name: String,
}

/// Why a text is not a valid campaign name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidCampaignName {
    /// It is empty or only white space.
    #[error("the name is blank")]
    Blank,
    /// It is not a valid text.
    #[error("the name {0}")]
    Text(#[from] InvalidText),
}

impl Campaign {
    /// Checks the name of a campaign.
    pub fn check_name(name: &str) -> Result<(), InvalidCampaignName> {
        if name.trim().is_empty() {
            return Err(InvalidCampaignName::Blank);
        }
        Ok(text::check(Some(name))?)
    }
}

/// The membership of a subscriber in a campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// Identifier.
    pub uuid: MembershipId,
    /// The campaign.
    pub campaign: CampaignId,
    /// The subscriber.
    pub subscriber: SubscriberId,
    /// Time of creation.
    pub created_at: Timestamp,
}
