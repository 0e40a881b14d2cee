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
async fn list_has_the_accounts_subscribers_latest_first() {
    let context = TestContext::new().await;
    for (account, label) in [(&context.main, "main"), (&context.other, "other_account")] {
        let seed = demo();
        let planted = seed.accounts.into_iter().find(|account| account.label == label).unwrap();
        let mut expected = planted.subscribers;
        expected.sort_by_key(|record| std::cmp::Reverse(record.created_at));
        assert_eq!(listed(&context, account, Audience::All).await, expected, "{label}");
    }
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
async fn referrals_were_referred_and_advocates_have_referred() {
    let context = TestContext::new().await;
    let all = listed(&context, &context.main, Audience::All).await;
    let referrals = listed(&context, &context.main, Audience::Referrals).await;
    let advocates = listed(&context, &context.main, Audience::Advocates).await;
    let referred: Vec<_> = all.iter().filter(|subscriber| subscriber.referred()).cloned().collect();
    let has_referred = |record: &&Subscriber| {
        all.iter().any(|other| other.referrer.as_ref() == Some(&record.uuid))
    };
    assert_eq!(referrals, referred);
    assert_eq!(advocates, all.iter().filter(has_referred).cloned().collect::<Vec<_>>());
    assert!(referrals.len() > 3 && referrals.len() < all.len());
    assert_eq!(advocates.len(), 3);
}

#[tokio::test]
async fn pages_follow_each_other_and_end() {
    let context = TestContext::new().await;
    let all = listed(&context, &context.main, Audience::All).await;
    let page = async |number| {
        let page = PageRequest::new(Some(number), Some(10));
        context.service.list_subscribers(&context.main, Audience::All, false, page).await.unwrap()
    };
    let pages = (all.len() as i64 + 9) / 10;
    let mut seen = Vec::new();
    for number in 1..=pages {
        let page = page(number).await;
        assert_eq!((page.total, page.total_pages()), (all.len() as i64, pages));
        seen.extend(page.items.into_iter().map(|item| item.subscriber));
    }
    assert_eq!(seen, all);
    for beyond in [pages + 1, i64::MAX] {
        let page = page(beyond).await;
        assert_eq!((page.items.len(), page.total), (0, all.len() as i64), "page {beyond}");
    }
}

#[tokio::test]
async fn campaigns_are_included_only_on_request() {
    let context = TestContext::new().await;
    let ask = async |expand_campaigns| {
        let page = PageRequest::new(None, Some(100));
        context
            .service
            .list_subscribers(&context.main, Audience::All, expand_campaigns, page)
            .await
            .unwrap()
            .items
    };
    assert!(ask(false).await.iter().all(|item| item.campaigns.is_none()));

    let expanded = ask(true).await;
    let campaigns_of = |email: &str| {
        let found =
            expanded.iter().find(|expanded| expanded.subscriber.email.as_str() == email).unwrap();
        let campaigns = found.campaigns.as_ref().unwrap();
        campaigns.iter().map(|campaign| campaign.uuid.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(campaigns_of("olga@example.com"), ["MF00000000a1"]);
    assert_eq!(campaigns_of("wei@example.net"), [""; 0]);
}

#[tokio::test]
async fn an_expanded_page_past_the_end_is_empty() {
    let context = TestContext::new().await;
    let page = PageRequest::new(Some(99), None);
    assert_eq!(
        context
            .service
            .list_subscribers(&context.main, Audience::All, true, page)
            .await
            .unwrap()
            .items,
        []
    );
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
