//! `new operation`: the operation in contract, overlay, scenarios and reference.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use spec::{Method, Type};

use super::changes::Changes;
use super::loaded::Loaded;
use super::names::{self, camel_case, sentence};
use super::{Scaffold, answers, scenario};
use crate::workspace;

/// The operations of the reference.
pub const REFERENCE: &str = "reference/src/operations";

/// Flags of `new operation`.
#[derive(clap::Args)]
pub struct Args {
    /// Its address: a resource of the contract, and a new name in snake_case
    #[arg(value_name = "RESOURCE/OPERATION")]
    name: String,
    /// Method and path: `GET /v1/books/{uuid}`
    #[arg(long, value_name = "HTTP")]
    http: String,
    /// The record that path parameters identify [default: the first of the resource]
    #[arg(long, value_name = "RECORD")]
    record: Option<String>,
    #[command(flatten)]
    effect: Effect,
}

/// What the operation does with a record of the contract.
#[derive(clap::Args)]
#[group(multiple = false)]
struct Effect {
    /// The record that it lists
    #[arg(long, value_name = "RECORD")]
    lists: Option<String>,
    /// The record that it creates
    #[arg(long, value_name = "RECORD")]
    creates: Option<String>,
    /// The record that it changes
    #[arg(long, value_name = "RECORD")]
    updates: Option<String>,
    /// The record that it deletes
    #[arg(long, value_name = "RECORD")]
    removes: Option<String>,
}

impl Effect {
    /// Its key in the file of the operation, and the record.
    fn entry(&self) -> Option<(&'static str, &str)> {
        let keys = ["lists", "creates", "updates", "removes"];
        let records = [&self.lists, &self.creates, &self.updates, &self.removes];
        keys.into_iter().zip(records).find_map(|(key, record)| Some((key, record.as_deref()?)))
    }
}

/// A new operation.
struct New<'a> {
    resource: String,
    id: String,
    args: &'a Args,
}

/// Makes the files of an operation; `None` after the diagnostics of the contract are printed.
pub fn scaffold(
    loaded: &Loaded<'_>,
    args: &Args,
    scenarios: &Path,
) -> anyhow::Result<Option<Scaffold>> {
    let [resource, id] = names::parts(&args.name, '/', "RESOURCE/OPERATION")?;
    names::resource(&loaded.contract, &resource)?;
    names::ensure_snake_case(&id, "an operation")?;
    names::ensure_new_operation(&loaded.contract, &id)?;
    let new = New { resource, id, args };
    let path = loaded.path(&format!("{}/{}.yaml", new.resource, new.id));
    let mut changes = Changes::default();
    changes.create(&path, new.file(loaded, "")?)?;
    if loaded.reports(&changes, "unsaid") {
        changes = Changes::default();
        changes.create(&path, new.file(loaded, &new.silences())?)?;
    }
    let Some(changed) = loaded.changed(&changes)? else {
        return Ok(None);
    };
    let operation = changed.operation(&new.id).context("the operation is not in the contract")?;
    let (file, text) = scenario::file(&changed, operation, "accepted", "A valid call is accepted");
    let file = scenarios.join(file);
    changes.create(&file, text)?;
    let mut last = Vec::new();
    let handler = if loaded.is_own { new.handler(&mut changes)? } else { None };
    if let Some((handler, list)) = handler {
        last.push(format!("{}: handle it; {} lists it", handler.display(), list.display()));
        last.push(
            "reference/tests/it/http/operations.rs and reference/tests/it/http/isolation/tries.rs: add a row"
                .to_owned(),
        );
    }
    let first = vec![
        format!("{}: write what the document states of it", path.display()),
        format!("{}: expect what the document states", file.display()),
    ];
    answers::finish(loaded, changes, first, last)
}

