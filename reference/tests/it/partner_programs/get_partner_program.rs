//! `GET /v2/partner_network/partner_programs/{identifier}`.

use referral_reference::api::models::GetPartnerProgramError;

use crate::support::{TestContext, demo};

#[tokio::test]
async fn every_program_of_the_network_is_shown_as_it_was_planted() {
    let context = TestContext::new().await;
    let programs = demo().accounts.into_iter().flat_map(|account| account.partner_programs);
    let mut count = 0;
    for program in programs {
        let found = context
            .service
            .find_partner_program::<GetPartnerProgramError>(program.uuid.as_str())
            .await;
        assert_eq!(found.unwrap(), program);
        count += 1;
    }
    assert!(count > 20);
}
