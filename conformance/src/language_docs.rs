//! Pages and JSON Schemas of the files that people write for the suite, made from the tables that
//! drive reading. A test keeps the committed ones as they are made here.

use reader::KeyTable;
use spec::Contract;
use spec::pages::tables;

use crate::reason::Reason;
use crate::scenario::keys::SCENARIO;
use crate::schema::schema;
use crate::target::TARGET;
use crate::verdict::Verdict;

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
        ("conformance/model/src/scenario/keys.rs", "conformance/model/src/target/load.rs");
    vec![
        page("docs/scenario-language.md", scenarios, scenario_language()),
        page(
            "docs/reasons.md",
            "conformance/judge/src/reason.rs and conformance/judge/src/verdict.rs",
            reasons(),
        ),
        page("docs/target-file.md", targets, format!("{TARGETS}{}", tables(&[&TARGET]))),
        schema("conformance/schema/scenario.schema.json", &SCENARIO, scenarios),
        schema("conformance/schema/target.schema.json", &TARGET, targets),
    ]
}

fn reasons() -> String {
    let row =
        |name: &str, meaning: &str, remedy: &str| format!("| {name} | {meaning} | {remedy} |\n");
    let verdicts = Verdict::ALL.iter().map(|it| row(it.name, it.meaning, it.remedy));
    let reasons = Reason::ALL.iter().map(|it| row(it.name(), it.explanation(), it.remedy()));
    let head = |first| format!("\n| {first} | meaning | what to do |\n| --- | --- | --- |\n");
    let verdicts = head("verdict") + &verdicts.collect::<String>();
    let reasons = head("reason") + &reasons.collect::<String>();
    format!(
        "# Verdicts and reasons\n\nEvery clause gets exactly one verdict. `referral-conformance explain WORD` prints a row of these tables.\n\
         {verdicts}\n\
         A clause that is `not_exercised` or `inconclusive` has a reason. Of several, the report has the first of this table.\n\
         {reasons}"
    )
}

fn scenario_language() -> String {
    let tables = tables(&[&SCENARIO]);
    format!("{SCENARIOS}\n## An example\n\n```yaml\n{EXAMPLE}```\n{tables}")
}
