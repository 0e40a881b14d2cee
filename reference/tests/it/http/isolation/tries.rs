//! Requests of the other account with identifiers of the main one: for each operation, every kind of identifier at
//! every place.

use crate::http::operations::table;

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

/// Operation, expected result, path, body.
const TRIES: &str = r#"
# Subscribers: addresses and names are unique within an account only.
create_subscriber own /v2/subscribers {"email":"tomas@example.org"}
create_subscriber own /v2/subscribers {"email":"b1@evening.example","referrer_code":"01d5ca1e"}
list_subscribers own /v2/subscribers?per_page=200
list_subscribers own /v2/subscribers?type=referrals&expand=campaigns&per_page=200
list_subscribers own /v2/subscribers?type=advocates&per_page=200
list_subscribers own /v2/subscribers?page=2&per_page=3
get_subscriber unknown /v2/subscribers/sub_00000000a004
get_subscriber unknown /v2/subscribers/ada.pending@example.com?expand=campaigns
get_subscriber unknown /v2/subscribers/bo.pending%40example.com
get_subscriber own /v2/subscribers/tomas@example.org
get_subscriber own /v2/subscribers/Tomas@Example.ORG?expand=campaigns
get_subscriber own /v2/subscribers/tomas%40example.org
update_subscriber unknown /v2/subscribers/sub_00000000a004 {"status":"unsubscribed"}
update_subscriber unknown /v2/subscribers/sub_00000000a004 {"name":"Taken over"}
update_subscriber unknown /v2/subscribers/sub_00000000a004 {"email":"taken-over@evening.example"}
update_subscriber unknown /v2/subscribers/ada.pending@example.com {"status":"confirmed"}
update_subscriber unknown /v2/subscribers/bo.pending%40example.com {"name":"Taken over"}
update_subscriber own /v2/subscribers/tomas@example.org {"status":"unsubscribed","name":"Another"}
update_subscriber own /v2/subscribers/sub_00000000b003 {"email":"ada.pending@example.com"}
unsubscribe_subscriber unknown /v2/subscribers/sub_00000000a004/unsubscribe
unsubscribe_subscriber unknown /v2/subscribers/bo.pending@example.com/unsubscribe
unsubscribe_subscriber unknown /v2/subscribers/bo.pending%40example.com/unsubscribe
reject_subscriber unknown /v2/subscribers/sub_00000000a014/reject
reject_subscriber unknown /v2/subscribers/bo.pending@example.com/reject
reject_subscriber unknown /v2/subscribers/bo.pending%40example.com/reject
# Recommendations.
list_recommendations own /v2/partner_profile/partner_campaigns?per_page=200
get_recommendation unknown /v2/partner_profile/partner_campaigns/partner_campaign_00000000a001
archive_recommendation unknown /v2/partner_profile/partner_campaigns/partner_campaign_00000000a001
reactivate_recommendation unknown /v2/partner_profile/partner_campaigns/partner_campaign_00000000a007/reactivate
# Campaigns, members, events: either identifier of a pair may belong to the main account.
list_campaigns own /v2/campaigns
get_campaign unknown /v2/campaigns/MF00000000a1
update_campaign unknown /v2/campaigns/MF00000000a1 {"name":"Taken over"}
create_campaign_membership unknown /v2/campaigns/MF00000000a1/campaign_memberships
  {"subscriber_uuid":"sub_00000000b001"}
create_campaign_membership unknown /v2/campaigns/MF00000000b1/campaign_memberships
  {"subscriber_uuid":"sub_00000000a004"}
create_campaign_membership unknown /v2/campaigns/MF00000000b1/campaign_memberships
  {"subscriber_uuid":"bo.pending@example.com"}
create_campaign_membership unknown /v2/campaigns/MF00000000a1/campaign_memberships
  {"subscriber_uuid":"sub_00000000a004"}
create_campaign_membership own /v2/campaigns/MF00000000b1/campaign_memberships
  {"subscriber_uuid":"tomas@example.org"}
delete_campaign_membership unknown /v2/campaigns/MF00000000a1/campaign_memberships/MEMBERSHIP
delete_campaign_membership unknown /v2/campaigns/MF00000000b1/campaign_memberships/MEMBERSHIP
create_event unknown /v1/campaigns/MF00000000a1/subscribers/sub_00000000b001/events {"value":1}
create_event unknown /v1/campaigns/MF00000000b1/subscribers/sub_00000000a004/events {"value":1}
create_event unknown /v1/campaigns/MF00000000b1/subscribers/bo.pending@example.com/events {"value":1}
create_event unknown /v1/campaigns/MF00000000b1/subscribers/bo.pending%40example.com/events {"value":1}
create_event unknown /v1/campaigns/MF00000000a1/subscribers/sub_00000000a004/events {"value":1}
create_event own /v1/campaigns/MF00000000b1/subscribers/tomas%40example.org/events {"value":1}
# Widgets, and codes in a list.
list_upscribes own /v2/upscribes
get_upscribe unknown /v2/upscribes/upscribe_00000000a001
update_upscribe unknown /v2/upscribes/upscribe_00000000a001 {"auto_pilot":false}
subscribe_to_recommendations unknown /v2/upscribes/upscribe_00000000a001/subscribe
  {"subscriber_email":"x@evening.example","recommendations":"6a7b8c9d0e"}
subscribe_to_recommendations unknown /v2/upscribes/upscribe_00000000a001/subscribe
  {"subscriber_email":"x@evening.example","recommendations":"0a1b2c3d4e"}
subscribe_to_recommendations unknown /v2/upscribes/upscribe_00000000b001/subscribe
  {"subscriber_email":"x@evening.example","recommendations":"0a1b2c3d4e"}
subscribe_to_recommendations own /v2/upscribes/upscribe_00000000b001/subscribe
  {"subscriber_email":"tomas@example.org","recommendations":"0a1b2c3d4e,6a7b8c9d0e,1b2c3d4e5f"}
# Programs can be read and joined by all accounts; the recommendation belongs to the account that joins.
list_partner_programs own /v2/partner_network/partner_programs?per_page=200
get_partner_program own /v2/partner_network/partner_programs/partner_program_00000000a001
join_partner_program own /v2/partner_network/partner_programs/partner_program_00000000a003/join
  {"reason_for_recommending":"We read it."}
# Payouts have two identifiers.
list_payouts own /v3/payouts?expand=details,unpaid_details&per_page=200
get_payout unknown /v3/payouts/payout_00000000a001?expand=details,unpaid_details
get_payout unknown /v3/payouts/partner_payout_00000000a001
list_partner_profile_payouts own /v2/partner_profile/payouts?per_page=200
get_partner_profile_payout unknown /v2/partner_profile/payouts/partner_payout_00000000a001
get_partner_profile_payout unknown /v2/partner_profile/payouts/payout_00000000a001
# The account and its publications.
get_account own /v3/account?expand=team_members
list_publications own /v3/publications?per_page=200
get_publication unknown /v3/publications/pub_00000000a001
"#;

pub fn tries() -> Vec<Try> {
    let attempts = table(TRIES).map(|[operation, expected, path, body]| {
        let expected = match expected {
            "own" => Expected::Own,
            "unknown" => Expected::Unknown,
            other => panic!("{operation}: `{other}` is no expected result"),
        };
        Try { operation, path, body, expected }
    });
    attempts.collect()
}
