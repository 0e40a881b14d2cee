//! Operations on partner programs. A list is compared with the programs of the seed, filtered in memory.

use std::cmp::Reverse;

use referral_reference::domain::country::Country;
use referral_reference::domain::dollars::Dollars;
use referral_reference::domain::partner_program::PartnerProgram;
use referral_reference::domain::publication::PublicationStatus;
use reqwest::Method;

use crate::database::Database;
use crate::http::service::TestServer;
use crate::support::{TestContext, demo, now};

const PATH: &str = "/v2/partner_network/partner_programs";
const REASON: &str = r#"{ "reason_for_recommending": "We read it.", "more": [1] }"#;

/// All programs of the demo, newest first.
fn seeded() -> Vec<PartnerProgram> {
    let accounts = demo().accounts.into_iter();
    let mut programs: Vec<_> = accounts.flat_map(|account| account.partner_programs).collect();
    programs.sort_by_key(|program| Reverse((program.created_at, program.uuid.to_string())));
    programs
}

fn uuids<'p>(programs: impl IntoIterator<Item = &'p PartnerProgram>) -> Vec<&'p str> {
    programs.into_iter().map(|program| program.uuid.as_str()).collect()
}

/// The identifiers of the listed programs.
async fn listed(service: &TestServer, query: &str) -> Vec<String> {
    let path = format!("{PATH}?per_page=200&{query}");
    let answer = service.ask(Method::GET, &path, "").await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.body);
    let programs = answer.body["partner_programs"].as_array().unwrap();
    assert_eq!(answer.body["meta"]["total_partner_programs"], programs.len(), "{query}");
    programs.iter().map(|program| program["uuid"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn program_is_the_same_for_every_account() {
    let service = TestServer::start().await;
    let path = format!("{PATH}/partner_program_00000000b002");
    let answer = service.ask(Method::GET, &path, "").await;
    let theirs = service.ask_as("other_account", Method::GET, &path, "").await;
    assert_eq!((theirs.status, theirs.body), (200, answer.body));
}

#[tokio::test]
async fn a_recommendation_has_the_terms_of_its_program() {
    let service = TestServer::start().await;
    for (number, status) in [(21, "active"), (31, "awaiting_approval")] {
        let uuid = format!("partner_program_00000000b{number:03}");
        let path = format!("{PATH}/{uuid}/join");
        let answer = service.ask(Method::POST, &path, REASON).await;
        assert_eq!(answer.status, 201);
        let joined = &answer.body["partner_campaign"];
        let programs = seeded();
        let program = programs.iter().find(|program| program.uuid.as_str() == uuid).unwrap();
        let accepted_terms_at = program.terms.as_ref().map(|_| now().to_string());
        let name = format!("{}'s Partner Program", program.publication.name);
        for (member, expected) in [
            ("status", status.into()),
            ("partner_program_uuid", uuid.into()),
            ("campaign_type", "partner_program".into()),
            ("name", name.into()),
            ("accepted_terms_at", accepted_terms_at.into()),
            // The oldest that is active.
            ("publication_uuid", "pub_00000000a001".into()),
            ("partner_profile_uuid", "partner_00000000a001".into()),
        ] {
            let expected: serde_json::Value = expected;
            assert_eq!(joined[member], expected, "{member}");
        }
        for (member, expected) in [
            ("cpa", program.cpa),
            ("max_payout", program.max_payout),
            ("remaining_budget_dollars", program.max_payout),
        ] {
            assert_eq!(joined[member].to_string(), expected.to_string(), "{member}");
        }
        let link = joined["referral_link"].as_str().unwrap();
        assert!(link.starts_with("https://"));
        assert!(link.ends_with(joined["ref_code"].as_str().unwrap()));
        let recommendations = "/v2/partner_profile/partner_campaigns";
        let path = format!("{recommendations}/{}", joined["uuid"].as_str().unwrap());
        assert_eq!(service.ask(Method::GET, &path, "").await.body, answer.body);
        let theirs = service.ask_as("other_account", Method::GET, &path, "").await;
        assert_eq!(theirs.status, 404);
    }
}

#[tokio::test]
async fn a_program_is_joined_once() {
    let service = TestServer::start().await;
    let path = format!("{PATH}/partner_program_00000000b022/join");
    let joined = service.ask(Method::POST, &path, REASON).await;
    assert_eq!(joined.status, 201);
    let joined = &joined.body["partner_campaign"];
    let uuid = joined["uuid"].as_str().unwrap();
    // Also if it was archived since.
    for _ in 0..2 {
        let again = service.refusal(Method::POST, &path, REASON).await;
        assert_eq!(again, (409, "Partner program has already been joined".to_owned()));
        let archive = format!("/v2/partner_profile/partner_campaigns/{uuid}");
        assert_eq!(service.ask(Method::DELETE, &archive, "").await.status, 200);
    }
    let other = service.ask_as("other_account", Method::POST, &path, REASON).await;
    assert_eq!(other.status, 201, "another account may");
    let other = &other.body["partner_campaign"];
    for member in ["uuid", "ref_code"] {
        assert_ne!(joined[member], other[member]);
    }
}

#[tokio::test]
async fn an_account_without_an_active_publication_cannot_join() {
    let mut seed = demo();
    for publication in &mut seed.accounts[0].publications {
        publication.status = PublicationStatus::Draft;
    }
    let context = TestContext::of(&seed, Database::private().await).await;
    let service = TestServer::of(context).await;
    let path = format!("{PATH}/partner_program_00000000b021/join");
    let refused = service.refusal(Method::POST, &path, REASON).await;
    let message = "Account has no active publication to recommend with";
    assert_eq!(refused, (409, message.to_owned()));
}

/// Whether a program passes the filter of a query; bounds are exclusive.
fn passes(query: &str, program: &PartnerProgram) -> bool {
    query.split('&').filter_map(|pair| pair.split_once('=')).all(|(name, value)| {
        let bound = || Dollars::whole(value.parse().unwrap());
        match name {
            "cpa" => program.cpa > bound(),
            "max_payout" => program.max_payout > bound(),
            "accepted_countries" => value.split(',').any(|code| {
                let country = Country::parse(code).unwrap();
                program.geo.accept(&country)
            }),
            _ => {
                let mut channels = program.channels.iter();
                channels.any(|channel| value.split(',').any(|name| name == channel.as_ref()))
            }
        }
    })
}

/// Filters with one condition each, or none; some bounds are equal to amounts of programs.
const FILTERS: [&[&str]; 4] = [
    &["", "cpa=-1", "cpa=0", "cpa=1", "cpa=2", "cpa=5", "cpa=9223372036854775807"],
    &["", "max_payout=-9223372036854775808", "max_payout=500", "max_payout=750"],
    &[
        "",
        "accepted_countries=DK",
        "accepted_countries=CH",
        "accepted_countries=US,DK",
        "accepted_countries=US,CH",
        "accepted_countries=ZZ",
    ],
    &["", "can_be_recommended_via=upscribe", "can_be_recommended_via=magic_link,partner_link"],
];

#[tokio::test]
async fn a_filter_shows_what_passes_it_newest_first() {
    let service = TestServer::start().await;
    let all = seeded();
    let mut shown_some = 0;
    let mut queries = vec![String::new()];
    for filters in FILTERS {
        let combine = |query: &String| {
            filters.iter().map(|filter| format!("{query}&{filter}")).collect::<Vec<_>>()
        };
        queries = queries.iter().flat_map(combine).collect();
    }
    for query in queries {
        let expected = uuids(all.iter().filter(|program| passes(&query, program)));
        assert_eq!(listed(&service, &query).await, expected, "{query}");
        shown_some += usize::from(!expected.is_empty() && expected.len() < all.len());
    }
    assert!(shown_some > 100);
}

#[tokio::test]
async fn sorted_from_high_to_low_and_newest_first_among_equals() {
    let service = TestServer::start().await;
    let query = "cpa=1&accepted_countries=DK,US";
    let mut expected = seeded();
    expected.retain(|program| passes(query, program));
    assert!(expected.len() > 2);
    expected.sort_by_key(|program| Reverse(program.cpa));
    assert_eq!(listed(&service, &format!("{query}&sort=cpa")).await, uuids(&expected));
    let by_cpa = uuids(&expected).concat();
    let mut expected = seeded();
    expected.retain(|program| passes(query, program));
    expected.sort_by_key(|program| Reverse(program.max_payout));
    assert_eq!(listed(&service, &format!("{query}&sort=max_payout")).await, uuids(&expected));
    assert_ne!(by_cpa, uuids(&expected).concat());
}

#[tokio::test]
async fn lists_are_read_with_their_spaces_and_gaps() {
    let service = TestServer::start().await;
    let denmark = listed(&service, "accepted_countries=DK").await;
    for query in ["accepted_countries=dk", "accepted_countries=,%20DK%20,,Dk"] {
        assert_eq!(listed(&service, query).await, denmark, "{query}");
    }
    let all = listed(&service, "").await;
    let letters = || (b'A'..=b'Z').map(char::from);
    let codes = letters().flat_map(|one| letters().map(move |two| format!("{one}{two}")));
    let every_country = format!("accepted_countries={}", codes.collect::<Vec<_>>().join(","));
    for query in ["can_be_recommended_via=,&accepted_countries=%20", &every_country] {
        assert_eq!(listed(&service, query).await, all, "{query}");
    }
}
