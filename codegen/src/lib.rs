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

/// Adds the files of an output.
type Emit = fn(&Plan<'_>, &mut FileSet);

/// Generates the chosen outputs.
///
/// # Errors
/// The findings, when two names of the contract would be one in Rust.
pub fn generate(contract: &Contract, options: &Options) -> Result<FileSet, Vec<Diagnostic>> {
    let outputs = options.outputs;
    // About the same work each.
    let one: [(bool, Emit); 2] = [
        (outputs.models, emit::models::emit),
        (outputs.schemas, emit::schemas::emit),
    ];
    let other: [(bool, Emit); 3] = [
        (outputs.server, emit::server::emit),
        (outputs.client, emit::client::emit),
        (outputs.openapi, emit::openapi::emit),
    ];
    let (files, more) = std::thread::scope(|scope| {
        let more = scope.spawn(|| emitted(contract, options, &other));
        (emitted(contract, options, &one), more.join())
    });
    let mut files = files?;
    files.extend(more.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
    files.text("rustfmt.toml", "", "#", LAYOUT);
    files.finish()
}

/// The files of some outputs. Names of Rust cannot go from thread to thread, so that each needs a plan of its own.
fn emitted(
    contract: &Contract,
    options: &Options,
    emitters: &[(bool, Emit)],
) -> Result<FileSet, Vec<Diagnostic>> {
    let plan = Plan::new(contract)?;
    let mut files = FileSet::new(options);
    for (wanted, emit) in emitters {
        if *wanted {
            emit(&plan, &mut files);
        }
    }
    Ok(files)
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
