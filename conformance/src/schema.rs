//! JSON Schemas with the names of a contract, for editors: of scenarios and target files, and of the
//! files of the contract language.
//!
//! A file that loads is valid by its schema; loading finds more errors than a schema can.

mod operation;
mod scenario;
mod target;

use reader::KeyTable;
use spec::Contract;
use spec::language::FILES;
use spec::schema::{contract_schema, schema_with};

use crate::scenario::keys::SCENARIO;
use crate::target::TARGET;

use scenario::ScenarioNames;
use target::TargetNames;

/// The kinds of files that have a schema.
pub fn tables() -> impl Iterator<Item = &'static KeyTable> {
    [&SCENARIO, &TARGET].into_iter().chain(FILES.iter().map(|file| file.table))
}

/// The schema of a kind of file; `comment` is its head.
pub fn schema(table: &KeyTable, contract: &Contract, comment: &str) -> String {
    if table.name == SCENARIO.name {
        return schema_with(table, comment, &ScenarioNames::new(contract));
    }
    if table.name == TARGET.name {
        return schema_with(table, comment, &TargetNames { contract });
    }
    contract_schema(table, comment, contract)
}
