//! Drafts of small documents, documents without a draft, and documents with random changes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod drafts;
mod failures;
mod mutations;

use openapi_import::{Draft, Failure, import};

const BAKERY: &str = include_str!("documents/bakery.yaml");
const GARAGE: &str = include_str!("documents/garage.json");

fn draft(text: &str) -> Draft {
    match import(text, "schema") {
        Ok(draft) => draft,
        Err(failure) => panic!("{}", describe(&failure)),
    }
}

/// A failure as a user sees it.
fn describe(failure: &Failure) -> String {
    match failure {
        Failure::Document { message, at, help } => format!("{message} at #{at}; {help}"),
        Failure::Nothing(left_out) => format!("nothing: {left_out:?}"),
        Failure::Invalid(loaded) => {
            reader::render(&loaded.sources, &loaded.diagnostics, reader::Style::Plain)
        }
    }
}
