//! The guards of a mutant: what reports the clause that it breaks.

use std::collections::BTreeSet;

use crate::suite_run::SuiteReport;

/// The guard of mutants that hand-written scenarios report.
pub const HAND_WRITTEN: &str = "hand-written";

/// What reports a clause in a run: [`HAND_WRITTEN`], and the families of derived scenarios.
pub fn guards(report: &SuiteReport, clause: &str) -> BTreeSet<String> {
    let verdicts = report.verdicts.iter().filter(|verdict| verdict.clause.id == clause);
    let failures = verdicts.flat_map(|verdict| &verdict.failures);
    failures.map(|failure| guard(&failure.scenario).to_owned()).collect()
}

/// The family of a derived scenario, `derived/RESOURCE/OPERATION/FAMILY_WHAT`; or [`HAND_WRITTEN`].
fn guard(scenario: &str) -> &str {
    let derived = scenario.strip_prefix("derived/").and_then(|path| path.rsplit('/').next());
    derived.map_or(HAND_WRITTEN, |name| name.split('_').next().unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_are_families_of_scenarios() {
        assert_eq!(guard("derived/books/add_book/pairs_price_pages"), "pairs");
        assert_eq!(guard("derived/books/add_book/again"), "again");
        assert_eq!(guard("books/add_book/two_books"), HAND_WRITTEN);
    }
}
