//! Operations on campaign memberships.

mod create_campaign_membership;
