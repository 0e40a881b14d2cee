//! `POST /v2/upscribes/{identifier}/subscribe`.

use referral_reference::api::models::{
    SubscribeToRecommendationsError, SubscribeToRecommendationsRequest, UpscribeUuid,
};
use referral_reference::domain::email::Email;
use referral_reference::domain::id::AccountId;
use referral_reference::domain::id::{RecommendationId, UpscribeId};
use referral_reference::domain::referral::Referral;

use crate::concurrent::at_once;
use crate::support::{TestContext, now};

/// Codes of two recommendations of the main account.
const FIRST: &str = "0a1b2c3d4e";
const SECOND: &str = "1b2c3d4e5f";

fn signup(email: &str, codes: &[&str]) -> SubscribeToRecommendationsRequest {
    let codes: Vec<String> = codes.iter().map(|code| (*code).to_owned()).collect();
    let upscribe = UpscribeUuid::from("upscribe_00000000a001");
    SubscribeToRecommendationsRequest::new(upscribe, email, codes)
}

async fn referrals(context: &TestContext, account: &AccountId, uuid: &str) -> Vec<Referral> {
    let uuid = RecommendationId::new(uuid);
    context.service.store().referrals(account, &uuid).await.unwrap()
}

#[tokio::test]
async fn a_referral_is_noted_for_each_recommendation() {
    let context = TestContext::new().await;
    // The person need not be a subscriber.
    let signup = signup("new@example.com", &[SECOND, " ", "unknown", FIRST, FIRST])
        .utm_source("fair")
        .utm_campaign("spring");
    let done = context.service.subscribe_to_recommendations(&context.main, signup);
    let known: Vec<_> = done.await.unwrap().iter().map(ToString::to_string).collect();
    let both = ["partner_campaign_00000000a001", "partner_campaign_00000000a002"];
    assert_eq!(known, both);
    for uuid in both {
        let noted = referrals(&context, &context.main, uuid).await;
        let expected = Referral {
            email: Email::parse("new@example.com").unwrap(),
            upscribe: UpscribeId::new("upscribe_00000000a001"),
            utm_source: Some("fair".to_owned()),
            utm_campaign: Some("spring".to_owned()),
            created_at: now(),
        };
        assert_eq!(noted, [expected]);
        let answer_body = context
            .service
            .find_recommendation::<SubscribeToRecommendationsError>(&context.main, uuid)
            .await
            .unwrap();
        assert_eq!(answer_body.referrals, 1);
        let spent = answer_body.max_payout.as_cents() - answer_body.remaining_budget().as_cents();
        assert_eq!(spent, answer_body.cpa.as_cents());
    }
}

#[tokio::test]
async fn a_person_counts_once_for_a_recommendation() {
    let context = TestContext::new().await;
    for email in ["ann@example.com", "ANN@example.com", "ann@example.com"] {
        let again = signup(email, &[FIRST]);
        let done = context.service.subscribe_to_recommendations(&context.main, again);
        assert_eq!(done.await.unwrap().len(), 1, "it is no error");
    }
    let noted = referrals(&context, &context.main, "partner_campaign_00000000a001").await;
    assert_eq!(noted.len(), 1);
    assert_eq!(noted[0].email.as_str(), "ann@example.com");
}

#[tokio::test]
async fn a_budget_is_never_overdrawn() {
    let context = TestContext::new().await;
    let found = context.service.find_recommendation::<SubscribeToRecommendationsError>(
        &context.main,
        "partner_campaign_00000000a001",
    );
    let found = found.await.unwrap();
    let enough = found.max_payout.as_cents() / found.cpa.as_cents() + 2;
    for person in 0..enough {
        let one = signup(&format!("p{person}@example.com"), &[FIRST]);
        let done = context.service.subscribe_to_recommendations(&context.main, one);
        done.await.unwrap();
    }
    let found = context
        .service
        .find_recommendation::<SubscribeToRecommendationsError>(&context.main, found.uuid.as_str());
    let found = found.await.unwrap();
    assert_eq!(found.referrals, enough);
    assert_eq!(found.remaining_budget().as_cents(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_signups_of_one_person_count_once() {
    let context = TestContext::shared().await;
    let signups = at_once(&context, 16, |service, account, _| async move {
        let signup = signup("ann@example.com", &[FIRST, SECOND]);
        service.subscribe_to_recommendations(&account, signup).await
    });
    for known in signups.await {
        assert_eq!(known.unwrap().len(), 2);
    }
    for uuid in ["partner_campaign_00000000a001", "partner_campaign_00000000a002"] {
        assert_eq!(referrals(&context, &context.main, uuid).await.len(), 1);
    }
}
