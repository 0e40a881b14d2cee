//! The generator: a checked [`Contract`] in, an ordered set of files out.
//!
//! ```text
//! Contract -> plan (every name and type decided) -> emit/{models,server,client,openapi,schemas,postman} -> FileSet
//! ```
//!
//! The generator is pure: it reads and writes no files, has no clock, and is independent of any service. The caller
//! of [`generate`] writes the files.

#![expect(missing_docs, reason = "only this workspace uses the crate")]

pub mod catalog;
mod doc;
pub mod document;
mod emit;
mod file_set;
mod imports;
mod manifest;
mod names;
mod options;
mod plan;
mod print;
mod rust_type;
mod status;
mod template;

pub use file_set::FileSet;
pub use options::{License, Options, Outputs, RuntimeSource};

use plan::Plan;
use reader::Diagnostic;
use spec::Contract;

/// The generated files are formatted already, with a layout that `cargo fmt` must not change.
const RUSTFMT_CONFIG: &str = "disable_all_formatting = true\n";

/// Generates the selected outputs. Fails when two names of the contract are equal in Rust, or two
/// files have the same path.
pub fn generate(contract: &Contract, options: &Options) -> Result<FileSet, Vec<Diagnostic>> {
    let Outputs { models, server, client, openapi, postman, schemas } = options.outputs;
    let plan = Plan::new(contract)?;
    let mut files = FileSet::new(options);
    if models {
        emit::models::emit(&plan, options, &mut files);
    }
    if server {
        emit::server::emit(&plan, options, &mut files);
    }
    if client {
        emit::client::emit(&plan, options, &mut files);
    }
    if openapi {
        let license = options.license.as_ref().map(|license| license.expression.as_str());
        emit::openapi::emit(contract, license, &mut files);
    }
    if postman {
        emit::postman::emit(contract, &mut files);
    }
    if schemas {
        emit::schemas::emit(contract, &mut files);
    }
    if models || server || client {
        files.text("rustfmt.toml", "", "#", RUSTFMT_CONFIG);
    }
    files.finish()
}

#[cfg(test)]
#[path = "../tests/hard/files.rs"]
mod difficult_files;

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// [`FileSet`] compares each file with its tokens.
    #[test]
    fn printed_files_are_valid_rust() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let (library, _) = spec::read_folder(&root.join("spec/tests/library/contract"));
        let contracts = [
            (library, "spec/tests/library/overlay.yaml"),
            (difficult_files::files(), "codegen/tests/hard/overlay.yaml"),
        ];
        for (files, overlay) in contracts {
            let (overlay, _) = spec::read_overlay(&root.join(overlay));
            for overlay in [None, overlay] {
                let contract = spec::load(&files, overlay.as_ref()).contract.unwrap();
                let options = Options {
                    outputs: Outputs::ALL,
                    command: "make".to_owned(),
                    contract: "contract".to_owned(),
                    overlay: None,
                    license: None,
                    publish: false,
                    runtime: RuntimeSource::Version("0.1".to_owned()),
                };
                let files = generate(&contract, &options).unwrap();
                for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".rs")) {
                    assert!(syn::parse_file(text).is_ok(), "{path}:\n{text}");
                }
            }
        }
    }
}
