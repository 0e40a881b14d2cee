//! Derived scenarios: the scenario files that follow from the contract alone.
//!
//! Each generator makes the scenarios of one family. The conformance suite replays them like hand-written ones, at the
//! depths *standard* and *thorough*. A generated step expects what every correct server does; where two correct servers
//! may differ, it is `perhaps`, or left out.

mod again;
mod agreement;
mod call;
mod change;
mod depth;
mod effects;
mod keys;
mod learnt;
mod lifecycle;
mod lists;
mod neighbours;
mod pages;
mod pairs;
mod races;
mod reading;
mod relations;
mod render;
mod scenario;
mod states;
mod step;
mod subject;
mod target;
#[cfg(test)]
mod testing;
mod values;

use spec::Contract;

use crate::file_set::FileSet;
use scenario::Scenario;

/// Generates the scenarios of one family.
type Generator = fn(&Contract) -> Vec<Scenario>;

/// The families in order of name. Each adds files of its own, `<resource>/<operation>/<family>_<what>.yaml`.
const GENERATORS: &[(&str, Generator)] = &[
    ("again", again::generate),
    ("agreement", agreement::generate),
    ("keys", keys::generate),
    ("neighbours", neighbours::generate),
    ("pages", pages::generate),
    ("pairs", pairs::generate),
    ("races", races::generate),
    ("relations", relations::generate),
    ("states", states::generate),
    ("values", values::generate),
];

/// Adds the scenario files below `scenarios/derived`.
pub(crate) fn emit(contract: &Contract, files: &mut FileSet) {
    for (family, generate) in GENERATORS {
        for scenario in generate(contract) {
            let path = format!("scenarios/derived/{}.yaml", scenario.id(family));
            files.text(path, &scenario.source(), "#", &scenario.render());
        }
    }
}
