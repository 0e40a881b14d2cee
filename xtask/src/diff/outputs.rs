//! The version steps of what the generator makes: of each crate, and of the OpenAPI document.
//!
//! Both contracts are generated and the results compared, so a step follows from what users of the crate see:
//!
//! - an API that code may no longer compile with is a major step, an API with more in it a minor one;
//! - other code under the same API behaves differently: a major step if the contract has a breaking change, else minor;
//! - other documentation is a patch.

use std::collections::BTreeMap;

use codegen::{Options, Outputs, RuntimeSource, document};
use serde_json::Value;
use spec::Contract;

use super::api::Api;

/// The step of a version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    None,
    Patch,
    Minor,
    Major,
}

impl Step {
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

/// The version step of one output.
pub struct OutputChange {
    /// The package, or the OpenAPI document.
    pub name: String,
    pub step: Step,
    /// Why, the strongest reasons first.
    pub reasons: Vec<String>,
}

type Files = BTreeMap<String, String>;

/// Compares what is generated from two versions of a contract. `behaviour` is the step of other code under the same
/// API. Fails when one of them cannot be generated.
pub fn compare_outputs(
    old: &Contract,
    new: &Contract,
    behaviour: Step,
) -> anyhow::Result<Vec<OutputChange>> {
    let (old_files, new_files) = (generate(old)?, generate(new)?);
    let mut outputs: Vec<OutputChange> = Vec::new();
    for name in ["models/", "server/", "client/"] {
        let (old, new) = (of_crate(&old_files, name), of_crate(&new_files, name));
        let (mut step, mut reasons) = compare_crates(&old, &new, behaviour)?;
        if step < Step::Major && outputs.first().is_some_and(|models| models.step == Step::Major) {
            step = Step::Major;
            reasons.insert(0, "it exposes the types of the models".to_owned());
        }
        outputs.push(OutputChange { name: package(&new), step, reasons });
    }
    let (step, reason) = compare_documents(openapi(old)?, openapi(new)?, behaviour);
    let reasons = reason.map(str::to_owned).into_iter().collect();
    outputs.push(OutputChange { name: "the OpenAPI document".to_owned(), step, reasons });
    Ok(outputs)
}

fn generate(contract: &Contract) -> anyhow::Result<Files> {
    let options = Options {
        outputs: Outputs { models: true, server: true, client: true, ..Outputs::NONE },
        command: String::new(),
        contract: String::new(),
        overlay: None,
        license: None,
        publish: false,
        runtime: RuntimeSource::Version(env!("CARGO_PKG_VERSION").to_owned()),
    };
    let files = codegen::generate(contract, &options).map_err(|errors| {
        let messages: Vec<_> = errors.into_iter().map(|error| error.message).collect();
        anyhow::anyhow!("the contract cannot be generated: {}", messages.join("; "))
    })?;
    // The first line names the source and has the checksum of the rest.
    let body = |text: &str| text.split_once('\n').map_or("", |(_, body)| body).to_owned();
    Ok(files.iter().map(|(path, text)| (path.to_owned(), body(text))).collect())
}

fn of_crate(files: &Files, prefix: &str) -> Files {
    let files = files.iter();
    files
        .filter_map(|(path, text)| Some((path.strip_prefix(prefix)?.to_owned(), text.clone())))
        .collect()
}

fn compare_crates(
    old: &Files,
    new: &Files,
    behaviour: Step,
) -> anyhow::Result<(Step, Vec<String>)> {
    let (mut reasons, added) = api(old)?.changes(&api(new)?);
    if package(old) != package(new) {
        reasons.insert(0, "the package has another name".to_owned());
    }
    let mut step = match (reasons.is_empty(), added.is_empty()) {
        (false, _) => Step::Major,
        (true, false) => Step::Minor,
        (true, true) => Step::None,
    };
    reasons.extend(added);
    if step < behaviour && code(old) != code(new) {
        step = behaviour;
        reasons.insert(0, "it reads, writes or does something else".to_owned());
    } else if step == Step::None && old != new {
        step = Step::Patch;
        reasons.push("its documentation changed".to_owned());
    }
    Ok((step, reasons))
}

fn package(files: &Files) -> String {
    let manifest = files.get("Cargo.toml").map_or("", String::as_str);
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = "));
    name.unwrap_or_default().trim_matches('"').to_owned()
}

/// The Rust files, by their paths below `src`.
fn sources(files: &Files) -> impl Iterator<Item = (&str, &str)> {
    let rust = files.iter().filter(|(path, _)| path.ends_with(".rs"));
    rust.map(|(path, text)| (path.strip_prefix("src/").unwrap_or(path), text.as_str()))
}

fn api(files: &Files) -> anyhow::Result<Api> {
    let mut api = Api::default();
    for (path, text) in sources(files) {
        api.add_file(path, text)?;
    }
    Ok(api)
}

fn code(files: &Files) -> Vec<&str> {
    let lines = sources(files).flat_map(|(_, text)| text.lines());
    lines.filter(|line| !line.trim_start().starts_with("//")).collect()
}

fn openapi(contract: &Contract) -> serde_json::Result<Value> {
    serde_json::to_value(document::openapi(contract))
}

fn compare_documents(
    mut old: Value,
    mut new: Value,
    behaviour: Step,
) -> (Step, Option<&'static str>) {
    if old == new {
        return (Step::None, None);
    }
    remove_texts(&mut old);
    remove_texts(&mut new);
    match (old == new, behaviour) {
        (true, _) => (Step::Patch, Some("its texts changed")),
        (false, Step::Major) => (Step::Major, Some("the contract has a breaking change")),
        (false, _) => (Step::Minor, Some("paths or schemas changed, and nothing breaks")),
    }
}

fn remove_texts(document: &mut Value) {
    match document {
        Value::Object(members) => {
            // A property may have such a name, too: then it is a schema.
            let texts = ["description", "summary", "title"];
            members.retain(|name, value| !(texts.contains(&name.as_str()) && value.is_string()));
            members.values_mut().for_each(remove_texts);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_texts),
        _ => {}
    }
}
