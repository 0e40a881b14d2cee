//! `new field`: a field of a record in the file of its resource.

use anyhow::{bail, ensure};

use super::changes::Changes;
use super::loaded::Loaded;
use super::{Scaffold, answers, names, yaml};

/// Flags of `new field`.
#[derive(clap::Args)]
pub struct Args {
    /// A record of the contract, and the name of the member in snake_case
    #[arg(value_name = "RECORD.FIELD")]
    name: String,
    /// Its type: a word, a record, or `[TYPE]` for a list
    #[arg(long = "type", value_name = "TYPE", default_value = "string")]
    ty: String,
}

/// Makes a field; `None` after the diagnostics of the contract are printed.
pub fn scaffold(loaded: &Loaded<'_>, args: &Args) -> anyhow::Result<Option<Scaffold>> {
    let [record, field] = names::parts(&args.name, '.', "RECORD.FIELD")?;
    let known = names::record(&loaded.contract, &record)?;
    names::ensure_snake_case(&field, "a field")?;
    if known.fields.iter().any(|other| other.name == field || other.wire == field) {
        bail!("the record `{record}` has a field `{field}`");
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "[]_".contains(c);
    ensure!(
        args.ty.chars().all(is_plain),
        "`{}` is not a type; write `string` or `[string]`",
        args.ty
    );
    let path = loaded.path(&format!("{}/resource.yaml", known.resource));
    let shown = path.display().to_string();
    let line = format!("{field}: {{ type: {}, present: not_shown, nullable: not_shown }}", args.ty);
    let mut changes = Changes::default();
    let keys = ["records", record.as_str(), "fields"];
    changes.edit(&path, |text| yaml::insert(&shown, text, &keys, &[line]))?;
    let first = vec![format!(
        "{shown}: write what the document states of `{record}.{field}`, and describe it"
    )];
    let last = vec![
        format!("reference/src/domain/{}.rs: add it to the type", names::snake_case(&record)),
        "reference/migrations: add the column, for each engine; reference/src/store: the queries"
            .to_owned(),
    ];
    answers::finish(loaded, changes, first, last)
}
