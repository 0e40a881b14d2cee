//! Monetary events of subscribers in a campaign.

use crate::domain::amount::Amount;
use crate::domain::id::{CampaignId, EventId, SubscriberId};
use crate::domain::timestamp::Timestamp;

/// A recorded event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Identifier; not part of any answer.
    pub uuid: EventId,
    /// The campaign.
    pub campaign: CampaignId,
    /// The subscriber, also if the request had an e-mail address.
    pub subscriber: SubscriberId,
    /// Amount.
    pub value: Amount,
    /// Free text.
    pub description: Option<String>,
    /// Time of creation.
    pub created_at: Timestamp,
}
