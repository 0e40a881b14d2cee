//! `list`: the scenarios by folder.

use std::collections::BTreeMap;

use super::output::print;
use super::target_args::DepthArgs;
use crate::exit::Exit;
use crate::level::Level;
use crate::scenario::Scenario;
use crate::suite::Suite;
use crate::text::{aligned, counted, wrapped};

pub(super) fn execute(suite: &Suite, args: &DepthArgs) -> anyhow::Result<Exit> {
    let listed: Vec<_> =
        suite.scenarios.iter().filter(|scenario| scenario.depth <= args.depth).collect();
    let mut text = String::new();
    for (folder, scenarios) in by_folder(listed.iter().copied()) {
        let rows = scenarios.into_iter().map(|(name, scenario)| {
            let clauses = suite.clauses.reached(&suite.contract, scenario).len();
            [
                name.to_owned(),
                scenario.level.to_string(),
                counted(scenario.steps.len(), "step"),
                counted(clauses, "clause"),
                scenario.title.clone(),
            ]
        });
        text.push_str(&format!("{folder}\n{}", aligned(rows, 2)));
    }
    print(&format!("{text}\n{}", wrapped(&summary(&listed), 0)))?;
    Ok(Exit::Conforms)
}

/// Scenarios by folder, each with the last part of its id.
pub(super) fn by_folder<'s>(
    scenarios: impl IntoIterator<Item = &'s Scenario>,
) -> BTreeMap<&'s str, Vec<(&'s str, &'s Scenario)>> {
    let mut folders: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for scenario in scenarios {
        let (folder, name) = scenario.id.rsplit_once('/').unwrap_or(("", &scenario.id));
        folders.entry(folder).or_default().push((name, scenario));
    }
    folders
}

fn summary(scenarios: &[&Scenario]) -> String {
    let levels = [Level::Read, Level::Own, Level::Full].map(|level| {
        let count = scenarios.iter().filter(|scenario| scenario.level == level).count();
        format!("{count} at level {level}")
    });
    format!("{}: {}", counted(scenarios.len(), "scenario"), levels.join(", "))
}