impl New<'_> {
    fn file(&self, loaded: &Loaded<'_>, silences: &str) -> anyhow::Result<String> {
        let folder = format!("{}/", self.resource);
        let is_operation =
            |address: &str| address.starts_with(&folder) && !address.ends_with("/resource.yaml");
        let head = loaded.head(is_operation);
        let (id, http, description) = (&self.id, self.http()?, sentence(&self.id));
        let path = self.path_parameters(loaded)?;
        let effect = match self.args.effect.entry() {
            Some((key, name)) => {
                format!("{key}: {}\n", names::record(&loaded.contract, name)?.name)
            }
            None => String::new(),
        };
        let body = self.body(loaded)?;
        Ok(format!(
            "{head}operation: {id}\ndescription: {description}.\nhttp: {http}\n{effect}{silences}{path}{body}\nsuccess: {{}}\n"
        ))
    }

    /// Method and path, in their usual form.
    fn http(&self) -> anyhow::Result<String> {
        let form = || format!("`{}` is not of the form `GET /path/{{parameter}}`", self.args.http);
        let (method, path) = self.args.http.trim().split_once(' ').with_context(form)?;
        let method = method.to_ascii_uppercase();
        let known: Vec<_> = Method::ALL.iter().map(|method| method.as_str()).collect();
        ensure!(
            known.contains(&method.as_str()),
            "unknown method `{method}`; use one of {}",
            known.join(", ")
        );
        ensure!(path.trim().starts_with('/'), "{}", form());
        Ok(format!("{method} {}", path.trim()))
    }

    fn path_parameters(&self, loaded: &Loaded<'_>) -> anyhow::Result<String> {
        let segments = self.args.http.split('/');
        let parameters: Vec<_> = segments
            .filter_map(|segment| segment.trim().strip_prefix('{')?.strip_suffix('}'))
            .collect();
        if parameters.is_empty() {
            return Ok(String::new());
        }
        let resource = names::resource(&loaded.contract, &self.resource)?;
        let record = match &self.args.record {
            Some(name) => names::record(&loaded.contract, name)?,
            None => resource.records.first().with_context(|| {
                format!("`{}` has no record; name that of the path with `--record`", self.resource)
            })?,
        };
        let lines = parameters.iter().map(|name| {
            format!("  {name}: {{ identified_by: [uuid], record: {} }}\n", record.name)
        });
        Ok(format!("\npath:\n{}", lines.collect::<String>()))
    }

    /// An update has a member that it changes.
    fn body(&self, loaded: &Loaded<'_>) -> anyhow::Result<String> {
        let Some(name) = &self.args.effect.updates else {
            return Ok(String::new());
        };
        let record = names::record(&loaded.contract, name)?;
        let text = record.fields.iter().find(|field| field.ty == Type::Text(None));
        let field = text.map(|field| &field.name).with_context(|| {
            format!(
                "`{name}` has no text to change; add it with `cargo xtask new field {name}.FIELD`"
            )
        })?;
        Ok(format!("\nbody:\n  {field}: {{ type: string }}\n"))
    }

    /// What the document may leave out of an operation, where neither service nor resource says that it does.
    fn silences(&self) -> String {
        let mut slots = vec!["key.required", "scope", "success.body", "success.status"];
        if self.args.effect.lists.is_some() {
            slots.extend(["order", "paging"]);
        }
        let lines = slots.into_iter().map(|slot| {
            let id = &self.id;
            format!("  {slot}: {{ note: The document does not show `{slot}` of `{id}`. }}\n")
        });
        format!("\nnot_shown:\n{}", lines.collect::<String>())
    }

    /// A handler in the reference, if it has the resource: the file, and the file that lists it.
    fn handler(&self, changes: &mut Changes) -> anyhow::Result<Option<(PathBuf, PathBuf)>> {
        let list = workspace::at(REFERENCE).join(format!("{}.rs", self.resource));
        if !list.is_file() {
            return Ok(None);
        }
        let handler = workspace::at(REFERENCE).join(&self.resource).join(format!("{}.rs", self.id));
        let name = camel_case(&self.id);
        let text = include_str!("handler.rs.in")
            .replace("@http@", &self.http()?)
            .replace("@description@", &sentence(&self.id).to_lowercase())
            .replace("@resource@", &self.resource)
            .replace("@operation@", &self.id)
            .replace("@Operation@", &name);
        changes.create(&handler, text)?;
        changes.edit(&list, |text| with_module(text, "mod ", &self.id))?;
        Ok(Some((handler, list)))
    }
}

/// The text of a module with a further submodule, in order. `keyword` is `mod ` or `pub mod `.
pub fn with_module(text: &str, keyword: &str, name: &str) -> anyhow::Result<String> {
    let added = format!("{keyword}{name};");
    let name_of = |line: &str| -> Option<String> {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned())
    };
    let modules: Vec<_> = text.lines().filter_map(|line| Some((name_of(line)?, line))).collect();
    let Some((_, last)) = modules.last() else {
        // The list of a new resource has only a head.
        return Ok(format!("{}\n\n{added}\n", text.trim_end()));
    };
    let with = |line: &str, lines: String| {
        text.replacen(&format!("\n{line}\n"), &format!("\n{lines}\n"), 1)
    };
    Ok(match modules.iter().find(|(other, _)| other.as_str() > name) {
        Some((_, after)) => with(after, format!("{added}\n{after}")),
        None => with(last, format!("{last}\n{added}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_in_order() {
        let text = "//! Books.\n\nmod add;\nmod list;\n\nuse a::b;\n";
        let with = |name| with_module(text, "mod ", name).unwrap();
        assert!(with("get").contains("mod add;\nmod get;\nmod list;\n"));
        assert!(with("remove").contains("mod list;\nmod remove;\n\nuse"));
        assert!(with("aaa").contains("\n\nmod aaa;\nmod add;"));
        assert_eq!(
            with_module("//! Loans.\n", "mod ", "lend").unwrap(),
            "//! Loans.\n\nmod lend;\n"
        );
        let text = "//! All.\n\npub mod books;\nmod error;\npub mod loans;\n\nuse a::b;\n";
        let with = |name| with_module(text, "pub mod ", name).unwrap();
        assert!(with("desks").contains("pub mod books;\npub mod desks;\nmod error;\n"));
        assert!(with("readers").contains("pub mod loans;\npub mod readers;\n\nuse"));
    }
}
