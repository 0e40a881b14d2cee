//! `GET /v2/partner_network/partner_programs`.

use referral_client::models::{
    ListPartnerProgramsCanBeRecommendedVia, ListPartnerProgramsRequest, ListPartnerProgramsSort,
};
use referral_reference::api::models::{ListPartnerProgramsSuccess, PartnerProgram};
use reqwest::Method;

use crate::http::partner_programs::PATH;
use crate::http::service::TestServer;
use crate::support::demo;

async fn listed(service: &TestServer, query: &str) -> ListPartnerProgramsSuccess {
    let answer = service.ask(Method::GET, &format!("{PATH}?{query}"), "").await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.body);
    serde_json::from_value(answer.body).unwrap()
}

fn cpas(programs: &[PartnerProgram]) -> Vec<f64> {
    programs.iter().map(|program| program.cpa.as_f64()).collect()
}

#[tokio::test]
async fn every_account_is_shown_all_programs() {
    let service = TestServer::start().await;
    let planted = demo().accounts.into_iter().map(|account| account.partner_programs.len());
    let planted: usize = planted.sum();
    let mine = listed(&service, "per_page=200").await;
    assert_eq!(mine.partner_programs.len(), planted);
    assert_eq!(mine.meta.total_partner_programs, planted as u64);
    let path = format!("{PATH}?per_page=200");
    let theirs = service.ask_as("other_account", Method::GET, &path, "").await;
    let theirs: ListPartnerProgramsSuccess = serde_json::from_value(theirs.body).unwrap();
    assert_eq!(theirs, mine);
}

#[tokio::test]
async fn bounds_are_strict() {
    let service = TestServer::start().await;
    let all = cpas(&listed(&service, "sort=cpa&per_page=200").await.partner_programs);
    let above = cpas(&listed(&service, "sort=cpa&cpa=2&per_page=200").await.partner_programs);
    let expected: Vec<_> = all.iter().copied().filter(|cpa| *cpa > 2.0).collect();
    assert!(all.contains(&2.0) && above.contains(&2.5));
    assert_eq!(above, expected);
    for (query, count) in [
        ("max_payout=2012", 0),
        ("max_payout=2011", 1),
        ("cpa=9223372036854775807", 0),
        ("cpa=-9223372036854775808&max_payout=-1&per_page=200", all.len()),
    ] {
        let listed = listed(&service, query).await;
        assert_eq!(listed.partner_programs.len(), count, "{query}");
    }
}

#[tokio::test]
async fn the_generated_client_combines_filters_sort_and_page() {
    let service = TestServer::start().await;
    let channels = vec![
        ListPartnerProgramsCanBeRecommendedVia::Upscribe,
        ListPartnerProgramsCanBeRecommendedVia::MagicLink,
    ];
    let request = ListPartnerProgramsRequest::new()
        .cpa(1)
        .accepted_countries(vec!["DK".to_owned(), "US".to_owned()])
        .can_be_recommended_via(channels)
        .sort(ListPartnerProgramsSort::MaxPayout);
    let client = service.client("main");
    let answer = client.list_partner_programs(request).await.unwrap();
    let list: ListPartnerProgramsSuccess = answer.raw().json().unwrap();
    let payouts =
        list.partner_programs.iter().map(|partner_program| partner_program.max_payout.as_f64());
    let payouts: Vec<_> = payouts.collect();
    assert!(payouts.len() > 2);
    assert!(payouts.is_sorted_by(|one, two| one >= two), "{payouts:?}");
    assert!(cpas(&list.partner_programs).iter().all(|cpa| *cpa > 1.0));
    assert_eq!(list.meta.total_partner_programs, payouts.len() as u64);
}

#[tokio::test]
async fn lists_are_read_with_their_spaces_and_gaps() {
    let service = TestServer::start().await;
    let denmark = listed(&service, "accepted_countries=DK").await;
    assert!(!denmark.partner_programs.is_empty());
    for query in ["accepted_countries=dk", "accepted_countries=,%20DK%20,,Dk"] {
        assert_eq!(listed(&service, query).await, denmark, "{query}");
    }
    let all = listed(&service, "").await;
    for query in ["accepted_countries=", "can_be_recommended_via=,&accepted_countries=%20"] {
        assert_eq!(listed(&service, query).await, all, "{query} asks for nothing");
    }
}

#[tokio::test]
async fn invalid_parameters_are_refused() {
    let service = TestServer::start().await;
    for query in [
        "cpa=two",
        "cpa=2.5",
        "max_payout=99999999999999999999",
        "accepted_countries=DEN",
        "accepted_countries=DK,%00",
        "can_be_recommended_via=upscribe,fax",
        "sort=name",
        "sort=cpa,max_payout",
    ] {
        let (status, message) = service.refusal(Method::GET, &format!("{PATH}?{query}"), "").await;
        assert_eq!(status, 400, "{query}");
        let name = query.split('=').next().unwrap();
        assert!(message.starts_with(&format!("query.{name} is not ")), "{message}");
    }
}
