//! `DELETE /v2/campaigns/{identifier}/campaign_memberships/{uuid}`.

use referral_reference::domain::campaign::Membership;
use referral_reference::operations::OperationError;

use crate::support::TestContext;

const CAMPAIGN: &str = "MF00000000a1";
const SUBSCRIBER: &str = "sub_00000000a004";

async fn added(context: &TestContext) -> Membership {
    let added =
        context.service.create_campaign_membership(&context.main, CAMPAIGN, SUBSCRIBER).await;
    added.unwrap()
}

/// Whether the subscriber is in the campaign.
async fn is_in(context: &TestContext) -> bool {
    let found = context.service.get_subscriber(&context.main, SUBSCRIBER, true).await;
    !found.unwrap().campaigns.unwrap().is_empty()
}

#[tokio::test]
async fn a_membership_is_removed_once_and_can_be_made_again() {
    let context = TestContext::new().await;
    let mut before = None;
    for _ in 0..2 {
        let membership = added(&context).await;
        assert_ne!(before.as_ref(), Some(&membership.uuid));
        assert!(is_in(&context).await);
        let uuid = membership.uuid.as_str();
        let removed =
            context.service.delete_campaign_membership(&context.main, CAMPAIGN, uuid).await;
        assert_eq!(removed.unwrap(), membership);
        assert!(!is_in(&context).await);

        let again = context.service.delete_campaign_membership(&context.main, CAMPAIGN, uuid).await;
        assert!(
            matches!(again, Err(OperationError::NotFound { identifier, .. }) if identifier == uuid)
        );
        before = Some(membership.uuid);
    }
}

#[tokio::test]
async fn memberships_of_other_accounts_or_campaigns_are_not_removed() {
    let context = TestContext::new().await;
    let membership = added(&context).await;
    let uuid = membership.uuid.as_str();
    for (account, campaign, found) in [
        (&context.other, CAMPAIGN, false),
        (&context.other, "MF00000000b1", true),
        (&context.main, "MF00000000b1", false),
        (&context.main, "", false),
    ] {
        let refused =
            context.service.delete_campaign_membership(account, campaign, uuid).await.unwrap_err();
        let missing = if found { ("Campaign membership", uuid) } else { ("Campaign", campaign) };
        assert!(
            matches!(&refused, OperationError::NotFound { kind, identifier } if (*kind, identifier.as_str()) == missing),
            "{refused}"
        );
    }
    assert!(is_in(&context).await);
}
