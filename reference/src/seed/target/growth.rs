//! The programs, recommendations and payouts of a target file.
//!
//! Every account sees every partner program, so each program is a fixture of each account. A program that an account
//! neither owns nor has joined is a fixture to join.

use strum::IntoEnumIterator as _;

use crate::domain::country::Country;
use crate::domain::partner_program::{Channel, PartnerProgram};
use crate::domain::payout::{Detail, Payout, Source};
use crate::domain::recommendation::{ArchivedBy, Recommendation, RecommendationStatus};
use crate::seed::target::{Fact, Fixture, Kind, each};
use crate::seed::{Seed, SeedAccount};

/// Countries to try as one that a program accepts, where it lists none.
const COUNTRIES: [&str; 3] = ["DK", "US", "NZ"];

/// The kinds of fixtures of programs, recommendations and payouts.
pub(super) fn fixtures(seed: &Seed) -> Vec<Kind> {
    vec![
        ("recommendation", recommendations(seed, None)),
        ("recommendation_archived", recommendations(seed, Some(ArchivedBy::Owner))),
        ("recommendation_archived_by_sponsor", recommendations(seed, Some(ArchivedBy::Sponsor))),
        ("partner_program", partner_programs(seed)),
        ("partner_program_to_join", to_join(seed)),
        (
            "payout",
            each(seed, |account| {
                let all = account.payouts.iter().filter(|payout| payout.is_of_network());
                all.map(|payout| (payout.uuid.to_string(), of_payout(account, payout)))
            }),
        ),
        ("payout_of_affiliate", payouts(seed, |payout| hidden(payout, true))),
        ("payout_of_adjustment", payouts(seed, |payout| hidden(payout, false))),
        (
            "partner_profile_payout_paid",
            payouts(seed, |payout| {
                payout.paid_at.map(|_| (payout.partner_uuid.to_string(), vec![]))
            }),
        ),
        (
            "partner_profile_payout_unpaid",
            payouts(seed, |payout| match payout.paid_at {
                Some(_) => None,
                None => Some((payout.partner_uuid.to_string(), vec![])),
            }),
        ),
    ]
}

/// The recommendations archived by the given party, or the ones not archived, which alone have the fact of their
/// code. A run archives and reactivates these, so that only those are supplied that get their status back.
fn recommendations(seed: &Seed, archived: Option<ArchivedBy>) -> Vec<Fixture> {
    let facts = |recommendation: &Recommendation| match recommendation.status {
        RecommendationStatus::Archived { .. } => vec![],
        _ => vec![("ref_code", recommendation.ref_code.to_string())],
    };
    each(seed, |account| {
        let all = account.recommendations.iter();
        let fitting = all.filter(move |recommendation| {
            let status = recommendation.status;
            let is_restored = || status.archive().reactivate() == Ok(status);
            status.archiver() == archived && (archived.is_some() || is_restored())
        });
        fitting.map(move |recommendation| (recommendation.uuid.to_string(), facts(recommendation)))
    })
}

/// The time of a payout, and a publication that only one expansion names in all payouts of the account.
fn of_payout(account: &SeedAccount, payout: &Payout) -> Vec<Fact> {
    let only_in = |mine: Expansion, other: Expansion| {
        let others: Vec<_> = account.payouts.iter().flat_map(other).collect();
        let is_named =
            |detail: &Detail| others.iter().any(|other| other.publication == detail.publication);
        let mut details = mine(payout).into_iter();
        let detail = details.find(|detail| !is_named(detail));
        detail.map(|detail| detail.publication_name)
    };
    let details = only_in(Payout::details, Payout::unpaid_details);
    let unpaid = only_in(Payout::unpaid_details, Payout::details);
    let mut facts = vec![("created_at", payout.created_at.to_string())];
    facts.extend(details.map(|detail| ("details", detail)));
    facts.extend(unpaid.map(|detail| ("unpaid_details", detail)));
    facts
}

/// A payout that the account view never returns: with affiliate commissions, or with adjustments only.
fn hidden(payout: &Payout, is_of_affiliate: bool) -> Option<(String, Vec<Fact>)> {
    let has_affiliate = payout.entries.iter().any(|entry| entry.source == Source::Affiliate);
    let created_at = vec![("created_at", payout.created_at.to_string())];
    (!payout.is_of_network() && has_affiliate == is_of_affiliate)
        .then(|| (payout.uuid.to_string(), created_at))
}

/// The parts that an expansion adds to a payout.
type Expansion = fn(&Payout) -> Vec<Detail>;

/// The identifier and the facts of a payout, if it is of the kind.
type OfKind = fn(&Payout) -> Option<(String, Vec<Fact>)>;

fn payouts(seed: &Seed, fixture: OfKind) -> Vec<Fixture> {
    each(seed, |account| account.payouts.iter().filter_map(fixture))
}

fn partner_programs(seed: &Seed) -> Vec<Fixture> {
    each(seed, |_| {
        let all = seed.accounts.iter().flat_map(|account| &account.partner_programs);
        all.filter_map(|program| Some((program.uuid.to_string(), facts(program)?)))
    })
}

fn to_join(seed: &Seed) -> Vec<Fixture> {
    let joined = |account: &SeedAccount, program: &PartnerProgram| {
        let mut joined = account.recommendations.iter();
        joined.any(|recommendation| recommendation.partner_program == program.uuid)
    };
    each(seed, |account| {
        let others = seed.accounts.iter().filter(|other| other.label != account.label);
        let programs = others.flat_map(|account| &account.partner_programs);
        let free = programs.filter(move |program| !joined(account, program));
        free.map(|program| (program.uuid.to_string(), vec![requires_application(program)]))
    })
}

/// All facts of a program; `None` if it accepts every country, or its amounts are not whole dollars, which filters
/// require.
fn facts(program: &PartnerProgram) -> Option<Vec<Fact>> {
    let geo = &program.geo;
    let others = COUNTRIES.iter().filter_map(|country| Country::parse(country).ok());
    let named = geo.allowed.iter().chain(&geo.blocked).cloned();
    let countries: Vec<_> = named.chain(others).collect();
    let accepted = countries.iter().find(|country| geo.accept(country))?;
    let refused = countries.iter().find(|country| !geo.accept(country))?;
    let channel = program.channels.first()?;
    let mut channels = Channel::iter();
    let other = channels.find(|channel| !program.channels.contains(channel))?;
    let whole = program.cpa.is_whole() && program.max_payout.is_whole();
    whole.then(|| {
        vec![
            requires_application(program),
            flag("worldwide", geo.worldwide),
            ("cpa", program.cpa.to_string()),
            ("max_payout", program.max_payout.to_string()),
            ("accepted_country", accepted.to_string()),
            ("refused_country", refused.to_string()),
            ("channel", channel.as_ref().to_owned()),
            ("other_channel", other.as_ref().to_owned()),
        ]
    })
}

fn requires_application(program: &PartnerProgram) -> Fact {
    flag("requires_application", program.requires_approval)
}

fn flag(name: &'static str, is_set: bool) -> Fact {
    (name, is_set.to_string())
}
