//! `POST /v2/partner_network/partner_programs/{identifier}/join`.

use referral_reference::api::models::JoinPartnerProgramError;
use referral_reference::domain::publication::PublicationStatus;
use referral_reference::domain::recommendation::{Recommendation, RecommendationStatus};
use referral_reference::operations::OperationError;

use crate::database::Database;
use crate::support::{TestContext, demo, now};

const AT_ONCE: &str = "partner_program_00000000b021";
const BY_APPLICATION: &str = "partner_program_00000000b031";

async fn join(
    context: &TestContext,
    uuid: &str,
    reason: &str,
) -> Result<Recommendation, OperationError<JoinPartnerProgramError>> {
    let reason = reason.to_owned();
    context.service.join_partner_program(&context.main, uuid, reason).await
}

#[tokio::test]
async fn a_recommendation_stands_on_the_terms_of_its_program() {
    let context = TestContext::new().await;
    for (uuid, status) in [
        (AT_ONCE, RecommendationStatus::Active),
        (BY_APPLICATION, RecommendationStatus::AwaitingApproval),
    ] {
        let program =
            context.service.find_partner_program::<JoinPartnerProgramError>(uuid).await.unwrap();
        let joined = join(&context, uuid, "We read it ourselves.").await.unwrap();
        assert_eq!(joined.status, status);
        assert_eq!(joined.partner_program, program.uuid);
        assert_eq!((joined.cpa, joined.max_payout), (program.cpa, program.max_payout));
        let name = format!("{}'s Partner Program", program.publication.name);
        assert_eq!(joined.name, name);
        assert_eq!(joined.accepted_terms_at, program.terms.map(|_| now()));
        assert_eq!(joined.reason.as_deref(), Some("We read it ourselves."));
        assert_eq!(joined.publication.as_str(), "pub_00000000a001", "the oldest");
        assert_eq!(joined.partner_profile.as_str(), "partner_00000000a001");
        assert_eq!(joined.remaining_budget(), program.max_payout);
        assert!(joined.referral_link().ends_with(joined.ref_code.as_str()));

        let found = context
            .service
            .find_recommendation::<JoinPartnerProgramError>(&context.main, joined.uuid.as_str());
        assert_eq!(found.await.unwrap(), joined);
    }
}

#[tokio::test]
async fn an_account_without_a_publication_has_nothing_to_recommend_with() {
    let mut seed = demo();
    for publication in &mut seed.accounts[0].publications {
        publication.status = PublicationStatus::Draft;
    }
    let context = TestContext::of(&seed, Database::private().await).await;
    let refused = join(&context, AT_ONCE, "Good.").await.unwrap_err();
    let message = "Account has no active publication to recommend with";
    assert_eq!(refused.to_string(), message);
}
