//! Seeds: parsing, inserting, and the target file.

mod errors;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use reader::{Diagnostics, Sources, Style};
use referral_reference::domain::page::PageRequest;
use referral_reference::domain::partner_program::{Channel, ProgramStatus};
use referral_reference::domain::payout::Payout;
use referral_reference::domain::publication::PublicationStatus;
use referral_reference::domain::recommendation::{ArchivedBy, RecommendationStatus};
use referral_reference::domain::status::{Acquisition, Status};
use referral_reference::domain::subscriber::Audience;
use referral_reference::domain::upscribe::AfterSubmission;
use referral_reference::seed::{self, SeedError, read, target};
use referral_reference::store::PayoutView;
use strum::VariantNames as _;

use crate::database::Database;
use crate::support::{TestContext, demo, now};

/// Whether exactly these words occur.
fn are_all<'w>(words: impl IntoIterator<Item = &'w str>, all: &[&'w str]) {
    let words: BTreeSet<_> = words.into_iter().collect();
    assert_eq!(words, all.iter().copied().collect());
}

#[test]
fn the_demo_has_every_state_of_everything() {
    let seed = demo();
    let accounts = || seed.accounts.iter();
    let publications = accounts().flat_map(|account| &account.publications);
    are_all(
        publications.map(|publication| publication.status.as_ref()),
        PublicationStatus::VARIANTS,
    );
    let upscribes = || accounts().flat_map(|account| &account.upscribes);
    are_all(
        upscribes().map(|upscribe| upscribe.after_submission_behaviour.as_ref()),
        AfterSubmission::VARIANTS,
    );
    let switches: BTreeSet<_> =
        upscribes().flat_map(|upscribe| [upscribe.active, upscribe.auto_pilot]).collect();
    assert_eq!(switches.len(), 2);
    let subscribers = || accounts().flat_map(|account| &account.subscribers);
    let ways: BTreeSet<_> = subscribers()
        .map(|subscriber| (subscriber.acquisition.as_ref(), subscriber.status.as_ref()))
        .collect();
    // A directly acquired subscriber is neither pending nor rejected.
    assert_eq!(ways.len(), Acquisition::VARIANTS.len() * Status::VARIANTS.len() - 2);
    let programs = || accounts().flat_map(|account| &account.partner_programs);
    are_all(programs().map(|program| program.status.as_ref()), ProgramStatus::VARIANTS);
    are_all(
        programs().flat_map(|program| &program.channels).map(|channel| channel.as_ref()),
        Channel::VARIANTS,
    );
    let recommendations = || accounts().flat_map(|account| &account.recommendations);
    are_all(
        recommendations().map(|recommendation| recommendation.status.as_ref()),
        RecommendationStatus::VARIANTS,
    );
    are_all(
        recommendations()
            .filter_map(|recommendation| recommendation.status.archiver().map(<&str>::from)),
        ArchivedBy::VARIANTS,
    );
    let payouts = accounts().flat_map(|account| &account.payouts);
    let paid: BTreeSet<_> = payouts.map(|payout| payout.paid_at.is_some()).collect();
    assert_eq!(paid.len(), 2);
    let gone = accounts().filter(|account| account.users.is_empty());
    assert_eq!(gone.map(|gone| gone.keys.len()).sum::<usize>(), 1);
}

#[test]
fn the_same_text_gives_the_same_seed() {
    assert_eq!(demo(), demo());
    let text = "seed: 1\naccounts: { a: { name: A, subscribers: [{ email: a@example.com, created_at: 2024-01-01T00:00:00Z }] } }";
    let (one, two) = (read(text).unwrap(), read(text).unwrap());
    assert_eq!(one, two);
    assert!(one.accounts[0].subscribers[0].uuid.as_str().starts_with("sub_"));
}

