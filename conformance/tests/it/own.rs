//! The contract and the scenarios that the program carries.

use referral_conformance::suite::Suite;

#[test]
fn every_testable_clause_has_a_scenario() {
    let suite = Suite::embedded().unwrap_or_else(|mistakes| panic!("{mistakes}"));
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

#[test]
fn a_scenario_stands_at_the_address_of_its_operation() {
    let suite = Suite::embedded().unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let addresses: Vec<_> = suite
        .contract
        .operations()
        .map(spec::Operation::address)
        .collect();
    for scenario in &suite.scenarios {
        let (folder, _) = scenario.id.rsplit_once('/').unwrap();
        let known = folder == "service" || addresses.iter().any(|address| address == folder);
        assert!(known, "{} is at no operation's address", scenario.id);
    }
}

#[test]
fn the_levels_are_what_the_calls_do() {
    let suite = Suite::embedded().unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let levels: Vec<_> = suite
        .scenarios
        .iter()
        .map(|scenario| format!("{} {}", scenario.level, scenario.id))
        .collect();
    insta::assert_snapshot!(levels.join("\n"));
}
