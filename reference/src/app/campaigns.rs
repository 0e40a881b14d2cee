//! Operations on referral campaigns.

pub mod get_campaign;
pub mod list_campaigns;
pub mod update_campaign;
