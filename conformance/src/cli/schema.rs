//! `schema`: prints a JSON Schema with the names of the contract.

use anyhow::Context;
use clap::builder::{PossibleValue, PossibleValuesParser};

use super::output::print;
use crate::exit::Exit;
use crate::schema::{schema, tables};
use crate::suite::Suite;

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
    let kind = &args.kind;
    let table = tables().find(|table| table.name == kind).context("unknown kind of file")?;
    print(&schema(table, &suite.contract, &comment(kind, suite)))?;
    Ok(Exit::Conforms)
}

/// The head of a schema that this program made.
pub(super) fn comment(kind: &str, suite: &Suite) -> String {
    let (program, service) = (env!("CARGO_PKG_NAME"), &suite.contract.service.id);
    format!("Made by `{program} schema {kind}` from the contract of `{service}`.")
}