#[test]
fn an_account_is_of_the_user_it_names_or_else_of_the_first() {
    let owner = |owner: &str| {
        let text = format!(
            "seed: 1\naccounts: {{ a: {{ name: A{owner}, users: {{
                zoe: {{ name: Zoe, email: zoe@example.com, gone: true }},
                yan: {{ name: Yan, email: yan@example.com }},
                ada: {{ name: Ada, email: ada@example.com }} }} }} }}"
        );
        let seed = read(&text).unwrap();
        let account = &seed.accounts[0];
        assert!(account.former_users.iter().all(|former_user| !former_user.is_owner));
        let mut owners = account.users.iter().filter(|user| user.is_owner);
        let owner = owners.next().unwrap();
        assert_eq!(owners.next(), None);
        owner.name.clone()
    };
    assert_eq!(owner(""), "Yan");
    assert_eq!(owner(", owner: ada"), "Ada");
}

#[test]
fn json_is_read_too() {
    let seed = read(
        r#"{"seed": 1, "accounts": {"a": {"name": "A", "campaign": {"name": "C"}, "users": {
            "ada": {"name": "Ada", "email": "ada@example.com", "gone": false},
            "bo": {"name": "Bo", "email": "bo@example.com", "gone": true}
        }}}}"#,
    )
    .unwrap();
    assert_eq!(seed.accounts[0].former_users.len(), 1);
    assert_eq!(
        seed.accounts[0].campaign.as_ref().map(|campaign| campaign.name.as_str()),
        Some("C")
    );
}

/// The records with a time, newest first.
fn newest_first<T: Clone, K: Ord>(records: &[T], time: impl Fn(&T) -> K) -> Vec<T> {
    let mut records = records.to_vec();
    records.sort_by_key(|record| Reverse(time(record)));
    records
}

#[tokio::test]
async fn inserted_records_equal_the_seed() {
    let seed = demo();
    let store = Database::private().await.open().await;
    let mut write = store.begin_write().await.unwrap();
    let keys = seed::insert(&seed, &mut write, now()).await.unwrap();
    write.commit().await.unwrap();
    assert_eq!(keys.len(), 6);
    let all = PageRequest::new(None, Some(200));
    for planted in &seed.accounts {
        let uuid = &planted.account.uuid;
        assert_eq!(store.account(uuid).await.unwrap().as_ref(), Some(&planted.account));
        let mut subscribers = store.subscribers(uuid, Audience::All, all).await.unwrap().items;
        let mut expected = planted.subscribers.clone();
        subscribers.sort_by_key(|record| record.uuid.to_string());
        expected.sort_by_key(|record| record.uuid.to_string());
        assert_eq!(subscribers, expected);
        let expected = newest_first(&planted.publications, |record| record.created_at);
        assert_eq!(store.publications(uuid, all).await.unwrap().items, expected);
        let campaigns = store.campaigns(uuid).await.unwrap();
        assert_eq!(campaigns, Vec::from_iter(planted.campaign.clone()));
        let expected = newest_first(&planted.upscribes, |record| record.created_at);
        assert_eq!(store.upscribes(uuid).await.unwrap(), expected);
        for expected in expected {
            let found = store.upscribe(uuid, &expected.uuid).await.unwrap();
            assert_eq!(found, Some(expected));
        }
        for expected in &planted.partner_programs {
            let found = store.partner_program(&expected.uuid).await.unwrap();
            assert_eq!(found.as_ref(), Some(expected));
        }
        let mut referrals = 0;
        for expected in &planted.recommendations {
            let found = store.recommendation(uuid, &expected.uuid).await.unwrap();
            assert_eq!(found.as_ref(), Some(expected));
            let found = store.referrals(uuid, &expected.uuid).await.unwrap();
            let all = planted.referrals.iter().filter(|(of, _)| *of == expected.uuid);
            assert_eq!(found, all.map(|(_, referral)| referral.clone()).collect::<Vec<_>>());
            referrals += found.len();
        }
        assert_eq!(referrals, planted.referrals.len());
    }
    assert!(!seed.accounts[0].referrals.is_empty());
}

