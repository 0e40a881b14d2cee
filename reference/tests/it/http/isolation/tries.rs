//! What the other account tries to get at things of the main one: for each operation every kind of
//! identifier it takes, in every place where it takes one.

/// A request with the other account's key.
#[derive(Debug, Clone, Copy)]
pub struct Try {
    pub operation: &'static str,
    pub path: &'static str,
    pub body: &'static str,
    pub expected: Expected,
}

/// What must come of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// It is refused, and in the very same words as an identifier that is nobody's.
    Unknown,
    /// It is done, and only to the other account's own things.
    Own,
}

use Expected::{Own, Unknown};

/// Identifiers of the main account, and what is nobody's in their place.
pub const NOBODYS: [(&str, &str); 17] = [
    ("sub_00000000a004", "sub_000000000000"),
    ("sub_00000000a014", "sub_000000000000"),
    ("tomas@example.org", "nobody@example.org"),
    ("Tomas@Example.ORG", "Nobody@Example.ORG"),
    ("tomas%40example.org", "nobody%40example.org"),
    ("ada.pending@example.com", "no.body.at.all@example.com"),
    ("bo.pending@example.com", "no.body@example.com"),
    ("bo.pending%40example.com", "no.body%40example.com"),
    ("MF00000000a1", "MF0000000000"),
    ("MEMBERSHIP", "membership_000000000000"),
    ("upscribe_00000000a001", "upscribe_000000000000"),
    (
        "partner_campaign_00000000a001",
        "partner_campaign_000000000000",
    ),
    (
        "partner_campaign_00000000a007",
        "partner_campaign_000000000000",
    ),
    ("0a1b2c3d4e", "0000000000"),
    ("partner_payout_00000000a001", "partner_payout_000000000000"),
    ("payout_00000000a001", "payout_000000000000"),
    ("pub_00000000a001", "pub_000000000000"),
];

const fn a_try(
    operation: &'static str,
    expected: Expected,
    path: &'static str,
    body: &'static str,
) -> Try {
    Try {
        operation,
        path,
        body,
        expected,
    }
}

