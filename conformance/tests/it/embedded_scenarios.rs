//! The embedded contract and scenarios.

use std::collections::BTreeMap;
use std::path::Path;

use referral_conformance::depth::Depth;
use referral_conformance::level::Level;
use referral_conformance::plan::{Decision, Glob, PlanInputs};
use referral_conformance::suite::{embedded_scenarios, read_scenarios};
use spec::ContractFile;

use crate::session::embedded;

#[test]
fn every_testable_clause_has_a_scenario() {
    let suite = embedded();
    let reached: Vec<_> = suite
        .scenarios
        .iter()
        .flat_map(|scenario| suite.clauses.reached(&suite.contract, scenario))
        .collect();
    let missed: Vec<_> = suite
        .clauses
        .iter()
        .filter(|clause| clause.testable() && !reached.contains(&clause.id))
        .map(|clause| clause.id.as_str())
        .collect();
    assert!(missed.is_empty(), "no scenario shows {missed:#?}");
}

/// A file with another extension is an error of the folder, so that it is not lost in the program.
#[test]
fn every_file_is_embedded() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let addresses = |files: Vec<ContractFile>| -> Vec<String> {
        files.into_iter().map(|file| file.address).collect()
    };
    let read = read_scenarios(&here.join("scenarios")).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(addresses(embedded_scenarios()), addresses(read));
}

#[test]
fn scenario_path_matches_its_operation() {
    let suite = embedded();
    let addresses: Vec<_> = suite.contract.operations().map(spec::Operation::address).collect();
    for scenario in suite.scenarios.iter() {
        let (folder, _) = scenario.id.rsplit_once('/').unwrap();
        let derived = folder.strip_prefix("derived/");
        assert_eq!(derived.is_some(), scenario.depth > Depth::Quick, "depth of {}", scenario.id);
        let folder = derived.unwrap_or(folder);
        let known = folder == "service" || addresses.iter().any(|address| address == folder);
        assert!(known, "{} is at no operation's address", scenario.id);
    }
}

#[test]
fn scenario_level_follows_from_its_calls() {
    let suite = embedded();
    let levels: Vec<_> = suite
        .scenarios
        .iter()
        .filter(|scenario| scenario.depth == Depth::Quick)
        .map(|scenario| format!("{} {}", scenario.level, scenario.id))
        .collect();
    insta::assert_snapshot!(levels.join("\n"));
}

/// The clauses of a fixture kind are checked by a scenario that needs the kind.
#[test]
fn each_fixture_kind_shows_its_clauses() {
    let suite = embedded();
    let mut idle = Vec::new();
    for fixture in &suite.contract.service.fixtures {
        let mut reached = Vec::new();
        for scenario in suite.scenarios.iter() {
            if scenario.needs.iter().any(|need| need.kind == fixture.kind) {
                reached.extend(suite.clauses.reached(&suite.contract, scenario));
            }
        }
        for glob in &fixture.clauses {
            let pattern: Glob = glob.parse().unwrap();
            if !reached.iter().any(|clause| pattern.matches(clause)) {
                idle.push(format!("{}: {glob}", fixture.kind));
            }
        }
    }
    assert!(idle.is_empty(), "no scenario shows these with the fixture: {idle:#?}");
}

/// With only a base URL and a key, everything that can be created or listed is exercised.
#[test]
fn few_fixtures_show_most_clauses() {
    let suite = embedded();
    let fixtures = BTreeMap::new();
    let allowance = PlanInputs {
        level: Level::Own,
        depth: Depth::Thorough,
        keys: ["main".to_owned()].into(),
        fixtures: &fixtures,
        only: None,
    };
    let plan = suite.plan(&allowance);
    let scheduled = plan.entries.iter().filter(|entry| matches!(entry.decision, Decision::Run(_)));
    let exercised: Vec<_> = scheduled.flat_map(|entry| entry.claims.iter()).collect();
    let missed = suite.clauses.iter().filter(|clause| {
        let looked_at = ["create_subscriber", "list_subscribers", "list_publications"];
        let operation = clause.operation.as_deref().unwrap_or_default();
        looked_at.contains(&operation) && clause.testable() && !exercised.contains(&&clause.id)
    });
    let missed: Vec<_> = missed.map(|clause| clause.id.as_str()).collect();
    // A run cannot create a subscriber's code, publications with known dates, another account, or a campaign to join.
    assert_eq!(
        missed,
        [
            "list_publications.order",
            "list_publications.scope",
            "list_subscribers.query.expand.campaigns.adds"
        ]
    );
}
