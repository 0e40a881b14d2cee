//! The generator: a checked [`Contract`] in, an ordered set of files out.
//!
//! ```text
//! Contract -> plan (every name and type decided) -> emit/{models,server,client,openapi,schemas} -> FileSet
//! ```
//!
//! Pure: nothing here reads or writes a file, knows the time or a particular service. Whoever calls
//! [`generate`] puts the files where they belong.

mod doc;
mod emit;
mod file_set;
mod imports;
mod manifest;
mod names;
mod options;
mod plan;
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
    let plan = Plan::new(contract)?;
    let mut files = FileSet::new(options);
    files.text("rustfmt.toml", "", "#", LAYOUT);
    if options.outputs.models {
        emit::models::emit(&plan, &mut files);
    }
    if options.outputs.server {
        emit::server::emit(&plan, &mut files);
    }
    if options.outputs.client {
        emit::client::emit(&plan, &mut files);
    }
    if options.outputs.openapi {
        emit::openapi::emit(&plan, &mut files);
    }
    if options.outputs.schemas {
        emit::schemas::emit(&plan, &mut files);
    }
    files.finish()
}
