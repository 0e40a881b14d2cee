//! The database: opening, durability, and constraints.

use referral_reference::domain::account::IssuedKey;
use referral_reference::domain::amount::Amount;
use referral_reference::domain::campaign::Campaign;
use referral_reference::domain::email::Email;
use referral_reference::domain::event::Event;
use referral_reference::domain::id::{
    CampaignId, EventId, KeyId, PartnerPayoutId, PartnerProgramId, PayoutId, RecommendationCode,
    RecommendationId, SubscriberId,
};
use referral_reference::domain::partner_program::PartnerProgram;
use referral_reference::domain::payout::Payout;
use referral_reference::domain::recommendation::Recommendation;
use referral_reference::domain::referral::Referral;
use referral_reference::domain::subscriber::SubscriberIdentifier;
use referral_reference::keys::ApiKey;
use referral_reference::store::{Inserted, RecommendationInserted, Store, StoreError};
use reqwest::Method;
use tempfile::TempDir;

use crate::http::service::TestServer;
use crate::support::{TestContext, now, seeded};

#[tokio::test]
async fn committed_writes_are_visible_to_the_next_process() {
    let context = TestContext::shared().await;
    let created = context.subscriber("kept@example.com").await;
    // The first store is neither closed nor dropped, as after a crash.
    let again = context.database.open().await;
    let found =
        again.subscriber(&context.main, &SubscriberIdentifier::Uuid(created.uuid.clone())).await;
    assert_eq!(found.unwrap(), Some(created));
}

#[tokio::test]
async fn uncommitted_writes_are_rolled_back() {
    let context = TestContext::new().await;
    let store = context.service.store();
    let before = store.keys().await.unwrap();
    let mut write = store.begin_write().await.unwrap();
    for key in &before {
        assert!(write.delete_key(&key.uuid).await.unwrap());
    }
    drop(write);
    assert_eq!(store.keys().await.unwrap(), before);
}

#[tokio::test]
async fn events_cannot_reference_another_account() {
    let context = TestContext::new().await;
    // A campaign of one account and a subscriber of another: the tables refuse what the use cases never request.
    let event = Event {
        uuid: EventId::new("event_1"),
        campaign: CampaignId::new("MF00000000a1"),
        subscriber: SubscriberId::new("sub_00000000b002"),
        value: Amount::parse("1").unwrap(),
        description: None,
        created_at: now(),
    };
    for account in [&context.main, &context.other] {
        let mut write = context.service.store().begin_write().await.unwrap();
        let refused = write.insert_event(account, &event).await;
        assert!(matches!(refused, Err(StoreError::Query { .. })), "{account}");
    }
}

#[tokio::test]
async fn network_records_cannot_reference_another_account() {
    let context = TestContext::new().await;
    let (mine, theirs) = (seeded("main"), seeded("other_account"));
    // PostgreSQL refuses everything in a transaction after an error, so each statement has its own.
    macro_rules! refused {
        ($insert:ident($($value:expr),*)) => {{
            let mut write = context.service.store().begin_write().await.unwrap();
            let outcome = write.$insert(&context.main, $($value),*).await.map(drop);
            assert!(matches!(outcome, Err(StoreError::Query { .. })), "{outcome:?}");
        }};
    }

    let recommendation = Recommendation {
        uuid: RecommendationId::new("partner_campaign_1"),
        ref_code: RecommendationCode::new("1"),
        partner_program: PartnerProgramId::new("partner_program_00000000b021"),
        publication: theirs.publications[0].uuid.clone(),
        ..mine.recommendations[0].clone()
    };
    refused!(insert_recommendation(&recommendation));
    let program = PartnerProgram {
        uuid: PartnerProgramId::new("partner_program_1"),
        ..theirs.partner_programs[0].clone()
    };
    refused!(insert_partner_program(&program));
    let referral = Referral {
        email: Email::parse("ann@example.com").unwrap(),
        upscribe: theirs.upscribes[0].uuid.clone(),
        utm_source: None,
        utm_campaign: None,
        created_at: now(),
    };
    let uuid = &mine.recommendations[0].uuid;
    refused!(insert_referral(uuid, &referral));
    let payout = Payout {
        uuid: PayoutId::new("payout_1"),
        partner_uuid: PartnerPayoutId::new("partner_payout_1"),
        ..theirs.payouts[0].clone()
    };
    refused!(insert_payout(&payout));
}

