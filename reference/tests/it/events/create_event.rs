//! `POST /v1/campaigns/{campaign_uuid}/subscribers/{subscriber_uuid}/events`.

use referral_reference::operations::OperationError;
use referral_reference_models::{
    CampaignUuid, CreateEventError, CreateEventRequest, Number, SubscriberRef,
};

use crate::support::{TestContext, now};

const CAMPAIGN: &str = "MF00000000a1";
const SUBSCRIBER: &str = "sub_00000000a001";

fn event(campaign: &str, subscriber: &str, value: &str) -> CreateEventRequest {
    CreateEventRequest::new(
        CampaignUuid::from(campaign),
        SubscriberRef::from(subscriber),
        value.parse::<Number>().unwrap(),
    )
}

#[tokio::test]
async fn an_event_is_kept_to_the_last_digit() {
    let context = TestContext::shared().await;
    let value = "1234567890123456789.10";
    let new = event(CAMPAIGN, SUBSCRIBER, value).description("first order");
    let created = context.service.create_event(&context.main, new).await.unwrap();
    assert_eq!(created.value.as_str(), value);
    assert_eq!(created.created_at, now());
    assert_eq!((created.campaign.as_str(), created.subscriber.as_str()), (CAMPAIGN, SUBSCRIBER));

    let query = "SELECT account_uuid, subscriber_uuid, value, description FROM events";
    let rows: Vec<(String, String, String, Option<String>)> =
        context.database.look(query).await.unwrap();
    let text = |text: &str| text.to_owned();
    let account = text(context.main.as_str());
    assert_eq!(rows, [(account, text(SUBSCRIBER), text(value), Some(text("first order")))]);
}

#[tokio::test]
async fn a_subscriber_addressed_by_e_mail_is_answered_by_uuid() {
    let context = TestContext::new().await;
    let new = event(CAMPAIGN, "OLGA@example.com", "-5");
    let created = context.service.create_event(&context.main, new).await.unwrap();
    assert_eq!(created.subscriber.as_str(), SUBSCRIBER);
}

#[tokio::test]
async fn each_defect_has_its_own_refusal() {
    let context = TestContext::new().await;
    let refusal = async |new| context.service.create_event(&context.main, new).await.unwrap_err();

    for blank in ["", "  ", "\t"] {
        let new = event(CAMPAIGN, blank, "1");
        assert!(
            matches!(
                refusal(new).await,
                OperationError::Documented(CreateEventError::SubscriberBlank)
            ),
            "{blank:?}"
        );
    }
    let new = event(CAMPAIGN, SUBSCRIBER, "1").description("\0");
    let message = refusal(new).await.to_string();
    assert_eq!(message, "body.descripton holds a NUL character");
    for other in ["MF0000000000", "MF00000000b1"] {
        let message = refusal(event(other, SUBSCRIBER, "1")).await.to_string();
        assert_eq!(message, format!("Campaign {other} not found!"));
    }
    for other in ["sub_000000000000", "sub_00000000b002", "iris@evening.example"] {
        let new = event(CAMPAIGN, other, "1");
        let OperationError::Documented(CreateEventError::SubscriberNotFound { identifier }) =
            refusal(new).await
        else {
            panic!("{other}")
        };
        assert_eq!(identifier, other);
    }
}
