//! `GET /v2/partner_network/partner_programs`.
//!
//! The tests filter the programs of the seed in memory and compare the results.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use referral_reference::domain::country::Country;
use referral_reference::domain::dollars::Dollars;
use referral_reference::domain::page::PageRequest;
use referral_reference::domain::partner_program::{
    Channel, PartnerProgram, ProgramFilter, ProgramOrder,
};
use strum::IntoEnumIterator as _;

use crate::support::{TestContext, demo};

/// All programs of the demo, newest first.
fn planted() -> Vec<PartnerProgram> {
    let accounts = demo().accounts.into_iter();
    let mut programs: Vec<_> = accounts.flat_map(|account| account.partner_programs).collect();
    programs.sort_by(|one, two| {
        (two.created_at, two.uuid.as_str()).cmp(&(one.created_at, one.uuid.as_str()))
    });
    programs
}

fn passes(filter: &ProgramFilter, program: &PartnerProgram) -> bool {
    let channels = &filter.channels;
    let countries = &filter.countries;
    filter.cpa_above.is_none_or(|cpa_above| program.cpa > cpa_above)
        && filter
            .max_payout_above
            .is_none_or(|max_payout_above| program.max_payout > max_payout_above)
        && (countries.is_empty() || countries.iter().any(|country| program.geo.accept(country)))
        && (channels.is_empty()
            || channels.iter().any(|channel| program.channels.contains(channel)))
}

fn countries(codes: &[&str]) -> BTreeSet<Country> {
    codes.iter().map(|code| Country::parse(code).unwrap()).collect()
}

async fn listed(
    context: &TestContext,
    filter: &ProgramFilter,
    order: ProgramOrder,
) -> Vec<PartnerProgram> {
    let all = PageRequest::new(None, Some(200));
    let page = context.service.store().partner_programs(filter, order, all).await.unwrap();
    assert_eq!(page.total, page.items.len() as i64);
    page.items
}

/// Filters with one condition each; some bounds are equal to amounts of programs.
fn filters() -> Vec<ProgramFilter> {
    let mut filters = vec![ProgramFilter::default()];
    for bound in [-1, 0, 1, 2, 5, 6, i64::MAX] {
        filters.push(ProgramFilter {
            cpa_above: Some(Dollars::whole(bound)),
            ..ProgramFilter::default()
        });
    }
    for bound in [i64::MIN, 100, 500, 750, 1500] {
        filters.push(ProgramFilter {
            max_payout_above: Some(Dollars::whole(bound)),
            ..ProgramFilter::default()
        });
    }
    for codes in [&["DK"][..], &["US"], &["CH"], &["US", "CH"], &["US", "DK"], &["ZZ"]] {
        filters.push(ProgramFilter { countries: countries(codes), ..ProgramFilter::default() });
    }
    for channels in [&[Channel::Upscribe][..], &[Channel::MagicLink, Channel::PartnerLink]] {
        filters.push(ProgramFilter {
            channels: channels.iter().copied().collect(),
            ..ProgramFilter::default()
        });
    }
    filters
}

#[tokio::test]
async fn a_filter_shows_what_passes_it_newest_first() {
    let context = TestContext::new().await;
    let all = planted();
    let mut shown_some = 0;
    for filter in filters() {
        let expected: Vec<_> =
            all.iter().filter(|program| passes(&filter, program)).cloned().collect();
        let listed = listed(&context, &filter, ProgramOrder::Newest).await;
        assert_eq!(listed, expected, "{filter:?}");
        shown_some += usize::from(!expected.is_empty() && expected.len() < all.len());
    }
    assert!(shown_some > 10);
}

#[tokio::test]
async fn filters_can_be_combined() {
    let context = TestContext::new().await;
    let all = planted();
    for one in filters() {
        for two in filters() {
            let both = ProgramFilter {
                cpa_above: one.cpa_above.or(two.cpa_above),
                max_payout_above: one.max_payout_above.or(two.max_payout_above),
                countries: &one.countries | &two.countries,
                channels: &one.channels | &two.channels,
            };
            let expected = all.iter().filter(|program| passes(&both, program));
            let expected: Vec<_> = expected.map(|record| record.uuid.clone()).collect();
            let listed = listed(&context, &both, ProgramOrder::Newest).await;
            let listed: Vec<_> = listed.into_iter().map(|record| record.uuid).collect();
            assert_eq!(listed, expected, "{both:?}");
        }
    }
}

#[tokio::test]
async fn sorted_from_high_to_low_and_newest_first_among_equals() {
    let context = TestContext::new().await;
    let filter = ProgramFilter { cpa_above: Some(Dollars::whole(1)), ..ProgramFilter::default() };
    let passing: Vec<_> =
        planted().into_iter().filter(|program| passes(&filter, program)).collect();
    let mut by_cpa = passing.clone();
    by_cpa.sort_by_key(|by_cpa| Reverse(by_cpa.cpa));
    assert_eq!(listed(&context, &filter, ProgramOrder::Cpa).await, by_cpa);
    let mut by_max_payout = passing;
    by_max_payout.sort_by_key(|by_max_payout| Reverse(by_max_payout.max_payout));
    let listed = listed(&context, &filter, ProgramOrder::MaxPayout).await;
    assert_eq!(listed, by_max_payout);
    assert_ne!(by_cpa, by_max_payout);
}

#[tokio::test]
async fn pages_of_a_filtered_list_count_the_filtered_list() {
    let context = TestContext::new().await;
    let filter = ProgramFilter {
        countries: countries(&["DK"]),
        channels: Channel::iter().collect(),
        ..ProgramFilter::default()
    };
    let all = listed(&context, &filter, ProgramOrder::Cpa).await;
    let mut seen = Vec::new();
    for number in 1..=all.len().div_ceil(2) as i64 + 1 {
        let page_request = PageRequest::new(Some(number), Some(2));
        let page =
            context.service.store().partner_programs(&filter, ProgramOrder::Cpa, page_request);
        let page = page.await.unwrap();
        assert_eq!(page.total, all.len() as i64);
        seen.extend(page.items);
    }
    assert!(all.len() > 2);
    assert_eq!(seen, all);
}

#[tokio::test]
async fn every_country_there_can_be_may_be_asked_for_at_once() {
    let context = TestContext::new().await;
    let letters = || (b'A'..=b'Z').map(char::from);
    let codes = letters().flat_map(|one| letters().map(move |two| format!("{one}{two}")));
    let filter = ProgramFilter {
        countries: codes.map(|code| Country::parse(&code).unwrap()).collect(),
        ..ProgramFilter::default()
    };
    assert_eq!(listed(&context, &filter, ProgramOrder::Newest).await, planted());
}
