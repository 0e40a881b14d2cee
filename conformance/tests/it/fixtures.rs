//! Fixture allocation: only fixtures with the required facts.

use std::collections::BTreeMap;

use referral_conformance::depth::Depth;
use referral_conformance::level::Level;
use referral_conformance::plan::{Decision, PlanInputs};
use referral_conformance::target::TargetFixture;

use crate::session::suite_of;

/// Allocated ids for a scenario that needs a returned loan with this number of renewals, or the missing requirement.
fn allocated(renewals: &str, supplied: &[(&str, Option<&str>)]) -> String {
    let text = format!(
        "
scenario: 1
title: A loan that was renewed
needs: {{ loan: {{ kind: returned_loan, facts: {{ renewals: {renewals} }} }} }}
steps:
  - call: return_loan
    path: {{ loan: '{{loan.id}}' }}
    refused: already_returned
"
    );
    let suite = suite_of(&[("loans/return_loan/renewed", &text)]);
    let one = |(id, renewals): &(&str, Option<&str>)| TargetFixture {
        id: (*id).to_owned(),
        account: "main".to_owned(),
        facts: renewals
            .iter()
            .map(|fact| ("renewals".to_owned(), (*fact).to_owned()))
            .collect::<BTreeMap<_, _>>()
            .into(),
    };
    let fixtures = [("returned_loan".to_owned(), supplied.iter().map(one).collect())];
    let fixtures = BTreeMap::from(fixtures);
    let allowance = PlanInputs {
        level: Level::Full,
        depth: Depth::Thorough,
        keys: ["main".to_owned()].into(),
        fixtures: &fixtures,
        only: None,
    };
    match &suite.plan(&allowance).entries[0].decision {
        Decision::Run(fixtures) => fixtures["loan"].id.clone(),
        Decision::Skip(reason, wanted) => format!("{} {}", reason.name(), wanted[0]),
    }
}

#[test]
fn fixtures_without_the_required_facts_are_not_used() {
    let supplied = [("silent", None), ("new", Some("0")), ("old", Some("2.0"))];
    assert_eq!(allocated("2", &supplied), "old");
    assert_eq!(allocated("0", &supplied), "new");
    assert_eq!(
        allocated("3", &supplied),
        "no_fixture returned_loan: [{ id: ID, facts: { renewals: 3 } }]"
    );
}