#[tokio::test]
async fn inserted_payouts_equal_the_seed_in_both_views() {
    let context = TestContext::new().await;
    let store = context.service.store();
    for planted in &demo().accounts[..2] {
        let uuid = &planted.account.uuid;
        let payouts = newest_first(&planted.payouts, |record| record.created_at);
        let (of_network, others): (Vec<_>, Vec<_>) =
            payouts.iter().cloned().partition(Payout::is_of_network);
        assert!(!of_network.is_empty() && !others.is_empty());
        for payout in &payouts {
            let id = payout.uuid.as_str();
            let found = store.payout(uuid, PayoutView::Account, id).await.unwrap();
            assert_eq!(found.as_ref(), Some(payout).filter(|payout| payout.is_of_network()));
            let id = payout.partner_uuid.as_str();
            let found = store.payout(uuid, PayoutView::Profile, id).await.unwrap();
            assert_eq!(found.as_ref(), Some(payout));
        }
        for (view, expected) in [(PayoutView::Account, of_network), (PayoutView::Profile, payouts)]
        {
            let page = store.payouts(uuid, view, PageRequest::default()).await.unwrap();
            assert_eq!((page.total, page.items), (expected.len() as i64, expected));
        }
    }
}

#[tokio::test]
async fn a_seed_is_planted_once_and_a_failure_leaves_nothing() {
    let seed = demo();
    let store = Database::private().await.open().await;
    let mut broken = seed.clone();
    let twice = broken.accounts[1].publications[0].clone();
    broken.accounts[1].publications.push(twice);
    let mut write = store.begin_write().await.unwrap();
    let refused = seed::insert(&broken, &mut write, now()).await.unwrap_err();
    drop(write);
    insta::assert_snapshot!(refused, @"the publication pub_00000000b001 of the account `other_account` is there already; give it a `uuid` of its own");
    assert_eq!(store.account(&seed.accounts[0].account.uuid).await.unwrap(), None);

    let mut write = store.begin_write().await.unwrap();
    seed::insert(&seed, &mut write, now()).await.unwrap();
    write.commit().await.unwrap();
    let mut write = store.begin_write().await.unwrap();
    let refused = seed::insert(&seed, &mut write, now()).await.unwrap_err();
    assert!(matches!(refused, SeedError::AlreadyInserted { account } if account == "main"));
}

#[test]
fn the_target_file_names_keys_by_file_and_every_fixture() {
    let text = "
seed: 1
accounts:
  main:
    name: A
    campaign: { uuid: MF1, name: C }
    upscribes: [{ uuid: upscribe_1 }]
    publications: [{ uuid: pub_1, name: P, created_at: 2024-01-01T00:00:00+01:00 }]
    subscribers:
      - { uuid: sub_1, email: one@example.com, created_at: 2024-01-01T00:00:00Z }
      - { uuid: sub_2, email: two@example.com, created_at: 2024-01-01T00:00:00Z, referred_by: one@example.com }
      - { uuid: 'sub \"3\"', email: three@example.com, created_at: 2024-01-01T00:00:00Z, status: unsubscribed }
";
    let seed = read(text).unwrap();
    let text =
        target::text(Path::new("runs/local.yaml"), "https://staging.example/api", &seed, &[]);
    insta::assert_snapshot!(text);
}

#[tokio::test]
async fn the_files_of_a_target_are_read_back_and_keys_are_private() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("local.yaml");
    let seed = demo();
    let store = Database::private().await.open().await;
    for _ in 0..2 {
        // The second run replaces the files of the first.
        let mut write = store.begin_write().await.unwrap();
        let keys = seed::insert(&seed, &mut write, now()).await.unwrap();
        target::write(&path, "http://127.0.0.1:1", &seed, &keys).unwrap();
        for planted in keys {
            let file = folder.path().join(format!("local.{}.key", planted.label));
            assert_eq!(std::fs::read_to_string(&file).unwrap().trim_end(), planted.key.reveal());
            #[cfg(unix)]
            {
                let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&file).unwrap());
                assert_eq!(mode & 0o777, 0o600);
            }
        }
    }
    let (mut sources, mut found) = (Sources::new(), Diagnostics::new());
    let file = sources.read(&path, &mut found).unwrap();
    assert!(reader::parse(&sources, file, &mut found).is_some());
    assert!(found.is_empty(), "{}", reader::render(&sources, &found, Style::Plain));
}

