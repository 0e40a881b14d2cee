//! Pages and JSON Schemas of the files that people write for the suite, made from the tables that
//! drive reading. A test keeps the committed ones as they are made here.

use reader::KeyTable;
use spec::Contract;
use spec::pages::tables;

use crate::scenario::keys::SCENARIO;
use crate::schema::schema;
use crate::target::TARGET;

const SCENARIOS: &str = include_str!("language_docs/scenarios.md");
const TARGETS: &str = include_str!("language_docs/targets.md");

/// An example that the tests run, so that it stays correct.
const EXAMPLE: &str = include_str!("../tests/library/scenarios/books/update_book/withdrawn.yaml");

/// A committed file that is made.
pub struct Made {
    /// Its path, from the root of the repository.
    pub path: &'static str,
    /// All of it.
    pub text: String,
}

/// All of them, with the names of the contract in the schemas.
pub fn made(contract: &Contract) -> Vec<Made> {
    let page = |path, source: &str, text| Made {
        path,
        text: format!("<!-- Made from {source} by a test. Do not edit. -->\n\n{text}"),
    };
    let schema = |path, table: &KeyTable, source: &str| {
        let comment = format!("Made from {source} and the contract by a test. Do not edit.");
        Made { path, text: schema(table, contract, &comment) }
    };
    let (scenarios, targets) =
        ("conformance/src/scenario/keys.rs", "conformance/src/target/load.rs");
    vec![
        page("docs/scenario-language.md", scenarios, scenario_language()),
        page("docs/target-file.md", targets, format!("{TARGETS}{}", tables(&[&TARGET]))),
        schema("conformance/schema/scenario.schema.json", &SCENARIO, scenarios),
        schema("conformance/schema/target.schema.json", &TARGET, targets),
    ]
}

fn scenario_language() -> String {
    let tables = tables(&[&SCENARIO]);
    format!("{SCENARIOS}\n## An example\n\n```yaml\n{EXAMPLE}```\n{tables}")
}