pub const TRIES: &[Try] = &[
    // Subscribers: an address may be used in each account, and names in each its own.
    a_try(
        "create_subscriber",
        Own,
        "/v2/subscribers",
        r#"{"email":"tomas@example.org"}"#,
    ),
    a_try(
        "create_subscriber",
        Own,
        "/v2/subscribers",
        r#"{"email":"b1@evening.example","referrer_code":"01d5ca1e"}"#,
    ),
    a_try("list_subscribers", Own, "/v2/subscribers?per_page=200", ""),
    a_try(
        "list_subscribers",
        Own,
        "/v2/subscribers?type=referrals&expand=campaigns&per_page=200",
        "",
    ),
    a_try(
        "list_subscribers",
        Own,
        "/v2/subscribers?type=advocates&per_page=200",
        "",
    ),
    a_try(
        "list_subscribers",
        Own,
        "/v2/subscribers?page=2&per_page=3",
        "",
    ),
    a_try(
        "get_subscriber",
        Unknown,
        "/v2/subscribers/sub_00000000a004",
        "",
    ),
    a_try(
        "get_subscriber",
        Unknown,
        "/v2/subscribers/ada.pending@example.com?expand=campaigns",
        "",
    ),
    a_try(
        "get_subscriber",
        Unknown,
        "/v2/subscribers/bo.pending%40example.com",
        "",
    ),
    a_try(
        "get_subscriber",
        Own,
        "/v2/subscribers/tomas@example.org",
        "",
    ),
    a_try(
        "get_subscriber",
        Own,
        "/v2/subscribers/Tomas@Example.ORG?expand=campaigns",
        "",
    ),
    a_try(
        "get_subscriber",
        Own,
        "/v2/subscribers/tomas%40example.org",
        "",
    ),
    a_try(
        "update_subscriber",
        Unknown,
        "/v2/subscribers/sub_00000000a004",
        r#"{"status":"unsubscribed"}"#,
    ),
    a_try(
        "update_subscriber",
        Unknown,
        "/v2/subscribers/sub_00000000a004",
        r#"{"name":"Taken over"}"#,
    ),
    a_try(
        "update_subscriber",
        Unknown,
        "/v2/subscribers/sub_00000000a004",
        r#"{"email":"taken-over@evening.example"}"#,
    ),
    a_try(
        "update_subscriber",
        Unknown,
        "/v2/subscribers/ada.pending@example.com",
        r#"{"status":"confirmed"}"#,
    ),
    a_try(
        "update_subscriber",
        Unknown,
        "/v2/subscribers/bo.pending%40example.com",
        r#"{"name":"Taken over"}"#,
    ),
    a_try(
        "update_subscriber",
        Own,
        "/v2/subscribers/tomas@example.org",
        r#"{"status":"unsubscribed","name":"Another"}"#,
    ),
    a_try(
        "update_subscriber",
        Own,
        "/v2/subscribers/sub_00000000b003",
        r#"{"email":"ada.pending@example.com"}"#,
    ),
    a_try(
        "unsubscribe_subscriber",
        Unknown,
        "/v2/subscribers/sub_00000000a004/unsubscribe",
        "",
    ),
    a_try(
        "unsubscribe_subscriber",
        Unknown,
        "/v2/subscribers/bo.pending@example.com/unsubscribe",
        "",
    ),
    a_try(
        "unsubscribe_subscriber",
        Unknown,
        "/v2/subscribers/bo.pending%40example.com/unsubscribe",
        "",
    ),
    a_try(
        "reject_subscriber",
        Unknown,
        "/v2/subscribers/sub_00000000a014/reject",
        "",
    ),
    a_try(
        "reject_subscriber",
        Unknown,
        "/v2/subscribers/bo.pending@example.com/reject",
        "",
    ),
    a_try(
        "reject_subscriber",
        Unknown,
        "/v2/subscribers/bo.pending%40example.com/reject",
        "",
    ),
    // Recommendations.
    a_try(
        "list_recommendations",
        Own,
        "/v2/partner_profile/partner_campaigns?per_page=200",
        "",
    ),
    a_try(
        "get_recommendation",
        Unknown,
        "/v2/partner_profile/partner_campaigns/partner_campaign_00000000a001",
        "",
    ),
    a_try(
        "archive_recommendation",
        Unknown,
        "/v2/partner_profile/partner_campaigns/partner_campaign_00000000a001",
        "",
    ),
    a_try(
        "reactivate_recommendation",
        Unknown,
        "/v2/partner_profile/partner_campaigns/partner_campaign_00000000a007/reactivate",
        "",
    ),
    // Campaigns, members, events: either part of a pair may be the main account's.
    a_try("list_campaigns", Own, "/v2/campaigns", ""),
    a_try("get_campaign", Unknown, "/v2/campaigns/MF00000000a1", ""),
    a_try(
        "update_campaign",
        Unknown,
        "/v2/campaigns/MF00000000a1",
        r#"{"name":"Taken over"}"#,
    ),
    a_try(
        "create_campaign_membership",
        Unknown,
        "/v2/campaigns/MF00000000a1/campaign_memberships",
        r#"{"subscriber_uuid":"sub_00000000b001"}"#,
    ),
    a_try(
        "create_campaign_membership",
        Unknown,
        "/v2/campaigns/MF00000000b1/campaign_memberships",
        r#"{"subscriber_uuid":"sub_00000000a004"}"#,
    ),
    a_try(
        "create_campaign_membership",
        Unknown,
        "/v2/campaigns/MF00000000b1/campaign_memberships",
        r#"{"subscriber_uuid":"bo.pending@example.com"}"#,
    ),
    a_try(
        "create_campaign_membership",
        Unknown,
        "/v2/campaigns/MF00000000a1/campaign_memberships",
        r#"{"subscriber_uuid":"sub_00000000a004"}"#,
    ),
    a_try(
        "create_campaign_membership",
        Own,
        "/v2/campaigns/MF00000000b1/campaign_memberships",
        r#"{"subscriber_uuid":"tomas@example.org"}"#,
    ),
    a_try(
        "delete_campaign_membership",
        Unknown,
        "/v2/campaigns/MF00000000a1/campaign_memberships/MEMBERSHIP",
        "",
    ),
    a_try(
        "delete_campaign_membership",
        Unknown,
        "/v2/campaigns/MF00000000b1/campaign_memberships/MEMBERSHIP",
        "",
    ),
    a_try(
        "create_event",
        Unknown,
        "/v1/campaigns/MF00000000a1/subscribers/sub_00000000b001/events",
        r#"{"value":1}"#,
    ),
    a_try(
        "create_event",
        Unknown,
        "/v1/campaigns/MF00000000b1/subscribers/sub_00000000a004/events",
        r#"{"value":1}"#,
    ),
    a_try(
        "create_event",
        Unknown,
        "/v1/campaigns/MF00000000b1/subscribers/bo.pending@example.com/events",
        r#"{"value":1}"#,
    ),
    a_try(
        "create_event",
        Unknown,
        "/v1/campaigns/MF00000000b1/subscribers/bo.pending%40example.com/events",
        r#"{"value":1}"#,
    ),
    a_try(
        "create_event",
        Unknown,
        "/v1/campaigns/MF00000000a1/subscribers/sub_00000000a004/events",
        r#"{"value":1}"#,
    ),
    a_try(
        "create_event",
        Own,
        "/v1/campaigns/MF00000000b1/subscribers/tomas%40example.org/events",
        r#"{"value":1}"#,
    ),
    // Widgets, and codes in a list.
    a_try("list_upscribes", Own, "/v2/upscribes", ""),
    a_try(
        "get_upscribe",
        Unknown,
        "/v2/upscribes/upscribe_00000000a001",
        "",
    ),
    a_try(
        "update_upscribe",
        Unknown,
        "/v2/upscribes/upscribe_00000000a001",
        r#"{"auto_pilot":false}"#,
    ),
    a_try(
        "subscribe_to_recommendations",
        Unknown,
        "/v2/upscribes/upscribe_00000000a001/subscribe",
        r#"{"subscriber_email":"x@evening.example","recommendations":"6a7b8c9d0e"}"#,
    ),
    a_try(
        "subscribe_to_recommendations",
        Unknown,
        "/v2/upscribes/upscribe_00000000a001/subscribe",
        r#"{"subscriber_email":"x@evening.example","recommendations":"0a1b2c3d4e"}"#,
    ),
    a_try(
        "subscribe_to_recommendations",
        Unknown,
        "/v2/upscribes/upscribe_00000000b001/subscribe",
        r#"{"subscriber_email":"x@evening.example","recommendations":"0a1b2c3d4e"}"#,
    ),
    a_try(
        "subscribe_to_recommendations",
        Own,
        "/v2/upscribes/upscribe_00000000b001/subscribe",
        r#"{"subscriber_email":"tomas@example.org","recommendations":"0a1b2c3d4e,6a7b8c9d0e,1b2c3d4e5f"}"#,
    ),
    // Programs are everybody's to see and to join; what comes of it is the joiner's.
    a_try(
        "list_partner_programs",
        Own,
        "/v2/partner_network/partner_programs?per_page=200",
        "",
    ),
    a_try(
        "get_partner_program",
        Own,
        "/v2/partner_network/partner_programs/partner_program_00000000a001",
        "",
    ),
    a_try(
        "join_partner_program",
        Own,
        "/v2/partner_network/partner_programs/partner_program_00000000a003/join",
        r#"{"reason_for_recommending":"We read it."}"#,
    ),
    // Payouts have two identifiers.
    a_try(
        "list_payouts",
        Own,
        "/v3/payouts?expand=details,unpaid_details&per_page=200",
        "",
    ),
    a_try(
        "get_payout",
        Unknown,
        "/v3/payouts/payout_00000000a001?expand=details,unpaid_details",
        "",
    ),
    a_try(
        "get_payout",
        Unknown,
        "/v3/payouts/partner_payout_00000000a001",
        "",
    ),
    a_try(
        "list_partner_profile_payouts",
        Own,
        "/v2/partner_profile/payouts?per_page=200",
        "",
    ),
    a_try(
        "get_partner_profile_payout",
        Unknown,
        "/v2/partner_profile/payouts/partner_payout_00000000a001",
        "",
    ),
    a_try(
        "get_partner_profile_payout",
        Unknown,
        "/v2/partner_profile/payouts/payout_00000000a001",
        "",
    ),
    // The account and its publications.
    a_try("get_account", Own, "/v3/account?expand=team_members", ""),
    a_try(
        "list_publications",
        Own,
        "/v3/publications?per_page=200",
        "",
    ),
    a_try(
        "get_publication",
        Unknown,
        "/v3/publications/pub_00000000a001",
        "",
    ),
];
