//! Requests of the other account with identifiers of the main one: for each operation, every kind of identifier at
//! every place.

/// A request with the other account's key.
#[derive(Debug, Clone, Copy)]
pub struct Try {
    pub operation: &'static str,
    pub path: &'static str,
    pub body: &'static str,
    pub expected: Expected,
}

/// The expected result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// Refused with the same message as an unknown identifier.
    Unknown,
    /// Accepted, and affects records of the other account only.
    Own,
}

use Expected::{Own, Unknown};

/// Identifiers of the main account, each with an unknown one to replace it.
pub const UNKNOWN_IDENTIFIERS: [(&str, &str); 17] = [
    ("sub_00000000a004", "sub_000000000000"),
    ("sub_00000000a014", "sub_000000000000"),
    ("tomas@example.org", "missing@example.org"),
    ("Tomas@Example.ORG", "Missing@Example.ORG"),
    ("tomas%40example.org", "missing%40example.org"),
    ("ada.pending@example.com", "no.body.at.all@example.com"),
    ("bo.pending@example.com", "no.body@example.com"),
    ("bo.pending%40example.com", "no.body%40example.com"),
    ("MF00000000a1", "MF0000000000"),
    ("MEMBERSHIP", "membership_000000000000"),
    ("upscribe_00000000a001", "upscribe_000000000000"),
    ("partner_campaign_00000000a001", "partner_campaign_000000000000"),
    ("partner_campaign_00000000a007", "partner_campaign_000000000000"),
    ("0a1b2c3d4e", "0000000000"),
    ("partner_payout_00000000a001", "partner_payout_000000000000"),
    ("payout_00000000a001", "payout_000000000000"),
    ("pub_00000000a001", "pub_000000000000"),
];

const fn attempt(
    operation: &'static str,
    expected: Expected,
    path: &'static str,
    body: &'static str,
) -> Try {
    Try { operation, path, body, expected }
}

