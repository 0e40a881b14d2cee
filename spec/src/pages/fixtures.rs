//! The page of fixtures: what a deployment needs before a run, and the keys.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use reader::counted;

use super::markdown::{cell, code, codes, folded};
use crate::clause::a_value_of;
use crate::coverage::IdIndex;
use crate::model::{Contract, Fixture};

/// The page.
pub fn fixtures(contract: &Contract) -> String {
    let mut out = format!(
        "# Fixtures\n\n\
         Records that must exist in a deployment of {} because a run cannot create them, and the keys that a run can use. A target \
         file lists them; clauses that depend on a missing fixture are *not exercised*.\n\n\
         ## Keys\n\n\
         | Key | Description |\n| --- | --- |\n",
        contract.service.title
    );
    for key in &contract.service.keys {
        _ = writeln!(out, "| {} | {} |", code(&key.name), cell(&key.description));
    }
    out.push_str("\nThe first is the default.\n\n## Kinds of fixtures\n");
    let ids = IdIndex::of(contract);
    let mut fixtures: Vec<_> = contract.service.fixtures.iter().collect();
    fixtures.sort_by(|a, b| a.kind.cmp(&b.kind));
    for fixture in fixtures {
        write_fixture(&mut out, fixture, &ids);
    }
    out
}

fn write_fixture(out: &mut String, fixture: &Fixture, ids: &IdIndex) {
    _ = write!(out, "\n### {}\n\n{}\n\n{}\n\n", fixture.kind, fixture.description, fixture.setup);
    _ = writeln!(out, "- Record: {}.", code(&fixture.record));
    if fixture.consumed {
        out.push_str("- Consumed: every run needs new ones.\n");
    }
    for discriminator in &fixture.discriminated_by {
        _ = writeln!(
            out,
            "- Distinguished by {}: {}.",
            code(&discriminator.member),
            code(discriminator.value.as_str())
        );
    }
    for fact in &fixture.facts {
        _ = writeln!(out, "- Fact {}: {}.", code(&fact.name), a_value_of(&fact.ty));
    }
    let clauses: BTreeSet<String> =
        fixture.clauses.iter().flat_map(|glob| ids.matching(glob).clauses).collect();
    if !clauses.is_empty() {
        let summary = format!("dependent clauses: {}", counted(clauses.len(), "clause"));
        let clauses = codes(clauses.iter().map(String::as_str));
        _ = write!(out, "\n{}", folded(&summary, &clauses));
    }
}
