//! `GET /v2/subscribers`.

use referral_reference::domain::id::AccountId;
use referral_reference::domain::page::PageRequest;
use referral_reference::domain::subscriber::{Audience, NewSubscriber, Subscriber};

use crate::database::Database;
use crate::support::{TestContext, demo, sent};

async fn listed(context: &TestContext, account: &AccountId, audience: Audience) -> Vec<Subscriber> {
    let page = PageRequest::new(None, Some(200));
    let page = context.service.list_subscribers(account, audience, false, page).await.unwrap();
    assert_eq!(page.total, page.items.len() as i64);
    page.items.into_iter().map(|item| item.subscriber).collect()
}

#[tokio::test]
async fn a_signup_in_the_past_takes_its_place_in_the_order() {
    let context = TestContext::new().await;
    let times =
        ["2026-01-01T00:00:00.000002Z", "2026-01-01T00:00:00.000001Z", "2026-01-01T01:00:00+01:00"];
    for (index, time) in times.iter().enumerate().rev() {
        let created_at = Some((*time).to_owned());
        let new = NewSubscriber { created_at, ..sent(&format!("s{index}@example.com")) };
        context.service.create_subscriber(&context.main, new).await.unwrap();
    }
    let listed = listed(&context, &context.main, Audience::All).await;
    let first: Vec<_> = listed.iter().take(3).map(|subscriber| subscriber.email.as_str()).collect();
    assert_eq!(first, ["s0@example.com", "s1@example.com", "s2@example.com"]);
}

#[tokio::test]
async fn advocates_are_separate_per_account() {
    let mut seed = demo();
    // Olga has referred others in the main account; in the other account she has the same UUID and has referred none.
    seed.accounts[1].subscribers[0].uuid = seed.accounts[0].subscribers[0].uuid.clone();
    let context = TestContext::of(&seed, Database::private().await).await;
    let advocates = listed(&context, &context.other, Audience::Advocates).await;
    let emails: Vec<_> = advocates.iter().map(|advocate| advocate.email.as_str()).collect();
    assert_eq!(emails, ["iris@evening.example"]);
}
