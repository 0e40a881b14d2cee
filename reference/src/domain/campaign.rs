//! The referral campaign, of which an account has at most one (by constraint in the store), and the
//! membership of subscribers in it.

use crate::domain::id::{CampaignId, MembershipId, SubscriberId};
use crate::domain::text::{self, InvalidText};
use crate::domain::timestamp::Timestamp;

/// A referral campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Campaign {
    /// Identifies it.
    pub uuid: CampaignId,
    /// What people call it.
    pub name: String,
}

/// Why a text cannot be the name of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidCampaignName {
    /// It is empty, or only white space.
    #[error("the name is blank")]
    Blank,
    /// It cannot be kept.
    #[error("the name {0}")]
    Text(#[from] InvalidText),
}

impl Campaign {
    /// Whether a campaign can be called so.
    pub fn check_name(name: &str) -> Result<(), InvalidCampaignName> {
        if name.trim().is_empty() {
            return Err(InvalidCampaignName::Blank);
        }
        Ok(text::check(Some(name))?)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_campaign_is_called_something() {
        assert_eq!(Campaign::check_name("Bring a friend"), Ok(()));
        assert_eq!(Campaign::check_name(" x "), Ok(()));
        for blank in ["", " ", "\t\n", "\u{3000}"] {
            assert_eq!(
                Campaign::check_name(blank),
                Err(InvalidCampaignName::Blank),
                "{blank:?}"
            );
        }
        assert_eq!(
            Campaign::check_name("a\0b"),
            Err(InvalidCampaignName::Text(InvalidText::Nul))
        );
    }
}
