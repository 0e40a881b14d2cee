//! The OpenAPI 3.1 document of a contract.
//!
//! Facts that OpenAPI cannot express are extensions: `x-section`, `x-clauses`, `x-gaps`. The schema of a gap allows every
//! value that the contract allows. Schemas and examples come from [`schemas`](super::schemas).

mod document;
mod links;
pub(super) mod operation;
pub(super) mod order;
mod parts;
mod paths;
mod response;

pub use document::document as value;
pub use order::resources;
use serde_saphyr::{ser_options, to_string_with_options};
use spec::Contract;

use crate::file_set::FileSet;

pub fn emit(contract: &Contract, license: Option<&str>, files: &mut FileSet) {
    let document = value(contract, license);
    // By default, lines of more than 80 characters are folded.
    let options = ser_options! { folded_wrap_chars: usize::MAX };
    let text = to_string_with_options(&document, options).unwrap_or_default();
    files.text("openapi/openapi.yaml", "", "#", &text);
}

#[cfg(test)]
mod tests {
    #[test]
    fn strings_that_yaml_1_1_reads_as_other_types_are_quoted() {
        for text in ["no", "On", "y", "401", "1e3", "1:30", "2026-01-31", "~"] {
            let yaml = serde_saphyr::to_string(&text).unwrap();
            assert_eq!(yaml, format!("\"{text}\"\n"));
        }
        assert_eq!(serde_saphyr::to_string(&"north").unwrap(), "north\n");
    }
}
