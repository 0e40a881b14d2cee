//! Operations on payouts, in their two views.

mod get_partner_profile_payout;
mod get_payout;
mod list_partner_profile_payouts;
mod list_payouts;
