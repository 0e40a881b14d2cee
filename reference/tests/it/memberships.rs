//! Operations on campaign memberships.

mod create_campaign_membership;
mod delete_campaign_membership;
