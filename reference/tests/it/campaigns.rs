//! Operations on referral campaigns.

mod get_campaign;
mod list_campaigns;
mod update_campaign;
