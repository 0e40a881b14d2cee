//! Derived scenarios: those that follow from a contract alone.
//!
//! Each generator makes the scenarios of one family. The conformance suite replays them like hand-written ones, at the
//! depths *standard* and *thorough*. A derived step expects what every correct server does; where two correct servers may
//! differ, it may be refused, or is left out.

mod again;
mod agreement;
mod call;
mod candidates;
mod change;
mod clause;
mod conditions;
mod covering;
mod effects;
mod entries;
mod filters;
mod fixtures;
mod initial;
mod inputs;
mod keys;
mod lifecycle;
mod listed;
mod lists;
mod looked_up;
mod moments;
mod neighbours;
mod numbers;
mod objects;
mod pages;
mod pairs;
mod races;
mod reading;
mod recased;
mod record_input;
mod relations;
mod removable;
mod removed;
mod replays;
mod scenario;
mod scopes;
mod spellings;
mod states;
mod subject;
#[cfg(test)]
mod tests;
mod unknown;
mod updates;
mod values;

use conformance_model::depth::Depth;
use conformance_model::scenario::Scenario;
use spec::Contract;

use scenario::Draft;

/// Generates the scenarios of one family.
type Generator = fn(&Contract) -> Vec<Draft>;

/// The families in order of name. Ids are `derived/<resource>/<operation>/<family>_<what>`.
const GENERATORS: &[(&str, Generator)] = &[
    ("again", again::generate),
    ("agreement", agreement::generate),
    ("entries", entries::generate),
    ("conditions", conditions::generate),
    ("filters", filters::generate),
    ("fixtures", fixtures::generate),
    ("initial", initial::generate),
    ("inputs", inputs::generate),
    ("keys", keys::generate),
    ("listed", listed::generate),
    ("moments", moments::generate),
    ("neighbours", neighbours::generate),
    ("objects", objects::generate),
    ("pages", pages::generate),
    ("pairs", pairs::generate),
    ("races", races::generate),
    ("recased", recased::generate),
    ("relations", relations::generate),
    ("removed", removed::generate),
    ("replays", replays::generate),
    ("scope", scopes::generate),
    ("spellings", spellings::generate),
    ("states", states::generate),
    ("unknown", unknown::generate),
    ("updates", updates::generate),
    ("values", values::generate),
];

/// Families with many scenarios. They are generated for thorough runs only.
const THOROUGH: &[(&str, Generator)] = &[("triples", inputs::generate_triples)];

/// The derived scenarios of a contract, in order of id. The families in `THOROUGH` are generated for thorough runs
/// only.
pub fn scenarios(contract: &Contract, depth: Depth) -> Vec<Scenario> {
    let thorough = if depth == Depth::Thorough { THOROUGH } else { &[] };
    let mut scenarios: Vec<_> = GENERATORS
        .iter()
        .chain(thorough)
        .flat_map(|(family, generate)| {
            generate(contract).into_iter().map(move |draft| draft.into_scenario(family, contract))
        })
        .collect();
    scenarios.sort_by(|a, b| a.id.cmp(&b.id));
    scenarios
}
