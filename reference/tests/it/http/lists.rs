//! What all lists have in common: each account sees its own records, newest first, page by page, and each record on its
//! own is as in the list.

use referral_reference::domain::payout::Payout;
use referral_reference::domain::timestamp::Timestamp;
use referral_reference::seed::{Seed, SeedAccount};
use reqwest::Method;
use serde_json::{Value, json};

use crate::http::service::TestServer;
use crate::support::{demo, in_use};

/// A list.
struct List {
    path: &'static str,
    /// The member that has the records.
    records: &'static str,
    /// The member of `meta` that counts them, if the list has pages.
    total: Option<&'static str>,
    /// Times and identifiers of the records that an account sees.
    seeded: fn(&Seed, &SeedAccount) -> Vec<(Timestamp, String)>,
}

macro_rules! seeded {
    ($account:ident.$records:ident, $uuid:ident) => {
        |_, $account| {
            let records = $account.$records.iter();
            records.map(|record| (record.created_at, record.$uuid.to_string())).collect()
        }
    };
}

const LISTS: [List; 8] = [
    List {
        path: "/v2/subscribers",
        records: "subscribers",
        total: Some("total_subscribers"),
        seeded: seeded!(account.subscribers, uuid),
    },
    List {
        path: "/v3/publications",
        records: "publications",
        total: Some("total_publications"),
        seeded: seeded!(account.publications, uuid),
    },
    List {
        path: "/v2/partner_profile/partner_campaigns",
        records: "partner_campaigns",
        total: Some("total_partner_campaigns"),
        seeded: seeded!(account.recommendations, uuid),
    },
    List {
        path: "/v2/partner_profile/payouts",
        records: "payouts",
        total: Some("total_payours"),
        seeded: seeded!(account.payouts, partner_uuid),
    },
    List {
        path: "/v3/payouts",
        records: "payouts",
        total: Some("total_payouts"),
        seeded: |_, account| {
            let payouts = account.payouts.iter().filter(|payout| Payout::is_of_network(payout));
            payouts.map(|payout| (payout.created_at, payout.uuid.to_string())).collect()
        },
    },
    List {
        path: "/v2/partner_network/partner_programs",
        records: "partner_programs",
        total: Some("total_partner_programs"),
        seeded: |seed, _| {
            let programs = seed.accounts.iter().flat_map(|account| &account.partner_programs);
            programs.map(|program| (program.created_at, program.uuid.to_string())).collect()
        },
    },
    List {
        path: "/v2/upscribes",
        records: "upscribes",
        total: None,
        seeded: seeded!(account.upscribes, uuid),
    },
    List {
        path: "/v2/campaigns",
        records: "campaigns",
        total: None,
        seeded: |_, account| {
            let campaigns = account.campaign.iter();
            campaigns.map(|campaign| (Timestamp::EPOCH, campaign.uuid.to_string())).collect()
        },
    },
];

fn uuids(records: &[Value]) -> Vec<&str> {
    records.iter().map(|record| record["uuid"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn each_account_is_shown_its_own_newest_first_in_the_list_and_one_by_one() {
    let service = TestServer::start().await;
    for account in in_use() {
        for list in LISTS {
            let get = async |path: &str| {
                let answer = service.ask_as(&account.label, Method::GET, path, "").await;
                assert_eq!(answer.status, 200, "{path}");
                answer.body
            };
            let mut seeded = (list.seeded)(&demo(), &account);
            seeded.sort();
            let expected: Vec<_> = seeded.into_iter().rev().map(|(_, uuid)| uuid).collect();
            let body = get(&format!("{}?per_page=200", list.path)).await;
            let records = body[list.records].as_array().unwrap();
            assert_eq!(uuids(records), expected, "{} of {}", list.path, account.label);
            if let Some(total) = list.total {
                let (total, count) = (total.to_owned(), expected.len());
                let mut meta = json!({ "page": 1, "per_page": 200 });
                meta["total_pages"] = count.div_ceil(200).into();
                meta[total] = count.into();
                assert_eq!(body["meta"], meta, "{}", list.path);
            }
            for record in records {
                let uuid = record["uuid"].as_str().unwrap();
                let one = get(&format!("{}/{uuid}", list.path)).await;
                let members: Vec<_> = one.as_object().unwrap().values().collect();
                assert_eq!(members, [record], "{}", list.path);
            }
        }
    }
}

#[tokio::test]
async fn pages_follow_each_other_and_end() {
    let service = TestServer::start().await;
    for list in LISTS.iter().filter(|list| list.total.is_some()) {
        let page = async |number: usize, size: usize| {
            let path = format!("{}?page={number}&per_page={size}", list.path);
            let body = service.ask(Method::GET, &path, "").await.body;
            let pages = body["meta"]["total_pages"].as_u64().unwrap() as usize;
            (body[list.records].as_array().unwrap().clone(), pages)
        };
        let (all, _) = page(1, 200).await;
        let expected = all.len().div_ceil(3);
        assert!(expected > 1, "{}", list.path);
        let mut seen = Vec::new();
        for number in 1..=expected + 1 {
            let (records, pages) = page(number, 3).await;
            assert_eq!((pages, records.is_empty()), (expected, number > expected));
            seen.extend(records);
        }
        assert_eq!(seen, all, "{}", list.path);
    }
}

/// Path, record in the answer, word in `expand`, member that it adds.
const EXPANSIONS: [(&str, &str, &str, &str); 7] = [
    ("/v3/account", "/account", "team_members", "team_members"),
    ("/v2/subscribers/olga@example.com", "/subscriber", "campaigns", "referral_programs"),
    ("/v2/subscribers", "/subscribers/0", "campaigns", "referral_programs"),
    ("/v3/payouts/payout_00000000a006", "/payout", "details", "details"),
    ("/v3/payouts/payout_00000000a006", "/payout", "unpaid_details", "unpaid_details"),
    ("/v3/payouts", "/payouts/0", "details", "details"),
    ("/v3/payouts", "/payouts/0", "unpaid_details", "unpaid_details"),
];

#[tokio::test]
async fn expansions_are_shown_only_when_asked_for() {
    let service = TestServer::start().await;
    for (path, record, word, member) in EXPANSIONS {
        for (query, is_expanded) in [
            (format!("expand={word}"), true),
            (format!("expand={word},other"), true),
            (format!("expand=other,%20{word}"), true),
            (format!("expand={}", word.to_uppercase()), false),
            (format!("EXPAND={word}"), false),
            ("expand=other".to_owned(), false),
            ("expand=".to_owned(), false),
        ] {
            let answer = service.ask(Method::GET, &format!("{path}?{query}"), "").await;
            let record = answer.body.pointer(record).unwrap().as_object().unwrap();
            let mut added = EXPANSIONS.map(|(.., member)| member).to_vec();
            added.sort_unstable();
            added.dedup();
            added.retain(|member| record.contains_key(*member));
            let expected = if is_expanded { vec![member] } else { vec![] };
            assert_eq!((answer.status, added), (200, expected), "{path}?{query}");
        }
    }
}

#[tokio::test]
async fn unknown_parameters_are_ignored() {
    let service = TestServer::start().await;
    for query in ["?sort=name", "?&&=&", "?PAGE=no", "?%ff=%ff", "?page[]=1"] {
        let path = format!("/v3/publications{query}");
        let answer = service.ask(Method::GET, &path, "").await;
        assert_eq!((answer.status, &answer.body["meta"]["page"]), (200, &1.into()), "{path}");
    }
}
