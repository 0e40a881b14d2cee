//! The version steps of what the generator makes: of each crate, and of the OpenAPI document.
//!
//! Both contracts are generated and the results compared, so a step follows from what users of the crate see:
//!
//! - an API that code may no longer compile with is a major step, an API with more in it a minor one;
//! - other code under the same API behaves differently: a major step if the contract has a breaking change, else minor;
//! - other documentation is a patch.

use std::collections::BTreeMap;

use codegen::{Options, Outputs, RuntimeSource, document};
use spec::Contract;
use spec::changes::{Comparison, Effect};

use super::api::{Api, text};
use super::document::without_texts;

/// The step of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    None,
    Patch,
    Minor,
    Major,
}

impl Step {
    /// Name in reports.
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
    /// `models`, `server`, `client` or `openapi`.
    pub name: &'static str,
    /// The package, if it is a crate.
    pub package: Option<String>,
    /// The step.
    pub step: Step,
    /// Why, the strongest reasons first.
    pub reasons: Vec<String>,
}

type Files = BTreeMap<String, String>;

/// The folders of the crates below the output folder; server and client expose the types of the models.
const CRATES: [&str; 3] = ["models", "server", "client"];

/// Compares what is generated from two versions of a contract. Fails when one of them cannot be generated.
pub fn compare_outputs(
    old: &Contract,
    new: &Contract,
    comparison: &Comparison,
) -> anyhow::Result<Vec<OutputChange>> {
    let behaviour = match comparison.strongest() {
        Some(Effect::Breaking) => Step::Major,
        _ => Step::Minor,
    };
    let (old_files, new_files) = (generate(old)?, generate(new)?);
    let mut outputs = Vec::new();
    for name in CRATES {
        let (old, new) = (of_crate(&old_files, name), of_crate(&new_files, name));
        outputs.push(compare_crate(name, &old, &new, behaviour)?);
    }
    let models = outputs[0].step;
    for output in &mut outputs[1..] {
        if models == Step::Major && output.step < Step::Major {
            output.step = Step::Major;
            output.reasons.insert(0, "it exposes the types of the models".to_owned());
        }
    }
    outputs.push(compare_documents(old, new, behaviour)?);
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

fn of_crate(files: &Files, name: &str) -> Files {
    let prefix = format!("{name}/");
    let files = files
        .iter()
        .filter_map(|(path, text)| Some((path.strip_prefix(&prefix)?.to_owned(), text.clone())));
    files.collect()
}

fn compare_crate(
    name: &'static str,
    old: &Files,
    new: &Files,
    behaviour: Step,
) -> anyhow::Result<OutputChange> {
    let mut output =
        OutputChange { name, package: package(new), step: Step::None, reasons: Vec::new() };
    if old == new {
        return Ok(output);
    }
    if package(old) != output.package {
        output.step = Step::Major;
        output.reasons.push("the package has another name".to_owned());
    }
    let mut changes = api(old)?.changes(&api(new)?);
    changes.sort_by_key(|change| !change.breaks);
    for change in changes {
        let step = if change.breaks { Step::Major } else { Step::Minor };
        output.step = output.step.max(step);
        output.reasons.push(change.text);
    }
    if code(old)? != code(new)? && output.step < behaviour {
        output.step = behaviour;
        output.reasons.insert(0, "it reads, writes or does something else".to_owned());
    }
    if output.step == Step::None {
        output.step = Step::Patch;
        output.reasons.push("its documentation changed".to_owned());
    }
    Ok(output)
}

fn package(files: &Files) -> Option<String> {
    let line = files.get("Cargo.toml")?.lines().find(|line| line.starts_with("name = "))?;
    Some(line.trim_start_matches("name = ").trim_matches('"').to_owned())
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

/// The code without comments and layout.
fn code(files: &Files) -> anyhow::Result<Vec<String>> {
    let parse = |(_, source): (&str, &str)| Ok(text(&syn::parse_file(source)?));
    sources(files).map(parse).collect()
}

fn compare_documents(
    old: &Contract,
    new: &Contract,
    behaviour: Step,
) -> anyhow::Result<OutputChange> {
    let value = |contract: &Contract| serde_json::to_value(document::openapi(contract));
    let (mut old, mut new) = (value(old)?, value(new)?);
    let mut output =
        OutputChange { name: "openapi", package: None, step: Step::None, reasons: Vec::new() };
    if old == new {
        return Ok(output);
    }
    without_texts(&mut old);
    without_texts(&mut new);
    let (step, reason) = match (old == new, behaviour) {
        (true, _) => (Step::Patch, "its texts changed"),
        (false, Step::Major) => (Step::Major, "the contract has a breaking change"),
        (false, _) => (Step::Minor, "paths or schemas changed, and nothing breaks"),
    };
    output.step = step;
    output.reasons.push(reason.to_owned());
    Ok(output)
}
