//! Operations on signup widgets.

use referral_reference::domain::email::Email;
use referral_reference::domain::id::{RecommendationId, UpscribeId};
use referral_reference::domain::referral::Referral;
use reqwest::Method;
use serde_json::{Value, json};

use crate::http::service::TestServer;
use crate::support::now;

const PATH: &str = "/v2/upscribes/upscribe_00000000a001";
/// The recommendations of the codes 0a1b2c3d4e and 1b2c3d4e5f.
const BOTH: [&str; 2] = ["partner_campaign_00000000a001", "partner_campaign_00000000a002"];

async fn subscribe(service: &TestServer, email: &str, codes: &str) -> (u16, Value) {
    let body = json!({
        "subscriber_email": email, "recommendations": codes,
        "utm_source": "fair", "utm_campaign": "spring",
    });
    let answer = service.ask(Method::POST, &format!("{PATH}/subscribe"), body.to_string()).await;
    (answer.status, answer.body)
}

/// The remaining budget of a recommendation of the main account.
async fn budget(service: &TestServer, uuid: &str) -> Value {
    let path = format!("/v2/partner_profile/partner_campaigns/{uuid}");
    let found = service.ask(Method::GET, &path, "").await;
    found.body["partner_campaign"]["remaining_budget_dollars"].clone()
}

async fn referrals(service: &TestServer, uuid: &str) -> Vec<Referral> {
    let (context, uuid) = (&service.context, RecommendationId::new(uuid));
    context.service.store().referrals(&context.main, &uuid).await.unwrap()
}

#[tokio::test]
async fn the_auto_pilot_is_turned_off_and_on() {
    let service = TestServer::start().await;
    let mut expected = service.ask(Method::GET, PATH, "").await.body;
    for auto_pilot in [false, false, true] {
        expected["upscribe"]["auto_pilot"] = auto_pilot.into();
        let body = json!({ "auto_pilot": auto_pilot }).to_string();
        let changed = service.ask(Method::PUT, PATH, body).await;
        assert_eq!((changed.status, &changed.body), (200, &expected));
        assert_eq!(service.ask(Method::GET, PATH, "").await.body, expected);
    }
}

#[tokio::test]
async fn each_recommendation_counts_the_person_once() {
    let service = TestServer::start().await;
    // The person need not be a subscriber.
    for email in ["new@example.com", "NEW@example.com"] {
        let codes = "1b2c3d4e5f, ,unknown,0a1b2c3d4e,0a1b2c3d4e";
        let expected = (200, json!({ "response": "ok" }));
        assert_eq!(subscribe(&service, email, codes).await, expected);
        assert_eq!(budget(&service, BOTH[0]).await, 498);
        assert_eq!(budget(&service, BOTH[1]).await, 597);
    }
    for uuid in BOTH {
        let [referral] = &referrals(&service, uuid).await[..] else { panic!("one referral") };
        let expected = Referral {
            email: Email::parse("new@example.com").unwrap(),
            upscribe: UpscribeId::new("upscribe_00000000a001"),
            utm_source: Some("fair".to_owned()),
            utm_campaign: Some("spring".to_owned()),
            created_at: now(),
        };
        assert_eq!((referral, referral.email.as_str()), (&expected, "new@example.com"));
    }
}

#[tokio::test]
async fn a_budget_is_never_overdrawn() {
    let service = TestServer::start().await;
    // 500 dollars are 250 referrals.
    for person in 0..252 {
        let email = format!("p{person}@example.com");
        assert_eq!(subscribe(&service, &email, "0a1b2c3d4e").await.0, 200);
    }
    assert_eq!(referrals(&service, BOTH[0]).await.len(), 252);
    assert_eq!(budget(&service, BOTH[0]).await, 0);
}

#[tokio::test]
async fn a_request_has_at_most_200_codes() {
    let service = TestServer::start().await;
    for (count, message) in [
        (200, "Recommendations param has no known code."),
        (201, "Recommendations param has more than 200 codes."),
    ] {
        let codes = (0..count).map(|number| number.to_string()).collect::<Vec<_>>().join(",");
        let refused = subscribe(&service, "a@example.com", &codes).await;
        assert_eq!(refused, (400, json!({ "error": message })));
    }
}
