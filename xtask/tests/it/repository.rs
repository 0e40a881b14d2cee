//! Rules for the whole repository: dependencies of crates, paths named in guides, file sizes, versions.

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::support::{root, stdout};

/// Tracked and untracked files with this ending, without ignored ones, as paths from the root.
fn files(ending: &str) -> Vec<String> {
    let mut git = Command::new("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(root());
    let listed = stdout(&git.output().unwrap());
    let files = listed.lines().filter(|line| line.ends_with(ending) && at(line).exists());
    let files: Vec<_> = files.map(str::to_owned).collect();
    assert!(!files.is_empty(), "no {ending} files");
    files
}

fn at(path: &str) -> PathBuf {
    root().join(path)
}

/// Standard output of a cargo command in a folder.
pub fn cargo(folder: &str, arguments: &[&str]) -> String {
    let mut cargo = Command::new(env!("CARGO"));
    stdout(&cargo.args(arguments).arg("--offline").current_dir(at(folder)).output().unwrap())
}

/// The packages of a workspace.
pub fn packages(folder: &str) -> Vec<Value> {
    let metadata = cargo(folder, &["metadata", "--format-version", "1", "--no-deps"]);
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// The packages of the workspace, and those of them that each may depend on, also in tests.
///
/// The reference uses reader, specification, generator and site in its build script, and itself and the client in tests.
/// Only `machine-mutants` links the suite and the reference.
const ALLOWED: &str = "
    contract-reader:
    contract-spec: contract-reader
    codegen: contract-reader contract-spec
    contract-runtime:
    contract-runtime-server: contract-runtime
    contract-runtime-client: contract-runtime
    referral-models: contract-runtime
    referral-server: contract-runtime-server referral-models
    referral-client: contract-runtime-client referral-models
    three-operations: referral-server
    generated-tests: referral-client
    referral-reference: referral-reference contract-reader contract-runtime contract-runtime-server contract-spec \
        codegen site referral-client referral-models
    conformance-model: contract-reader contract-spec
    conformance-derive: conformance-model contract-spec
    conformance-judge: conformance-model contract-reader contract-spec
    conformance-run: conformance-judge conformance-model contract-spec
    referral-conformance: conformance-model conformance-derive conformance-judge conformance-run contract-reader \
        contract-spec
    contract-mock: conformance-model contract-reader contract-spec
    mutation: contract-mock contract-reader contract-spec referral-conformance
    machine-mutants: contract-reader contract-spec referral-conformance mutation referral-reference
    openapi-import: contract-reader contract-spec codegen
    site: contract-spec codegen
    xtask: contract-reader contract-spec codegen openapi-import site
";

#[test]
fn dependencies_go_one_way() {
    let packages = packages("");
    let name = |value: &Value| value["name"].as_str().unwrap().to_owned();
    let own: BTreeSet<_> = packages.iter().map(name).collect();
    for package in &packages {
        let start = format!("{}:", name(package));
        let allowed = ALLOWED.lines().find_map(|line| line.trim().strip_prefix(&start));
        let Some(allowed) = allowed else {
            panic!("`{start}` is a new crate: list its allowed dependencies here");
        };
        let allowed: BTreeSet<_> = allowed.split_whitespace().collect();
        let dependencies = package["dependencies"].as_array().unwrap().iter().map(name);
        for dependency in dependencies.filter(|dependency| own.contains(dependency)) {
            assert!(allowed.contains(&*dependency), "`{start}` must not depend on `{dependency}`");
        }
    }
}

/// What derives scenarios and what judges exchanges can neither send nor wait.
#[test]
fn judging_needs_no_runtime_and_no_client() {
    for package in ["conformance-derive", "conformance-judge"] {
        let listed = cargo("", &["tree", "--edges", "normal", "--prefix", "none", "-p", package]);
        let names: Vec<_> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
        assert!(names.contains(&"conformance-model"), "{listed}");
        for unwanted in ["tokio", "reqwest", "hyper"] {
            assert!(!names.contains(&unwanted), "{package} depends on {unwanted}");
        }
    }
}

#[test]
fn paths_named_in_guides_exist() {
    let mut named = 0;
    for guide in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "docs/CERTIFYING.md",
        "docs/IMPLEMENTING.md",
        "docs/using-the-api.md",
    ] {
        let text = read_to_string(at(guide)).unwrap();
        for span in text.split('`').skip(1).step_by(2) {
            let looks_like_path = span.contains('/')
                && span.chars().all(|c| c.is_ascii_alphanumeric() || "/_.-".contains(c))
                && !span.starts_with('/');
            // The build may be in another folder.
            let is_built = span.starts_with("target/");
            if looks_like_path && !is_built {
                named += 1;
                assert!(at(span).exists(), "{guide} names `{span}`, which does not exist");
            }
        }
    }
    assert!(named > 10, "the guides name too few paths: the test no longer finds them");
}

#[test]
fn hand_written_files_stay_small() {
    for path in files(".rs").into_iter().filter(|path| !path.contains("generated/")) {
        let lines = read_to_string(at(&path)).unwrap().lines().count();
        assert!(lines <= 500, "{path} has {lines} lines, more than 500: split it");
    }
}

/// The version in the text after a start, up to what is neither a digit nor a dot.
fn version_after<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(start)?;
    rest.split(|c: char| !c.is_ascii_digit() && c != '.').next()
}

#[test]
fn the_oldest_rust_is_the_same_everywhere() {
    let read = |path: &str| read_to_string(at(path)).unwrap();
    let manifest = read("Cargo.toml");
    let oldest = version_after(&manifest, "rust-version = \"").unwrap();
    for (file, start) in [
        ("clippy.toml", "msrv = \""),
        ("README.md", "A Rust toolchain ("),
        (".github/workflows/ci.yml", "# `rust-version` of Cargo.toml.\n    container: rust:"),
        ("lab/fuzz/Cargo.toml", "rust-version = \""),
        ("generated/client/Cargo.toml", "rust-version = \""),
    ] {
        assert_eq!(version_after(&read(file), start), Some(oldest), "{file} and Cargo.toml differ");
    }
}

#[test]
fn every_crate_of_the_workspace_forbids_unsafe_code() {
    let outside = ["lab/fuzz/", "lab/benchmarks/"];
    let mut manifests = files("Cargo.toml");
    manifests.retain(|path| !outside.iter().any(|folder| path.starts_with(folder)));
    for path in manifests {
        let manifest = read_to_string(at(&path)).unwrap();
        let forbids = ["[lints]\nworkspace = true", "unsafe_code = \"forbid\""];
        assert!(
            forbids.iter().any(|text| manifest.contains(text)),
            "{path} lacks `[lints] workspace = true`"
        );
    }
}

/// The name of the member that identifies a record is a fact of the contract. Only its default, and the kind of identifier
/// of the same name, are in the sources.
#[test]
fn no_name_of_an_identifier_is_special() {
    let is_engine = |path: &str| {
        let crates = ["spec/", "codegen/", "site/", "conformance/", "xtask/"];
        path.contains("src/")
            && !path.ends_with("tests.rs")
            && crates.iter().any(|name| path.starts_with(name))
    };
    let is_named = |path: &str| {
        let text = read_to_string(at(path)).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        ["\"uuid\"", "_uuid\"", "Uuid.name()"].iter().any(|name| text.contains(name))
    };
    let mut named = files(".rs");
    named.retain(|path| is_engine(path) && is_named(path));
    assert_eq!(named, ["spec/src/lower/resource.rs", "spec/src/model/types.rs"]);
}
