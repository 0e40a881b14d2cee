//! `new record`: a record with an identifier in the file of its resource.

use super::changes::Changes;
use super::loaded::Loaded;
use super::{Scaffold, answers, names, yaml};

/// Flags of `new record`.
#[derive(clap::Args)]
pub struct Args {
    /// A resource of the contract, and a new name in UpperCamelCase
    #[arg(value_name = "RESOURCE/RECORD")]
    name: String,
}

/// Makes a record; `None` after the diagnostics of the contract are printed.
pub fn scaffold(loaded: &Loaded<'_>, args: &Args) -> anyhow::Result<Option<Scaffold>> {
    let [resource, name] = names::parts(&args.name, '/', "RESOURCE/RECORD")?;
    names::resource(&loaded.contract, &resource)?;
    names::ensure_camel_case(&name, "a record")?;
    names::ensure_new_record(&loaded.contract, &name)?;
    let path = loaded.path(&format!("{resource}/resource.yaml"));
    let shown = path.display().to_string();
    let lines = [
        format!("{name}:"),
        format!("  description: A {}.", names::snake_case(&name).replace('_', " ")),
        "  further_members: not_shown".to_owned(),
        "  fields:".to_owned(),
        "    uuid: { type: string, format: identifier, present: not_shown, nullable: not_shown }"
            .to_owned(),
    ];
    let mut changes = Changes::default();
    changes.edit(&path, |text| {
        if yaml::has(&shown, text, &["records"])? {
            return yaml::insert(&shown, text, &["records"], &lines);
        }
        let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
        Ok(format!("{}\n\nrecords:\n{lines}", text.trim_end()))
    })?;
    let first = vec![
        format!("{shown}: write what the document states of `{name}`"),
        format!(
            "{}: name `{name}` in the operations that show it",
            loaded.path(&resource).display()
        ),
    ];
    let last = vec![
        "reference/src/domain, reference/migrations, reference/src/store: store it".to_owned(),
    ];
    answers::finish(loaded, changes, first, last)
}
