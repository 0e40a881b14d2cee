//! Operations on referral campaigns, and how one is shown.

mod get_campaign;
mod list_campaigns;
mod update_campaign;

use referral_reference_models as models;

use crate::domain::campaign::Campaign;

/// A campaign as callers see it.
pub(super) fn shown(campaign: Campaign) -> models::Campaign {
    models::Campaign::new(campaign.uuid.as_str(), campaign.name)
}
