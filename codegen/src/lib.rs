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

use std::sync::{Arc, mpsc};

pub use file_set::FileSet;
pub use options::{Options, Outputs, RuntimeSource};

use plan::Plan;
use reader::Diagnostic;
use spec::Contract;

/// The generator lays its files out itself; `cargo fmt` in a workspace that has them must not undo that.
const LAYOUT: &str = "disable_all_formatting = true\n";

/// The crates come with the tests of their hand-written part, which fail by panicking, and with lints against that.
const LINTS: &str = "allow-unwrap-in-tests = true\n";

/// Generates the chosen outputs.
///
/// # Errors
/// The findings, when two names of the contract would be one in Rust.
pub fn generate(contract: &Contract, options: &Options) -> Result<FileSet, Vec<Diagnostic>> {
    // About the same work each: plan and models here, and there the documents, then server and client.
    let mut files = std::thread::scope(|scope| {
        // Gone with this closure, so that nobody waits for a plan that there will never be.
        let (send, receive) = mpsc::channel::<Arc<Plan<'_>>>();
        let others = scope.spawn(move || {
            let mut files = documents(contract, options);
            if let Ok(plan) = receive.recv() {
                ends(&plan, options, &mut files);
            }
            files
        });
        let plan = Arc::new(Plan::new(contract)?);
        // Who does not receive it has panicked, and is heard below.
        _ = send.send(Arc::clone(&plan));
        let mut files = FileSet::new(options);
        if options.outputs.models {
            emit::models::emit(&plan, options, &mut files);
        }
        let others = others.join();
        files.extend(others.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        Ok::<_, Vec<Diagnostic>>(files)
    })?;
    files.text("clippy.toml", "", "#", LINTS);
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

/// The crates at the two ends of a connection.
fn ends(plan: &Plan<'_>, options: &Options, files: &mut FileSet) {
    if options.outputs.server {
        emit::server::emit(plan, options, files);
    }
    if options.outputs.client {
        emit::client::emit(plan, options, files);
    }
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