pub const TRIES: &[Try] = &[
    // Subscribers: addresses and names are unique within an account only.
    attempt("create_subscriber", Own, "/v2/subscribers", r#"{"email":"tomas@example.org"}"#),
    attempt(
        "create_subscriber",
        Own,
        "/v2/subscribers",
        r#"{"email":"b1@evening.example","referrer_code":"01d5ca1e"}"#,
    ),
    attempt("list_subscribers", Own, "/v2/subscribers?per_page=200", ""),
    attempt(
        "list_subscribers",
        Own,
        "/v2/subscribers?type=referrals&expand=campaigns&per_page=200",
        "",
    ),
    attempt("list_subscribers", Own, "/v2/subscribers?type=advocates&per_page=200", ""),
    attempt("list_subscribers", Own, "/v2/subscribers?page=2&per_page=3", ""),
    attempt("get_subscriber", Unknown, "/v2/subscribers/sub_00000000a004", ""),
    attempt(
        "get_subscriber",
        Unknown,
        "/v2/subscribers/ada.pending@example.com?expand=campaigns",
        "",
    ),
    attempt("get_subscriber", Unknown, "/v2/subscribers/bo.pending%40example.com", ""),
    attempt("get_subscriber", Own, "/v2/subscribers/tomas@example.org", ""),
    attempt("get_subscriber", Own, "/v2/subscribers/Tomas@Example.ORG?expand=campaigns", ""),
    attempt("get_subscriber", Own, "/v2/subscribers/tomas%40example.org", ""),
    attempt(
        "update_subscriber",
        Unknown,
        "/v2/subscribers/sub_00000000a004",
        r#"{"status":"unsubscribed"}"#,
    ),
    attempt(
        "update_subscriber",
        Unknown,
        "/v2/subscribers/sub_00000000a004",
        r#"{"name":"Taken over"}"#,
    ),
    attempt(
        "update_subscriber",
        Unknown,
        "/v2/subscribers/sub_00000000a004",
        r#"{"email":"taken-over@evening.example"}"#,
    ),
    attempt(
        "update_subscriber",
        Unknown,
        "/v2/subscribers/ada.pending@example.com",
        r#"{"status":"confirmed"}"#,
    ),
    attempt(
        "update_subscriber",
        Unknown,
        "/v2/subscribers/bo.pending%40example.com",
        r#"{"name":"Taken over"}"#,
    ),
    attempt(
        "update_subscriber",
        Own,
        "/v2/subscribers/tomas@example.org",
        r#"{"status":"unsubscribed","name":"Another"}"#,
    ),
    attempt(
        "update_subscriber",
        Own,
        "/v2/subscribers/sub_00000000b003",
        r#"{"email":"ada.pending@example.com"}"#,
    ),
    attempt("unsubscribe_subscriber", Unknown, "/v2/subscribers/sub_00000000a004/unsubscribe", ""),
    attempt(
        "unsubscribe_subscriber",
        Unknown,
        "/v2/subscribers/bo.pending@example.com/unsubscribe",
        "",
    ),
    attempt(
        "unsubscribe_subscriber",
        Unknown,
        "/v2/subscribers/bo.pending%40example.com/unsubscribe",
        "",
    ),
    attempt("reject_subscriber", Unknown, "/v2/subscribers/sub_00000000a014/reject", ""),
    attempt("reject_subscriber", Unknown, "/v2/subscribers/bo.pending@example.com/reject", ""),
    attempt("reject_subscriber", Unknown, "/v2/subscribers/bo.pending%40example.com/reject", ""),
    // Recommendations.
    attempt("list_recommendations", Own, "/v2/partner_profile/partner_campaigns?per_page=200", ""),
    attempt(
        "get_recommendation",
        Unknown,
        "/v2/partner_profile/partner_campaigns/partner_campaign_00000000a001",
        "",
    ),
    attempt(
        "archive_recommendation",
        Unknown,
        "/v2/partner_profile/partner_campaigns/partner_campaign_00000000a001",
        "",
    ),
    attempt(
        "reactivate_recommendation",
        Unknown,
        "/v2/partner_profile/partner_campaigns/partner_campaign_00000000a007/reactivate",
        "",
    ),
    // Campaigns, members, events: either identifier of a pair may belong to the main account.
    attempt("list_campaigns", Own, "/v2/campaigns", ""),
    attempt("get_campaign", Unknown, "/v2/campaigns/MF00000000a1", ""),
    attempt("update_campaign", Unknown, "/v2/campaigns/MF00000000a1", r#"{"name":"Taken over"}"#),
    attempt(
        "create_campaign_membership",
        Unknown,
        "/v2/campaigns/MF00000000a1/campaign_memberships",
        r#"{"subscriber_uuid":"sub_00000000b001"}"#,
    ),
    attempt(
        "create_campaign_membership",
        Unknown,
        "/v2/campaigns/MF00000000b1/campaign_memberships",
        r#"{"subscriber_uuid":"sub_00000000a004"}"#,
    ),
    attempt(
        "create_campaign_membership",
        Unknown,
        "/v2/campaigns/MF00000000b1/campaign_memberships",
        r#"{"subscriber_uuid":"bo.pending@example.com"}"#,
    ),
    attempt(
        "create_campaign_membership",
        Unknown,
        "/v2/campaigns/MF00000000a1/campaign_memberships",
        r#"{"subscriber_uuid":"sub_00000000a004"}"#,
    ),
    attempt(
        "create_campaign_membership",
        Own,
        "/v2/campaigns/MF00000000b1/campaign_memberships",
        r#"{"subscriber_uuid":"tomas@example.org"}"#,
    ),
    attempt(
        "delete_campaign_membership",
        Unknown,
        "/v2/campaigns/MF00000000a1/campaign_memberships/MEMBERSHIP",
        "",
    ),
    attempt(
        "delete_campaign_membership",
        Unknown,
        "/v2/campaigns/MF00000000b1/campaign_memberships/MEMBERSHIP",
        "",
    ),
    attempt(
        "create_event",
        Unknown,
        "/v1/campaigns/MF00000000a1/subscribers/sub_00000000b001/events",
        r#"{"value":1}"#,
    ),
    attempt(
        "create_event",
        Unknown,
        "/v1/campaigns/MF00000000b1/subscribers/sub_00000000a004/events",
        r#"{"value":1}"#,
    ),
    attempt(
        "create_event",
        Unknown,
        "/v1/campaigns/MF00000000b1/subscribers/bo.pending@example.com/events",
        r#"{"value":1}"#,
    ),
    attempt(
        "create_event",
        Unknown,
        "/v1/campaigns/MF00000000b1/subscribers/bo.pending%40example.com/events",
        r#"{"value":1}"#,
    ),
    attempt(
        "create_event",
        Unknown,
        "/v1/campaigns/MF00000000a1/subscribers/sub_00000000a004/events",
        r#"{"value":1}"#,
    ),
    attempt(
        "create_event",
        Own,
        "/v1/campaigns/MF00000000b1/subscribers/tomas%40example.org/events",
        r#"{"value":1}"#,
    ),
    // Widgets, and codes in a list.
    attempt("list_upscribes", Own, "/v2/upscribes", ""),
    attempt("get_upscribe", Unknown, "/v2/upscribes/upscribe_00000000a001", ""),
    attempt(
        "update_upscribe",
        Unknown,
        "/v2/upscribes/upscribe_00000000a001",
        r#"{"auto_pilot":false}"#,
    ),
    attempt(
        "subscribe_to_recommendations",
        Unknown,
        "/v2/upscribes/upscribe_00000000a001/subscribe",
        r#"{"subscriber_email":"x@evening.example","recommendations":"6a7b8c9d0e"}"#,
    ),
    attempt(
        "subscribe_to_recommendations",
        Unknown,
        "/v2/upscribes/upscribe_00000000a001/subscribe",
        r#"{"subscriber_email":"x@evening.example","recommendations":"0a1b2c3d4e"}"#,
    ),
    attempt(
        "subscribe_to_recommendations",
        Unknown,
        "/v2/upscribes/upscribe_00000000b001/subscribe",
        r#"{"subscriber_email":"x@evening.example","recommendations":"0a1b2c3d4e"}"#,
    ),
    attempt(
        "subscribe_to_recommendations",
        Own,
        "/v2/upscribes/upscribe_00000000b001/subscribe",
        r#"{"subscriber_email":"tomas@example.org","recommendations":"0a1b2c3d4e,6a7b8c9d0e,1b2c3d4e5f"}"#,
    ),
    // Programs can be read and joined by all accounts; the recommendation belongs to the account that joins.
    attempt("list_partner_programs", Own, "/v2/partner_network/partner_programs?per_page=200", ""),
    attempt(
        "get_partner_program",
        Own,
        "/v2/partner_network/partner_programs/partner_program_00000000a001",
        "",
    ),
    attempt(
        "join_partner_program",
        Own,
        "/v2/partner_network/partner_programs/partner_program_00000000a003/join",
        r#"{"reason_for_recommending":"We read it."}"#,
    ),
    // Payouts have two identifiers.
    attempt("list_payouts", Own, "/v3/payouts?expand=details,unpaid_details&per_page=200", ""),
    attempt(
        "get_payout",
        Unknown,
        "/v3/payouts/payout_00000000a001?expand=details,unpaid_details",
        "",
    ),
    attempt("get_payout", Unknown, "/v3/payouts/partner_payout_00000000a001", ""),
    attempt("list_partner_profile_payouts", Own, "/v2/partner_profile/payouts?per_page=200", ""),
    attempt(
        "get_partner_profile_payout",
        Unknown,
        "/v2/partner_profile/payouts/partner_payout_00000000a001",
        "",
    ),
    attempt(
        "get_partner_profile_payout",
        Unknown,
        "/v2/partner_profile/payouts/payout_00000000a001",
        "",
    ),
    // The account and its publications.
    attempt("get_account", Own, "/v3/account?expand=team_members", ""),
    attempt("list_publications", Own, "/v3/publications?per_page=200", ""),
    attempt("get_publication", Unknown, "/v3/publications/pub_00000000a001", ""),
];
