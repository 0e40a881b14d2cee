//! The OpenAPI 3.1 document: the contract for tools that know OpenAPI.
//!
//! What OpenAPI has no word for stands under `x-` keys: `x-section`, `x-clauses`, `x-gaps`. A gap is
//! never filled with a guess: the schema stays as loose as what is known. Schemas and examples are
//! made in [`schemas`](super::schemas).

mod document;
mod operation;
mod parts;
mod response;
mod yaml;

use spec::Contract;

use crate::file_set::FileSet;

/// Adds the document.
pub fn emit(contract: &Contract, files: &mut FileSet) {
    let text = yaml::text(&document::document(contract));
    files.text("openapi/openapi.yaml", "", "#", &text);
}
