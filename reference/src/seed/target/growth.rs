//! The programs, recommendations and payouts of a target file.
//!
//! Every account sees every partner program, so each program is a fixture of each account. A program that an account
//! neither owns nor has joined is a fixture to join.

use crate::domain::country::Country;
use crate::domain::partner_program::{Channel, PartnerProgram};
use crate::domain::payout::{Detail, Payout};
use crate::domain::recommendation::{Archiver, Recommendation, RecommendationStatus};
use crate::seed::target::{Fact, Fixture, Kind, each};
use crate::seed::{Seed, SeedAccount};

/// Countries to try as one that a program accepts, where it lists none.
const COUNTRIES: [&str; 3] = ["DK", "US", "NZ"];

/// The kinds of fixtures of programs, recommendations and payouts.
pub(super) fn fixtures(seed: &Seed) -> Vec<Kind> {
    vec![
        ("recommendation", recommendations(seed, None)),
        (
            "recommendation_archived",
            recommendations(seed, Some(Archiver::Owner)),
        ),
        (
            "recommendation_archived_by_sponsor",
            recommendations(seed, Some(Archiver::Sponsor)),
        ),
        ("partner_program", partner_programs(seed)),
        ("partner_program_to_join", to_join(seed)),
        (
            "payout",
            each(seed, |account| {
                let all = account.payouts.iter().filter(|it| it.is_of_network());
                all.map(|it| (it.uuid.to_string(), of_payout(account, it)))
            }),
        ),
        (
            "payout_of_affiliate",
            payouts(seed, |it| {
                let created_at = vec![("created_at", it.created_at.to_string())];
                (!it.is_of_network()).then(|| (it.uuid.to_string(), created_at))
            }),
        ),
        (
            "partner_profile_payout_paid",
            payouts(seed, |it| {
                it.paid_at.map(|_| (it.partner_uuid.to_string(), vec![]))
            }),
        ),
        (
            "partner_profile_payout_unpaid",
            payouts(seed, |it| match it.paid_at {
                Some(_) => None,
                None => Some((it.partner_uuid.to_string(), vec![])),
            }),
        ),
    ]
}

/// The recommendations archived by the given party, or the ones not archived, which alone have the fact of their
/// code.
fn recommendations(seed: &Seed, archived: Option<Archiver>) -> Vec<Fixture> {
    let facts = |it: &Recommendation| match it.status {
        RecommendationStatus::Archived { .. } => vec![],
        _ => vec![("ref_code", it.ref_code.to_string())],
    };
    each(seed, |account| {
        let all = account.recommendations.iter();
        let fitting = all.filter(move |it| it.status.archiver() == archived);
        fitting.map(move |it| (it.uuid.to_string(), facts(it)))
    })
}

/// The time of a payout, and a publication that only one expansion names in all payouts of the account.
fn of_payout(account: &SeedAccount, payout: &Payout) -> Vec<Fact> {
    let only_in = |mine: Expansion, other: Expansion| {
        let others: Vec<_> = account.payouts.iter().flat_map(other).collect();
        let is_named = |it: &Detail| {
            others
                .iter()
                .any(|other| other.publication == it.publication)
        };
        let mut details = mine(payout).into_iter();
        let detail = details.find(|it| !is_named(it));
        detail.map(|it| it.publication_name)
    };
    let details = only_in(Payout::details, Payout::unpaid_details);
    let unpaid = only_in(Payout::unpaid_details, Payout::details);
    let mut facts = vec![("created_at", payout.created_at.to_string())];
    facts.extend(details.map(|it| ("details", it)));
    facts.extend(unpaid.map(|it| ("unpaid_details", it)));
    facts
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
        let all = seed.accounts.iter().flat_map(|it| &it.partner_programs);
        all.filter_map(|it| Some((it.uuid.to_string(), facts(it)?)))
    })
}

fn to_join(seed: &Seed) -> Vec<Fixture> {
    let joined = |account: &SeedAccount, program: &PartnerProgram| {
        let mut joined = account.recommendations.iter();
        joined.any(|it| it.partner_program == program.uuid)
    };
    each(seed, |account| {
        let others = seed.accounts.iter().filter(|it| it.word != account.word);
        let programs = others.flat_map(|it| &it.partner_programs);
        let free = programs.filter(move |it| !joined(account, it));
        free.map(|it| (it.uuid.to_string(), vec![requires_application(it)]))
    })
}

/// All facts of a program; `None` if it accepts every country, or its amounts are not whole dollars, which filters
/// require.
fn facts(program: &PartnerProgram) -> Option<Vec<Fact>> {
    let geo = &program.geo;
    let others = COUNTRIES.iter().filter_map(|it| Country::parse(it).ok());
    let named = geo.allowed.iter().chain(&geo.blocked).cloned();
    let countries: Vec<_> = named.chain(others).collect();
    let accepted = countries.iter().find(|it| geo.accept(it))?;
    let refused = countries.iter().find(|it| !geo.accept(it))?;
    let channel = program.channels.first()?;
    let mut channels = Channel::ALL.iter();
    let other = channels.find(|it| !program.channels.contains(it))?;
    let whole = program.cpa.is_whole() && program.max_payout.is_whole();
    whole.then(|| {
        vec![
            requires_application(program),
            ("cpa", program.cpa.to_string()),
            ("max_payout", program.max_payout.to_string()),
            ("accepted_country", accepted.to_string()),
            ("refused_country", refused.to_string()),
            ("channel", channel.as_str().to_owned()),
            ("other_channel", other.as_str().to_owned()),
        ]
    })
}

fn requires_application(program: &PartnerProgram) -> Fact {
    let word = if program.requires_approval {
        "true"
    } else {
        "false"
    };
    ("requires_application", word.to_owned())
}
