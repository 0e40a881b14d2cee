//! What is needed to publish the public crates: metadata, files, and versions of dependencies.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::repository::{cargo, packages};
use crate::support::root;

/// The packages that can be published.
const PUBLIC: [&str; 13] = [
    "contract-reader",
    "contract-spec",
    "conformance-model",
    "conformance-derive",
    "conformance-judge",
    "conformance-run",
    "referral-conformance",
    "contract-runtime",
    "contract-runtime-server",
    "contract-runtime-client",
    "referral-models",
    "referral-server",
    "referral-client",
];

/// Those without `publish = false`.
fn public_packages() -> Vec<Value> {
    let mut packages = packages("");
    packages.retain(|package| package["publish"].is_null());
    packages
}

#[test]
fn public_crates_have_metadata_and_files() {
    let packages = public_packages();
    let names: BTreeSet<_> = packages.iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, BTreeSet::from(PUBLIC));
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

/// The files of a package, with `/` between names.
fn packaged_files(package: &str) -> BTreeSet<String> {
    let listed = cargo("", &["package", "--list", "--allow-dirty", "-p", package]);
    listed.lines().map(|line| line.replace('\\', "/")).collect()
}

#[test]
fn package_of_the_suite_has_contract_and_scenarios() {
    let files = packaged_files("referral-conformance");
    let has = |start: &str| files.iter().any(|file| file.starts_with(start));
    for start in ["contract/service.yaml", "scenarios/", "README.md", "LICENSE-MIT", "build.rs"] {
        assert!(has(start), "{start} is not in the package");
    }
}

/// A package is built without the rest of the repository: whatever its sources include must be in it.
#[test]
fn packages_have_the_files_that_their_sources_include() {
    let mut count = 0;
    for package in public_packages() {
        let name = package["name"].as_str().unwrap();
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
        let files = packaged_files(name);
        for file in ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE", "src/lib.rs"] {
            assert!(files.contains(file), "{name}: {file} is not in the package");
        }
        let is_built = |file: &&String| file.starts_with("src/") && file.ends_with(".rs");
        for file in files.iter().filter(is_built) {
            let source = std::fs::read_to_string(folder.join(file)).unwrap();
            for included in included_files(&source) {
                let path = normalized(&Path::new(file).parent().unwrap().join(included));
                assert!(files.contains(&path), "{name}: {file} includes {included}");
                count += 1;
            }
        }
    }
    assert!(count > 0, "no source includes a file");
}

/// The paths in `include_str!("...")` and its relatives.
fn included_files(source: &str) -> impl Iterator<Item = &str> {
    let calls = ["include_str!(\"", "include_bytes!(\"", "include!(\"", "#[path = \""];
    calls.into_iter().flat_map(|call| {
        source.split(call).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0))
    })
}

/// The path without `..`; a path that leads out of the folder starts with it.
fn normalized(path: &Path) -> String {
    let mut parts = Vec::new();
    for part in path.components().map(|part| part.as_os_str().to_string_lossy()) {
        if part == ".." && parts.last().is_some_and(|last| last != "..") {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}
