//! `POST /v1/campaigns/{campaign_uuid}/subscribers/{subscriber_uuid}/events`.

use referral_reference::app::events::create_event::{CreateEventError, NewEvent};
use referral_reference::domain::amount::Amount;

use crate::support::{TestContext, now};

const CAMPAIGN: &str = "MF00000000a1";
const SUBSCRIBER: &str = "sub_00000000a001";

fn event(value: &str) -> NewEvent {
    NewEvent {
        campaign: CAMPAIGN.to_owned(),
        subscriber: SUBSCRIBER.to_owned(),
        value: Some(Amount::parse(value).unwrap()),
        description: None,
    }
}

#[tokio::test]
async fn an_event_is_kept_to_the_last_digit() {
    let context = TestContext::shared().await;
    let value = "1234567890123456789.10";
    let new = NewEvent {
        description: Some("first order".to_owned()),
        ..event(value)
    };
    let created = context.app.create_event(&context.main, new).await.unwrap();
    assert_eq!(created.value.as_str(), value);
    assert_eq!(created.created_at, now());
    assert_eq!(
        (created.campaign.as_str(), created.subscriber.as_str()),
        (CAMPAIGN, SUBSCRIBER)
    );

    let query = "SELECT account_uuid, subscriber_uuid, value, description FROM events";
    let rows: Vec<(String, String, String, Option<String>)> =
        context.database.look(query).await.unwrap();
    let text = |text: &str| text.to_owned();
    let account = text(context.main.uuid.as_str());
    assert_eq!(
        rows,
        [(
            account,
            text(SUBSCRIBER),
            text(value),
            Some(text("first order"))
        )]
    );
}

#[tokio::test]
async fn a_subscriber_addressed_by_e_mail_is_answered_by_uuid() {
    let context = TestContext::new().await;
    let new = NewEvent {
        subscriber: "OLGA@example.com".to_owned(),
        ..event("-5")
    };
    let created = context.app.create_event(&context.main, new).await.unwrap();
    assert_eq!(created.subscriber.as_str(), SUBSCRIBER);
}

#[tokio::test]
async fn each_defect_has_its_own_refusal() {
    let context = TestContext::new().await;
    let refusal = async |new| {
        context
            .app
            .create_event(&context.main, new)
            .await
            .unwrap_err()
    };

    for blank in ["", "  ", "\t"] {
        let new = NewEvent {
            subscriber: blank.to_owned(),
            value: None,
            ..event("1")
        };
        assert!(
            matches!(refusal(new).await, CreateEventError::SubscriberBlank),
            "{blank:?}"
        );
    }
    let new = NewEvent {
        value: None,
        subscriber: "nobody".to_owned(),
        ..event("1")
    };
    assert!(matches!(refusal(new).await, CreateEventError::ValueMissing));
    let new = NewEvent {
        description: Some("\0".to_owned()),
        ..event("1")
    };
    assert!(matches!(
        refusal(new).await,
        CreateEventError::DescriptionNotKept(_)
    ));
    for other in ["MF0000000000", "MF00000000b1"] {
        let new = NewEvent {
            campaign: other.to_owned(),
            ..event("1")
        };
        let CreateEventError::CampaignNotFound { campaign_uuid } = refusal(new).await else {
            panic!("{other}")
        };
        assert_eq!(campaign_uuid, other);
    }
    for other in [
        "sub_000000000000",
        "sub_00000000b002",
        "iris@evening.example",
    ] {
        let new = NewEvent {
            subscriber: other.to_owned(),
            ..event("1")
        };
        let CreateEventError::SubscriberNotFound { identifier } = refusal(new).await else {
            panic!("{other}")
        };
        assert_eq!(identifier, other);
    }
}
