//! `DELETE /v2/partner_profile/partner_campaigns/{identifier}`.

use referral_reference::api::models::ArchiveRecommendationError;
use referral_reference::domain::recommendation::{ArchivedBy, Recommendation};

use crate::support::{TestContext, on_one_thread};

#[tokio::test]
async fn recommendation_in_any_state_is_archived() {
    let context = TestContext::new().await;
    let mut states = Vec::new();
    for number in 1..=6 {
        let uuid = format!("partner_campaign_00000000a{number:03}");
        let before = context
            .service
            .find_recommendation::<ArchiveRecommendationError>(&context.main, &uuid)
            .await
            .unwrap();
        states.push(<&str>::from(before.status));
        let status = before.status.archive();
        let by_owner = Some(ArchivedBy::Owner);
        assert_eq!((status.as_ref(), status.archiver()), ("archived", by_owner));
        let expected = Recommendation { status, ..before };
        for _ in 0..2 {
            let archived = context.service.archive_recommendation(&context.main, &uuid).await;
            assert_eq!(archived.unwrap(), expected);
        }
        let after = context
            .service
            .find_recommendation::<ArchiveRecommendationError>(&context.main, &uuid)
            .await;
        assert_eq!(after.unwrap(), expected);
    }
    states.sort();
    states.dedup();
    assert_eq!(states, ["active", "awaiting_approval", "draft", "paused"]);
}

/// Each sees the other's change in the shared transaction, but not yet in its own read.
#[test]
fn concurrent_archivals_both_succeed() {
    let (one, other) = on_one_thread(async || {
        let context = TestContext::shared().await;
        let archive = || {
            let (service, account) = (&context.service, &context.main);
            service.archive_recommendation(account, "partner_campaign_00000000a001")
        };
        tokio::join!(archive(), archive())
    });
    assert_eq!(one.unwrap(), other.unwrap());
}

#[tokio::test]
async fn archival_by_a_sponsor_is_kept() {
    let context = TestContext::new().await;
    let uuid = "partner_campaign_00000000a010";
    let archived = context.service.archive_recommendation(&context.main, uuid).await;
    let by = archived.unwrap().status.archiver();
    assert_eq!(by, Some(ArchivedBy::Sponsor));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_may_archive_and_reactivate_one_at_once() {
    let context = TestContext::shared().await;
    let twin = context.twin("twin").await;
    let uuid = "partner_campaign_00000000a001";
    let mut tasks = Vec::new();
    for turn in 0..16 {
        let service = if turn % 2 == 0 { &context.service } else { &twin };
        let (service, account) = (service.clone(), context.main.clone());
        tasks.push(tokio::spawn(async move {
            if turn % 4 == 3 {
                // Whether it is archived at the end depends on the timing.
                let _ = service.reactivate_recommendation(&account, uuid).await;
            }
            service.archive_recommendation(&account, uuid).await
        }));
    }
    for task in tasks {
        let archived = task.await.unwrap().unwrap();
        assert_eq!(archived.status.archiver(), Some(ArchivedBy::Owner));
    }
}
