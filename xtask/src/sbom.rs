//! `cargo xtask sbom`: the bill of materials of a program, in CycloneDX 1.6.
//!
//! It lists what `cargo metadata` resolves for the package, without the dependencies of tests. There is no time and no
//! random serial number in it, so that equal lock files give equal documents.

mod lock_file;

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args as ClapArgs;
use serde_json::{Value, json};

use crate::terminal::print_stdout;

/// Flags of `sbom`.
#[derive(ClapArgs)]
pub struct Args {
    /// Package of the workspace whose program is described
    #[arg(long, value_name = "NAME", default_value = "referral-conformance")]
    package: String,
    /// Only dependencies for this platform, such as `x86_64-unknown-linux-gnu` [default: for any]
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
}

/// Prints the document. Fails if the package is not in the workspace, or if cargo fails.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let metadata = metadata(args.target.as_deref())?;
    let checksums = lock_file::checksums(&metadata.lock_file()?)?;
    let document = metadata.document(&args.package, &checksums)?;
    print_stdout(&format!("{document:#}\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn metadata(target: Option<&str>) -> anyhow::Result<Metadata> {
    let mut cargo = crate::cargo::cargo();
    cargo.args(["metadata", "--format-version", "1", "--locked"]);
    if let Some(target) = target {
        cargo.args(["--filter-platform", target]);
    }
    let output = cargo.stderr(std::process::Stdio::inherit()).output();
    let output = output.context("failed to start cargo")?;
    anyhow::ensure!(output.status.success(), "`cargo metadata` failed");
    let value = serde_json::from_slice(&output.stdout);
    Ok(Metadata(value.context("`cargo metadata` printed no JSON")?))
}

/// What `cargo metadata` prints.
struct Metadata(Value);

impl Metadata {
    fn lock_file(&self) -> anyhow::Result<String> {
        let path = format!("{}/Cargo.lock", text(&self.0["workspace_root"]));
        std::fs::read_to_string(&path).with_context(|| format!("failed to read {path}"))
    }

    fn document(
        &self,
        package: &str,
        checksums: &BTreeMap<lock_file::Release, String>,
    ) -> anyhow::Result<Value> {
        let packages: BTreeMap<&str, &Value> =
            items(&self.0["packages"]).map(|package| (text(&package["id"]), package)).collect();
        let members: BTreeSet<&str> = items(&self.0["workspace_members"]).map(text).collect();
        let root =
            members.iter().find(|id| packages.get(**id).is_some_and(|it| it["name"] == package));
        let root = root.with_context(|| {
            format!(
                "no package `{package}` in the workspace; `cargo metadata --no-deps` lists them"
            )
        })?;
        let edges = self.edges(root);
        let component = |id: &str| {
            let package = packages.get(id).with_context(|| format!("no package {id}"))?;
            anyhow::Ok(component(package, members.contains(id), checksums))
        };
        let mut main = component(root)?;
        main["type"] = json!("application");
        let mut components = Vec::new();
        for id in edges.keys().filter(|id| *id != root) {
            components.push(component(id)?);
        }
        let reference = |id: &str| packages.get(id).map(|package| reference(package));
        let dependencies = edges.iter().map(|(id, on)| {
            let on: BTreeSet<_> = on.iter().filter_map(|id| reference(id)).collect();
            json!({ "ref": reference(id), "dependsOn": on })
        });
        Ok(json!({
            "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "version": 1,
            "metadata": { "component": main },
            "components": components,
            "dependencies": dependencies.collect::<Vec<_>>(),
        }))
    }

    /// The packages that one is built from, each with those that it depends on.
    fn edges<'a>(&'a self, root: &'a str) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
        let nodes: BTreeMap<&str, &Value> =
            items(&self.0["resolve"]["nodes"]).map(|node| (text(&node["id"]), node)).collect();
        let (mut edges, mut open) = (BTreeMap::new(), vec![root]);
        while let Some(id) = open.pop() {
            if edges.contains_key(id) {
                continue;
            }
            let dependencies = nodes.get(id).map(|node| items(&node["deps"]));
            let built = dependencies.into_iter().flatten().filter(|dependency| {
                items(&dependency["dep_kinds"]).any(|kind| kind["kind"] != "dev")
            });
            let on: BTreeSet<&str> = built.map(|dependency| text(&dependency["pkg"])).collect();
            open.extend(&on);
            edges.insert(id, on);
        }
        edges
    }
}

/// A package as a component.
fn component(
    package: &Value,
    is_member: bool,
    checksums: &BTreeMap<lock_file::Release, String>,
) -> Value {
    let (name, version) = (text(&package["name"]), text(&package["version"]));
    let mut component = json!({
        "type": "library",
        "bom-ref": reference(package),
        "name": name,
        "version": version,
    });
    if let Some(license) = package["license"].as_str() {
        // Old manifests separate alternatives by a slash.
        component["licenses"] = json!([{ "expression": license.replace('/', " OR ") }]);
    }
    if !is_member {
        component["purl"] = json!(format!("pkg:cargo/{name}@{version}"));
    }
    if let Some(checksum) = checksums.get(&(name.to_owned(), version.to_owned())) {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    component
}

/// The name of a package within the document.
fn reference(package: &Value) -> String {
    format!("{}@{}", text(&package["name"]), text(&package["version"]))
}

fn items(value: &Value) -> std::slice::Iter<'_, Value> {
    value.as_array().map(Vec::as_slice).unwrap_or_default().iter()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
