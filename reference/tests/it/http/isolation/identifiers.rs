//! Identifiers that no record of the account has, at every place of every path: the answer names them, and nothing
//! changes.

use super::method;
use super::state::{Account, State};
use crate::http::operations::{calls, routes, table};
use crate::http::service::TestServer;
use crate::support::TestContext;

/// Operation, path, message. `{}` is the identifier, and `*` the letter in the account's own identifiers.
const LOOKUPS: &str = r#"
get_subscriber /v2/subscribers/{} Subscriber {} not found!
update_subscriber /v2/subscribers/{} Subscriber {} not found!
unsubscribe_subscriber /v2/subscribers/{}/unsubscribe Subscriber {} not found!
reject_subscriber /v2/subscribers/{}/reject Subscriber {} not found!
get_recommendation /v2/partner_profile/partner_campaigns/{} Recommendation {} not found!
archive_recommendation /v2/partner_profile/partner_campaigns/{} Recommendation {} not found!
reactivate_recommendation /v2/partner_profile/partner_campaigns/{}/reactivate Recommendation {} not found!
get_campaign /v2/campaigns/{} Campaign {} not found!
update_campaign /v2/campaigns/{} Campaign {} not found!
create_campaign_membership /v2/campaigns/{}/campaign_memberships Campaign {} not found!
delete_campaign_membership /v2/campaigns/{}/campaign_memberships/membership_1 Campaign {} not found!
delete_campaign_membership /v2/campaigns/MF00000000*1/campaign_memberships/{} Campaign membership {} not found!
create_event /v1/campaigns/{}/subscribers/sub_00000000*001/events Campaign {} not found!
create_event /v1/campaigns/MF00000000*1/subscribers/{}/events Subscriber {} not found!
get_upscribe /v2/upscribes/{} Upscribe {} not found.
update_upscribe /v2/upscribes/{} Upscribe {} not found.
subscribe_to_recommendations /v2/upscribes/{}/subscribe Upscribe {} not found.
get_partner_program /v2/partner_network/partner_programs/{} Partner program {} not found!
join_partner_program /v2/partner_network/partner_programs/{}/join Partner program {} not found!
get_payout /v3/payouts/{} Resource not found.
get_partner_profile_payout /v2/partner_profile/payouts/{} Payout {} not found!
get_publication /v3/publications/{} Publication {} not found!
"#;

/// Identifiers of nothing: unknown ones, those of another kind or case, and text that is special elsewhere.
const UNKNOWN: &str = "sub_000000000000 missing@example.com mf00000000a1 0a1b2c3d4e partner_program_000000000000 \
    @ % a/b?c#d@e nul\0 Ünïcödé💥 '/**/OR/**/1=1--";

const OF_MAIN: &str = "sub_00000000a002 sub_00000000a015 milan@example.com cleo.pending@example.com MF00000000a1 \
    upscribe_00000000a001 partner_campaign_00000000a007 partner_payout_00000000a001 payout_00000000a001 \
    pub_00000000a001";

const OF_OTHER: &str = "sub_00000000b002 sub_00000000b004 iris@evening.example paul@evening.example MF00000000b1 \
    upscribe_00000000b001 partner_campaign_00000000b001 partner_campaign_00000000b002 \
    partner_payout_00000000b001 payout_00000000b001 pub_00000000b001";

#[test]
fn every_place_for_an_identifier_is_tried() {
    for (operation, _, path) in routes() {
        let rows = table(LOOKUPS).filter(|[of, ..]: &[_; 3]| *of == operation).count();
        assert_eq!(rows, path.matches('{').count(), "{operation}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn identifiers_of_no_own_record_are_not_found() {
    let service = TestServer::of(TestContext::shared().await).await;
    let states = async || {
        let main = State::in_full(&service, "main", Account::Main).await;
        (main, State::in_full(&service, "other_account", Account::Other).await)
    };
    let before = states().await;
    let long = "s".repeat(2000);
    for [operation, path, message] in table(LOOKUPS) {
        let body = calls().into_iter().find(|call| call.operation == operation).unwrap().body;
        for (label, letter, foreign) in [("main", "a", OF_OTHER), ("other_account", "b", OF_MAIN)] {
            let unknown = UNKNOWN.split_whitespace().chain(foreign.split_whitespace());
            for identifier in unknown.chain([" ", &long]) {
                let encoded: String =
                    identifier.bytes().map(|byte| format!("%{byte:02X}")).collect();
                let path = path.replace("{}", &encoded).replace('*', letter);
                let answer = service.ask_as(label, method(operation), &path, body).await;
                let expected = if identifier == " " && path.ends_with("%20/events") {
                    (400, "Subscriber uuid or email blank!".to_owned())
                } else {
                    (404, message.replace("{}", identifier))
                };
                assert_eq!(answer.refusal(), expected, "{label}: {operation} {path}");
            }
        }
    }
    assert_eq!(states().await, before);
}
