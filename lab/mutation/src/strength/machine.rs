//! Results of machine-made mutants, as `cargo xtask machine-mutants` and `sql-mutants --json` write them.

use std::collections::{BTreeMap, BTreeSet};

use referral_conformance::suite::Suite;
use serde::Deserialize;

use super::{Outcome, Source, Strength, StrengthEntry};

/// The operation of clauses about the service.
pub(super) const SERVICE: &str = "service";

#[derive(Deserialize)]
struct MachineMutant {
    id: String,
    source: Source,
    place: String,
    outcome: Outcome,
    clauses: BTreeSet<String>,
    differences: Vec<String>,
}

impl Strength {
    /// Replaces the results of the sources in a file of machine-made mutants.
    ///
    /// # Errors
    /// When the text is invalid.
    pub fn update_machine(&mut self, suite: &Suite, json: &str) -> serde_json::Result<()> {
        let mutants: Vec<MachineMutant> = serde_json::from_str(json)?;
        let mut sources: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
        for mutant in mutants {
            let entry = StrengthEntry {
                about: operations(suite, &mutant),
                outcome: mutant.outcome,
                reported: mutant.clauses,
                guards: BTreeSet::new(),
            };
            sources.entry(mutant.source).or_default().insert(mutant.id, entry);
        }
        self.sources.extend(sources);
        Ok(())
    }
}

/// The operations of the reported clauses, of the calls whose responses differ, and of the source file.
fn operations(suite: &Suite, mutant: &MachineMutant) -> BTreeSet<String> {
    let reported = mutant.clauses.iter().filter_map(|clause| suite.clauses.get(clause));
    let reported = reported.map(|clause| clause.operation.as_deref().unwrap_or(SERVICE));
    let differing = mutant.differences.iter().filter_map(|text| called_operation(suite, text));
    let file = mutant.place.split(['/', '.']);
    let file = file.filter(|part| suite.contract.operation(part).is_some());
    reported.chain(differing).chain(file).map(str::to_owned).collect()
}

/// The operation of a step in a text that starts with `SCENARIO step NUMBER:`.
fn called_operation<'s>(suite: &'s Suite, difference: &str) -> Option<&'s str> {
    let (scenario, rest) = difference.split_once(" step ")?;
    let number: usize = rest.split_once(':')?.0.parse().ok()?;
    Some(&suite.scenario(scenario)?.steps.get(number.checked_sub(1)?)?.call)
}
