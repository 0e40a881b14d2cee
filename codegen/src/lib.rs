//! The generator: a checked [`Contract`] in, an ordered set of files out.
//!
//! ```text
//! Contract -> plan (every name and type decided) -> emit/{models,server,client,openapi,schemas} -> FileSet
//! ```
//!
//! Pure: nothing here reads or writes a file, knows the time or a particular service. Whoever calls
//! [`generate`] puts the files where they belong.

pub mod catalog;
mod doc;
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

pub use file_set::FileSet;
pub use options::{Options, Outputs};

use plan::Plan;
use reader::Diagnostic;
use spec::Contract;

/// The generator lays its files out itself; `cargo fmt` in a workspace that has them must not undo that.
const LAYOUT: &str = "disable_all_formatting = true\n";

/// Generates the chosen outputs.
///
/// # Errors
/// The findings, when two names of the contract would be one in Rust.
pub fn generate(contract: &Contract, options: &Options) -> Result<FileSet, Vec<Diagnostic>> {
    // About the same work each: the documents beside the plan, then one half of the crates beside the other.
    let (documents, crates) = std::thread::scope(|scope| {
        let documents = scope.spawn(|| documents(contract, options));
        let crates = Plan::new(contract).map(|plan| crates(&plan, options));
        (documents.join(), crates)
    });
    let mut files = crates?;
    files.extend(documents.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
    files.text("rustfmt.toml", "", "#", LAYOUT);
    files.finish()
}

/// What is made of the contract alone.
fn documents(contract: &Contract, options: &Options) -> FileSet {
    let mut files = FileSet::new(options);
    if options.outputs.openapi {
        emit::openapi::emit(contract, &mut files);
    }
    if options.outputs.schemas {
        emit::schemas::emit(contract, &mut files);
    }
    files
}

/// What is made of the plan.
fn crates(plan: &Plan<'_>, options: &Options) -> FileSet {
    let outputs = options.outputs;
    std::thread::scope(|scope| {
        let ends = scope.spawn(|| {
            let mut files = FileSet::new(options);
            if outputs.server {
                emit::server::emit(plan, &mut files);
            }
            if outputs.client {
                emit::client::emit(plan, &mut files);
            }
            files
        });
        let mut files = FileSet::new(options);
        if outputs.models {
            emit::models::emit(plan, &mut files);
        }
        let ends = ends.join();
        files.extend(ends.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        files
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Every file that is made here is compared with the tokens it is made of, in [`FileSet`].
    #[test]
    fn what_is_printed_is_the_rust_that_was_emitted() {
        let rooms = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let contracts = [
            (
                "spec/tests/library/contract",
                "spec/tests/library/overlay.yaml",
            ),
            (
                "codegen/tests/hard/contract",
                "codegen/tests/hard/overlay.yaml",
            ),
        ];
        for (contract, overlay) in contracts {
            let (files, _) = spec::read_folder(&rooms.join(contract));
            let (overlay, _) = spec::read_overlay(&rooms.join(overlay));
            for overlay in [None, overlay] {
                let contract = spec::load(&files, overlay.as_ref()).contract.unwrap();
                let options = Options {
                    outputs: Outputs::ALL,
                    command: "make".to_owned(),
                    contract: "contract".to_owned(),
                    overlay: None,
                };
                let files = generate(&contract, &options).unwrap();
                for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".rs")) {
                    assert!(syn::parse_file(text).is_ok(), "{path}:\n{text}");
                }
            }
        }
    }
}