#[tokio::test]
async fn program_and_code_are_unique_to_a_recommendation() {
    let context = TestContext::new().await;
    let planted = seeded("main").recommendations[0].clone();
    let joined = planted.partner_program.as_str();
    let (new, other) = ("partner_campaign_1", "partner_program_00000000b021");
    let mut write = context.service.store().begin_write().await.unwrap();
    for (uuid, code, program, outcome) in [
        (new, "1", joined, RecommendationInserted::Joined),
        (planted.uuid.as_str(), "1", other, RecommendationInserted::CodeTaken),
        // A code is unique across accounts, because links have no account.
        (new, "6a7b8c9d0e", other, RecommendationInserted::CodeTaken),
        (new, "1", other, RecommendationInserted::New),
    ] {
        let again = Recommendation {
            uuid: RecommendationId::new(uuid),
            ref_code: RecommendationCode::new(code),
            partner_program: PartnerProgramId::new(program),
            ..planted.clone()
        };
        let inserted = write.insert_recommendation(&context.main, &again).await;
        assert_eq!(inserted.unwrap(), outcome, "{uuid} {code}");
    }
}

#[tokio::test]
async fn an_account_has_one_owner() {
    let context = TestContext::shared().await;
    let query = "UPDATE users SET is_owner = TRUE WHERE name = 'Dora Klein' RETURNING uuid";
    let second = context.database.look::<(String,)>(query).await;
    let refused = second.unwrap_err().to_string().to_lowercase();
    assert!(refused.contains("unique constraint"), "{refused}");
}

#[tokio::test]
async fn an_account_has_one_campaign() {
    let context = TestContext::new().await;
    let second = Campaign { uuid: CampaignId::new("MF2"), name: "Second".to_owned() };
    let mut write = context.service.store().begin_write().await.unwrap();
    let outcome = write.insert(&context.main, &second).await.unwrap();
    assert_eq!(outcome, Inserted::Exists);
}

#[tokio::test]
async fn keys_are_issued_only_to_users_of_their_account() {
    let context = TestContext::new().await;
    let keys = context.service.store().keys().await.unwrap();
    let mut users = keys.iter().filter(|key| key.account == context.main).map(|key| &key.user);
    let user = users.find(|user| user.is_some()).unwrap();
    let secret = ApiKey::generate().unwrap();
    for (account, outcome) in [(&context.other, Inserted::Exists), (&context.main, Inserted::New)] {
        let key = IssuedKey {
            uuid: KeyId::new("key_1"),
            account: account.clone(),
            user: user.clone(),
            created_at: now(),
        };
        let mut write = context.service.store().begin_write().await.unwrap();
        assert_eq!(write.insert_key(&key, &secret.hash()).await.unwrap(), outcome);
    }
}

#[tokio::test]
async fn open_errors_name_the_cause_without_passwords() {
    let refused = Store::open("mysql://user:secret@db/referral").await.unwrap_err();
    insta::assert_snapshot!(refused, @"cannot use a database of the kind `mysql`; write `sqlite://PATH`, `sqlite::memory:` or `postgres://USER@HOST/DATABASE`");
    let refused = Store::open("sqlite:///no/such/folder/referral.db").await.unwrap_err();
    insta::assert_snapshot!(refused, @"cannot open the database /no/such/folder/referral.db");
    let refused = Store::open("postgres://user:secret@127.0.0.1:1/referral").await.unwrap_err();
    insta::assert_snapshot!(refused, @"cannot open the database referral at 127.0.0.1:1");
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("referral.db");
    std::fs::write(&file, "this is no database, but long enough to look").unwrap();
    let url = format!("sqlite://{}", file.display());
    assert!(Store::open(&url).await.is_err());
}

#[tokio::test]
async fn columns_added_by_later_versions_are_ignored() {
    let service = TestServer::of(TestContext::shared().await).await;
    let mut answers = Vec::new();
    for table in [
        "",
        "subscribers",
        "publications",
        "upscribes",
        "partner_programs",
        "recommendations",
        "payouts",
        "ledger_entries",
    ] {
        if !table.is_empty() {
            let change = format!("ALTER TABLE {table} ADD COLUMN later TEXT").leak();
            let changed = service.context.database.look::<(String,)>(change).await;
            assert_eq!(changed.unwrap(), []);
        }
        let (subscriber, widget) = ("sub_00000000a004", "upscribe_00000000a001");
        for (method, path, body) in [
            (Method::GET, "/v2/subscribers".to_owned(), "{}"),
            (Method::PUT, format!("/v2/subscribers/{subscriber}"), "{}"),
            (Method::GET, "/v3/publications".to_owned(), "{}"),
            (Method::GET, "/v2/upscribes".to_owned(), "{}"),
            (Method::PUT, format!("/v2/upscribes/{widget}"), r#"{"auto_pilot":true}"#),
            (Method::GET, "/v2/partner_network/partner_programs".to_owned(), "{}"),
            (Method::GET, "/v2/partner_profile/partner_campaigns".to_owned(), "{}"),
            (Method::GET, "/v3/payouts".to_owned(), "{}"),
        ] {
            let answer = service.ask(method, &path, body).await;
            assert_eq!(answer.status, 200, "{table} {path}: {}", answer.body);
            answers.push(answer.body);
        }
    }
    let mut rounds = answers.chunks(8);
    let first = rounds.next().unwrap();
    assert!(rounds.all(|round| round == first));
}
