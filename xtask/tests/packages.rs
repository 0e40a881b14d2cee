//! What is needed to publish the public crates: metadata, files, and versions of dependencies.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const PUBLIC: [&str; 6] = [
    "reader",
    "spec",
    "referral-conformance",
    "contract-runtime",
    "contract-runtime-server",
    "contract-runtime-client",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Standard output of a cargo command.
fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn public_packages() -> Vec<Value> {
    let metadata = cargo(&["metadata", "--format-version", "1", "--no-deps", "--offline"]);
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let public = packages.filter(|package| PUBLIC.contains(&package["name"].as_str().unwrap()));
    public.cloned().collect()
}

#[test]
fn public_crates_have_metadata_and_files() {
    let packages = public_packages();
    assert_eq!(packages.len(), PUBLIC.len());
    for package in packages {
        let name = &package["name"];
        assert!(!package["description"].as_str().unwrap_or_default().is_empty(), "{name}");
        assert_eq!(package["license"], "MIT OR Apache-2.0", "{name}");
        assert!(package["rust_version"].is_string(), "{name}");
        for list in ["keywords", "categories"] {
            assert!(!package[list].as_array().unwrap().is_empty(), "{name} has no {list}");
        }
        let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
        let folder = manifest.parent().unwrap();
        assert!(folder.join(package["readme"].as_str().unwrap()).is_file(), "{name}: README");
        for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let read = |path: PathBuf| std::fs::read_to_string(path).unwrap_or_default();
            assert_eq!(read(folder.join(file)), read(root().join(file)), "{name}: {file}");
        }
    }
}

#[test]
fn public_crates_depend_on_versions() {
    for package in public_packages() {
        for dependency in package["dependencies"].as_array().unwrap() {
            let is_kept = dependency["kind"] != "dev" && dependency["path"].is_string();
            let named = dependency["name"].as_str().unwrap();
            if is_kept {
                assert_ne!(dependency["req"], "*", "{}: {named}", package["name"]);
                assert!(PUBLIC.contains(&named), "{} needs {named}", package["name"]);
            }
        }
    }
}

#[test]
fn package_of_the_suite_has_contract_and_scenarios() {
    let listed = cargo(&["package", "--list", "--allow-dirty", "-p", "referral-conformance"]);
    let files: Vec<_> = listed.lines().map(|line| line.replace('\\', "/")).collect();
    let has = |start: &str| files.iter().any(|file| file.starts_with(start));
    for start in ["contract/service.yaml", "scenarios/", "README.md", "LICENSE-MIT", "build.rs"] {
        assert!(has(start), "{start} is not in the package");
    }
}
