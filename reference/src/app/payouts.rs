//! Operations on payouts, in their two views.

pub mod get_partner_profile_payout;
pub mod get_payout;
pub mod list_partner_profile_payouts;
pub mod list_payouts;
