//! `new scenario`: a scenario with one call of an operation.

use std::path::Path;

use spec::{Contract, Operation};

use super::Scaffold;
use super::changes::Changes;
use super::loaded::Loaded;
use super::names::{self, sentence};

/// Flags of `new scenario`.
#[derive(clap::Args)]
pub struct Args {
    /// Resource and operation, and a new name in snake_case
    #[arg(value_name = "RESOURCE/OPERATION/NAME")]
    name: String,
}

/// Makes a scenario.
pub fn scaffold(loaded: &Loaded<'_>, args: &Args, scenarios: &Path) -> anyhow::Result<Scaffold> {
    let [resource, operation, name] = names::parts(&args.name, '/', "RESOURCE/OPERATION/NAME")?;
    let operation = names::operation(&loaded.contract, &format!("{resource}/{operation}"))?;
    names::ensure_snake_case(&name, "a scenario")?;
    let (path, text) = file(&loaded.contract, operation, &name, &sentence(&name));
    let path = scenarios.join(path);
    let mut changes = Changes::default();
    changes.create(&path, text)?;
    let next = vec![
        format!(
            "{}: write the calls and what is expected; docs/scenario-language.md has the keys",
            path.display()
        ),
        format!("cargo xtask certify --only {}", operation.id),
        format!("cargo xtask mutants --only '{}.*'", operation.id),
    ];
    Ok(Scaffold { changes, next })
}

/// The path below the folder of the scenarios, and the text, of a scenario that calls the operation once.
pub fn file(
    contract: &Contract,
    operation: &Operation,
    name: &str,
    title: &str,
) -> (String, String) {
    let mut needs: Vec<String> = Vec::new();
    let mut inputs = Vec::new();
    let mut is_known = true;
    for parameter in &operation.path_parameters {
        let mut kinds = contract.service.fixtures.iter();
        let kind = kinds.find(|kind| kind.record == parameter.record && !kind.consumed);
        let value = match kind {
            Some(kind) => {
                let need = format!("{0}: {0}", kind.kind);
                if !needs.contains(&need) {
                    needs.push(need);
                }
                format!("{{{}.id}}", kind.kind)
            }
            None => {
                is_known = false;
                "{unknown uuid}".to_owned()
            }
        };
        inputs.push(format!("{}: \"{value}\"", parameter.name));
    }
    let mut text =
        "# yaml-language-server: $schema=../../../schema/scenario.schema.json\n".to_owned();
    text.push_str(&format!("scenario: 1\ntitle: {title}\n"));
    if !needs.is_empty() {
        text.push_str(&format!("needs: {{ {} }}\n", needs.join(", ")));
    }
    text.push_str(&format!("steps:\n  - call: {}\n", operation.id));
    if !inputs.is_empty() {
        text.push_str(&format!("    path: {{ {} }}\n", inputs.join(", ")));
    }
    if !is_known {
        text.push_str("    # No kind of fixture is such a record, so that nothing can be expected yet.\n    observe: true\n");
    }
    (format!("{}/{name}.yaml", operation.address()), text)
}
