//! A monetary event: so much came of a subscriber within a campaign.

use crate::domain::amount::Amount;
use crate::domain::id::{CampaignId, EventId, SubscriberId};
use crate::domain::timestamp::Timestamp;

/// A recorded event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Identifies it; not part of any answer so far.
    pub uuid: EventId,
    /// The campaign.
    pub campaign: CampaignId,
    /// The subscriber, always by UUID, whichever way the caller named them.
    pub subscriber: SubscriberId,
    /// How much, exactly.
    pub value: Amount,
    /// For the owner's own use.
    pub description: Option<String>,
    /// When it was recorded.
    pub created_at: Timestamp,
}
