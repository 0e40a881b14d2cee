//! `GET /v2/partner_network/partner_programs/{identifier}`.

use referral_client::models::GetPartnerProgramRequest;
use referral_reference::api::models::GetPartnerProgramSuccess;
use reqwest::Method;

use crate::http::partner_programs::PATH;
use crate::http::service::TestServer;

#[tokio::test]
async fn program_has_all_members_for_every_account() {
    let service = TestServer::start().await;
    let path = format!("{PATH}/partner_program_00000000b002");
    let answer = service.ask(Method::GET, &path, "").await;
    insta::assert_snapshot!(serde_json::to_string_pretty(&answer.body).unwrap());
    let theirs = service.ask_as("other_account", Method::GET, &path, "").await;
    assert_eq!((theirs.status, theirs.body), (200, answer.body));
}

#[tokio::test]
async fn the_generated_client_reads_it() {
    let service = TestServer::start().await;
    let uuid = "partner_program_00000000b012";
    let client = service.client("main");
    let answer = client.get_partner_program(GetPartnerProgramRequest::new(uuid)).await;
    let answer_body: GetPartnerProgramSuccess = answer.unwrap().raw().json().unwrap();
    let program = answer_body.partner_program;
    assert_eq!(program.uuid.as_str(), uuid);
    assert_eq!((program.cpa.as_str(), program.max_payout.as_str()), ("2.50", "750.75"));
}
