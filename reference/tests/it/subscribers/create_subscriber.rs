//! `POST /v2/subscribers`.

use crate::support::{TestContext, sent};

#[tokio::test]
async fn an_identifier_in_use_is_drawn_again() {
    let context = TestContext::shared().await;
    let first = context.subscriber("first@example.com").await;
    // Another service on the same database that generates the same identifiers.
    let twin = context.twin("world").await;
    let second = twin.create_subscriber(&context.main, sent("second@example.com")).await.unwrap();
    assert_ne!(first.uuid, second.uuid);
    assert_ne!(first.ref_code, second.ref_code);
}
