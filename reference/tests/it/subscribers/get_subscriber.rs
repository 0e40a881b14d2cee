//! `GET /v2/subscribers/{identifier}`.

use crate::support::{TestContext, demo};

#[tokio::test]
async fn subscribers_are_found_by_uuid_and_by_address() {
    let context = TestContext::new().await;
    for planted in demo().accounts {
        assert_eq!(planted.subscribers.is_empty(), planted.label == "brand_new");
        for subscriber in planted.subscribers {
            let shouted = subscriber.email.as_str().to_uppercase();
            for identifier in [subscriber.uuid.as_str(), subscriber.email.as_str(), &shouted] {
                let found = context
                    .service
                    .get_subscriber(&planted.account.uuid, identifier, false)
                    .await
                    .unwrap();
                assert_eq!(found.subscriber, subscriber, "{identifier}");
                assert_eq!(found.campaigns, None);
            }
        }
    }
}
