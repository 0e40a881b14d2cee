//! `schema`: prints a JSON Schema with the names of the contract.

use anyhow::Context;
use clap::builder::{PossibleValue, PossibleValuesParser};
use reader::KeyTable;

use super::output::print;
use crate::exit::Exit;
use crate::schema::{schema, tables};
use crate::suite::Suite;
use crate::target::TARGET;

/// Arguments of `schema`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The kind of file
    #[arg(value_parser = kinds())]
    kind: String,
}

fn kinds() -> PossibleValuesParser {
    let kinds = tables().map(|table| PossibleValue::new(table.name).help(table.doc));
    PossibleValuesParser::new(kinds)
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    let table = tables().find(|table| table.name == args.kind).context("unknown kind of file")?;
    print(&text(suite, table))?;
    Ok(Exit::Conforms)
}

/// The schema of target files.
pub(super) fn of_target(suite: &Suite) -> String {
    text(suite, &TARGET)
}

fn text(suite: &Suite, table: &KeyTable) -> String {
    let (program, kind) = (env!("CARGO_PKG_NAME"), table.name);
    let service = &suite.contract.service.id;
    let comment = format!("Made by `{program} schema {kind}` from the contract of `{service}`.");
    schema(table, &suite.contract, &comment)
}
