//! `new resource`: a folder of the contract with the file of a resource, and its list of operations in the reference.

use super::changes::Changes;
use super::loaded::Loaded;
use super::names::{self, sentence};
use super::operation::{REFERENCE, with_module};
use super::{Scaffold, answers};
use crate::workspace;

/// Flags of `new resource`.
#[derive(clap::Args)]
pub struct Args {
    /// A new name in snake_case, in the plural
    #[arg(value_name = "RESOURCE")]
    name: String,
}

/// Makes a resource; `None` after the diagnostics of the contract are printed.
pub fn scaffold(loaded: &Loaded<'_>, args: &Args) -> anyhow::Result<Option<Scaffold>> {
    let name = &args.name;
    names::ensure_snake_case(name, "a resource")?;
    names::ensure_new_resource(&loaded.contract, name)?;
    let path = loaded.path(&format!("{name}/resource.yaml"));
    let (head, title) =
        (loaded.head(|address| address.ends_with("/resource.yaml")), sentence(name));
    let mut changes = Changes::default();
    changes.create(
        &path,
        format!("{head}resource: {name}\ntitle: {title}\ndescription: {title}.\n"),
    )?;
    if loaded.is_own {
        let operations = workspace::at(REFERENCE).join(format!("{name}.rs"));
        let words = title.to_lowercase();
        changes.create(&operations, format!("//! Operations on {words}.\n"))?;
        let list = workspace::at(REFERENCE).with_extension("rs");
        changes.edit(&list, |text| with_module(text, "pub mod ", name))?;
    }
    let first = vec![
        format!(
            "{}: name the section of the document with `source`, and describe it",
            path.display()
        ),
        format!("cargo xtask new record {name}/RECORD, for each record that the document shows"),
        format!("cargo xtask new operation {name}/OPERATION --http 'METHOD /PATH'"),
    ];
    answers::finish(loaded, changes, first, Vec::new())
}