#[tokio::test]
async fn a_program_is_recommended_once_by_an_account() {
    let mut seed = demo();
    let program = seed.accounts[0].recommendations[0].partner_program.clone();
    seed.accounts[0].recommendations[1].partner_program = program;
    let store = Database::private().await.open().await;
    let mut write = store.begin_write().await.unwrap();
    let refused = seed::insert(&seed, &mut write, now()).await.unwrap_err();
    insta::assert_snapshot!(refused, @"a recommendation of partner_program_00000000b001 of the account `main` is there already; give it a `uuid` of its own");
}

#[tokio::test]
async fn a_grown_seed_is_the_same_every_time_and_goes_in() {
    let grown = || {
        let mut seed = demo();
        seed::add_subscribers(&mut seed, 700);
        seed
    };
    let seed = grown();
    assert_eq!(seed, grown());
    let all = || seed.accounts.iter().flat_map(|account| &account.subscribers);
    assert_eq!(all().count(), 700);
    let mut few = demo();
    seed::add_subscribers(&mut few, 3);
    assert_eq!(few, demo());

    // States that the service could have created.
    let mut states = BTreeMap::new();
    for subscriber in all() {
        *states.entry(subscriber.status.as_ref()).or_insert(0) += 1;
        if few.accounts.iter().any(|few| few.subscribers.contains(subscriber)) {
            continue;
        }
        let direct = subscriber.acquisition == Acquisition::Direct;
        assert!(
            !direct || !matches!(subscriber.status, Status::Pending | Status::Rejected),
            "{subscriber:?}"
        );
        assert_eq!(subscriber.referred(), subscriber.acquisition == Acquisition::ReferralProgram);
    }
    assert_eq!(states.len(), Status::VARIANTS.len());

    let store = Database::private().await.open().await;
    let mut write = store.begin_write().await.unwrap();
    seed::insert(&seed, &mut write, now()).await.unwrap();
    write.commit().await.unwrap();
    for account in &seed.accounts {
        let total = async |audience| {
            let page = PageRequest::new(Some(2), Some(5));
            let page = store.subscribers(&account.account.uuid, audience, page);
            usize::try_from(page.await.unwrap().total).unwrap()
        };
        let here = &account.subscribers;
        assert_eq!(total(Audience::All).await, here.len());
        let referrers: Vec<_> =
            here.iter().filter_map(|subscriber| subscriber.referrer.as_ref()).collect();
        assert_eq!(total(Audience::Referrals).await, referrers.len());
        let advocates: BTreeSet<_> = referrers.into_iter().collect();
        assert_eq!(total(Audience::Advocates).await, advocates.len());
    }
}

#[tokio::test]
async fn conflicting_record_is_named() {
    let mut seed = demo();
    seed::add_subscribers(&mut seed, 300);
    // The repeated record is far away, or next to it.
    for at in [151, 1] {
        let mut seed = seed.clone();
        let subscribers = &mut seed.accounts[0].subscribers;
        let mut twice = subscribers[150].clone();
        twice.uuid = subscribers[0].uuid.clone();
        let uuid = twice.uuid.to_string();
        subscribers.insert(at, twice);
        let store = Database::private().await.open().await;
        let mut write = store.begin_write().await.unwrap();
        let refused = seed::insert(&seed, &mut write, now()).await.unwrap_err();
        assert!(refused.to_string().contains(&uuid), "{refused}");
    }
}

/// With the default page size of 50.
#[test]
fn the_demo_has_a_second_page_of_programs() {
    let programs =
        demo().accounts.iter().map(|account| account.partner_programs.len()).sum::<usize>();
    assert_eq!(programs, 60);
}
