//! Rules for the whole project: dependency direction, module docs, paths named in guides, file sizes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Tracked and untracked files, without ignored ones.
fn files(ending: &str) -> Vec<PathBuf> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "git ls-files: {}", String::from_utf8_lossy(&output.stderr));
    let files: Vec<PathBuf> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter(|line| line.ends_with(ending))
        .map(|line| root().join(line))
        .filter(|path| path.exists())
        .collect();
    assert!(!files.is_empty(), "no {ending} files");
    files
}

fn display_path(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// The packages of both workspaces.
fn packages() -> Vec<serde_json::Value> {
    let of_workspace = |folder: &str| {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
            .current_dir(root().join(folder))
            .output()
            .unwrap();
        let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        metadata["packages"].as_array().unwrap().clone()
    };
    [of_workspace(""), of_workspace("lab")].concat()
}

/// Dependencies among these packages, including those of tests, by package.
fn own_dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let packages = packages();
    let names: BTreeSet<&str> =
        packages.iter().filter_map(|package| package["name"].as_str()).collect();
    packages
        .iter()
        .map(|package| {
            let dependencies = package["dependencies"].as_array().unwrap().iter();
            let ours =
                dependencies.filter_map(|d| d["name"].as_str()).filter(|name| names.contains(name));
            (package["name"].as_str().unwrap().to_owned(), ours.map(str::to_owned).collect())
        })
        .collect()
}

#[test]
fn dependencies_go_one_way() {
    let allowed: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("contract-reader", &[][..]),
        ("contract-spec", &["contract-reader"]),
        ("codegen", &["contract-reader", "contract-spec"]),
        ("contract-runtime", &[]),
        ("contract-runtime-server", &["contract-runtime"]),
        ("contract-runtime-client", &["contract-runtime"]),
        ("referral-models", &["contract-runtime"]),
        ("referral-server", &["contract-runtime-server", "referral-models"]),
        ("referral-client", &["contract-runtime-client", "referral-models"]),
        ("three-operations", &["referral-server"]),
        ("generated-tests", &["referral-client"]),
        // The specification, the generator and the site are only for its build script. The client is only for its
        // tests, and so is the reference itself, with all features.
        (
            "referral-reference",
            &[
                "referral-reference",
                "contract-reader",
                "contract-runtime",
                "contract-runtime-server",
                "contract-spec",
                "codegen",
                "site",
                "referral-client",
                "referral-models",
            ],
        ),
        ("conformance-model", &["contract-reader", "contract-spec"]),
        ("conformance-derive", &["conformance-model", "contract-spec"]),
        ("conformance-judge", &["conformance-model", "contract-reader", "contract-spec"]),
        ("conformance-run", &["conformance-judge", "conformance-model", "contract-spec"]),
        (
            "referral-conformance",
            &[
                "conformance-model",
                "conformance-derive",
                "conformance-judge",
                "conformance-run",
                "contract-reader",
                "contract-spec",
            ],
        ),
        ("mutation", &["contract-reader", "contract-spec", "referral-conformance"]),
        // The only crate that links the suite and the reference.
        (
            "machine-mutants",
            &[
                "contract-reader",
                "contract-spec",
                "referral-conformance",
                "mutation",
                "referral-reference",
            ],
        ),
        ("site", &["contract-spec", "codegen"]),
        ("xtask", &["contract-reader", "contract-spec", "codegen", "site"]),
    ]);
    for (package, dependencies) in own_dependencies() {
        let Some(allowed) = allowed.get(package.as_str()) else {
            panic!("`{package}` is a new crate: list its allowed dependencies here");
        };
        for dependency in &dependencies {
            assert!(
                allowed.contains(&dependency.as_str()),
                "`{package}` must not depend on `{dependency}`"
            );
        }
    }
}

/// What derives scenarios and what judges exchanges can neither send nor wait.
#[test]
fn judging_needs_no_runtime_and_no_client() {
    for package in ["conformance-derive", "conformance-judge"] {
        let mut tree = Command::new(env!("CARGO"));
        tree.args(["tree", "--offline", "--edges", "normal", "--prefix", "none", "-p", package]);
        let output = tree.current_dir(root()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let listed = String::from_utf8(output.stdout).unwrap();
        let names: Vec<_> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
        assert!(names.contains(&"conformance-model"), "{listed}");
        for unwanted in ["tokio", "reqwest", "hyper"] {
            assert!(!names.contains(&unwanted), "{package} depends on {unwanted}");
        }
    }
}

#[test]
fn every_file_has_a_module_comment() {
    for path in files(".rs") {
        let text = std::fs::read_to_string(&path).unwrap();
        let start = text
            .lines()
            .find(|line| !line.trim().is_empty() && !line.starts_with("// @generated"))
            .unwrap_or_default();
        assert!(
            start.starts_with("//!"),
            "{} does not open with a `//!` line",
            display_path(&path)
        );
    }
}

#[test]
fn modules_are_files_beside_their_folders() {
    for path in files(".rs") {
        assert_ne!(
            path.file_name().unwrap(),
            "mod.rs",
            "{} should be named after its folder",
            display_path(&path)
        );
    }
}

#[test]
fn generic_crates_name_nothing_of_this_service() {
    let words = [
        "subscriber",
        "upscribe",
        "publication",
        "newsletter",
        "x-api-key",
        "campaign",
        "descripton",
    ];
    for folder in [
        "reader/src",
        "spec/src",
        "codegen/src",
        "runtime",
        "conformance/src",
        "conformance/model/src",
        "conformance/derive/src",
        "conformance/judge/src",
        "conformance/run/src",
        "lab/mutation/src",
    ] {
        for path in files(".rs").into_iter().filter(|path| display_path(path).starts_with(folder)) {
            let text = std::fs::read_to_string(&path).unwrap().to_lowercase();
            for word in words {
                assert!(
                    !text.contains(word),
                    "{} names `{word}`: this crate is independent of the contract",
                    display_path(&path)
                );
            }
        }
    }
}

#[test]
fn paths_named_in_guides_exist() {
    let mut named = 0;
    let guides = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];
    for guide in
        guides.into_iter().chain(["SECURITY.md", "docs/CERTIFYING.md", "docs/IMPLEMENTING.md"])
    {
        let text = std::fs::read_to_string(root().join(guide)).unwrap();
        for span in text.split('`').skip(1).step_by(2) {
            let looks_like_path = span.contains('/')
                && span.chars().all(|c| c.is_ascii_alphanumeric() || "/_.-".contains(c))
                && !span.starts_with('/');
            // The build may be in another folder.
            let is_built = span.starts_with("target/");
            if looks_like_path && !is_built {
                named += 1;
                assert!(root().join(span).exists(), "{guide} names `{span}`, which does not exist");
            }
        }
    }
    assert!(named > 10, "the guides name too few paths: the test no longer finds them");
}

#[test]
fn no_line_has_trailing_whitespace() {
    for ending in [".rs", ".yaml", ".md", ".toml"] {
        for path in files(ending) {
            for (number, line) in std::fs::read_to_string(&path).unwrap().lines().enumerate() {
                assert_eq!(
                    line,
                    line.trim_end(),
                    "{}:{} ends in a blank",
                    display_path(&path),
                    number + 1
                );
            }
        }
    }
}

#[test]
fn hand_written_files_stay_small() {
    for path in files(".rs").into_iter().filter(|path| !display_path(path).contains("generated/")) {
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 500, "{} has {lines} lines, more than 500: split it", display_path(&path));
    }
}

/// The version in the text after a start, up to what is neither a digit nor a dot.
fn version_after<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(start)?;
    rest.split(|c: char| !c.is_ascii_digit() && c != '.').next()
}

#[test]
fn the_oldest_rust_is_the_same_everywhere() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let manifest = read("Cargo.toml");
    let oldest = version_after(&manifest, "rust-version = \"").unwrap();
    for (file, start) in [
        ("clippy.toml", "msrv = \""),
        ("README.md", "A Rust toolchain ("),
        (".github/workflows/ci.yml", "# `rust-version` of Cargo.toml.\n    container: rust:"),
        ("lab/Cargo.toml", "rust-version = \""),
        ("lab/fuzz/Cargo.toml", "rust-version = \""),
        ("generated/client/Cargo.toml", "rust-version = \""),
    ] {
        assert_eq!(version_after(&read(file), start), Some(oldest), "{file} and Cargo.toml differ");
    }
}

/// Cargo builds a dependency of both workspaces once, and its sources are downloaded once.
#[test]
fn both_workspaces_have_the_same_versions_of_dependencies() {
    let versions = |file: &str| {
        let lock = std::fs::read_to_string(root().join(file)).unwrap();
        let packages = lock.split("[[package]]\nname = \"").skip(1);
        let version = |package: &str| {
            let (name, rest) = package.split_once('"').unwrap();
            (name.to_owned(), version_after(rest, "version = \"").unwrap().to_owned())
        };
        packages.map(version).collect::<BTreeSet<_>>()
    };
    let (main, lab) = (versions("Cargo.lock"), versions("lab/Cargo.lock"));
    let is_shared = |name: &String| main.iter().any(|(other, _)| other == name);
    let other: Vec<_> = lab.difference(&main).filter(|(name, _)| is_shared(name)).collect();
    assert!(other.is_empty(), "`cargo update` in the folder lab: {other:?}");
    assert!(lab.intersection(&main).count() > 100);
}

#[test]
fn every_crate_of_the_workspaces_forbids_unsafe_code() {
    let forbids = "unsafe_code = \"forbid\"";
    let inherits = "[lints]\nworkspace = true";
    let outside = ["lab/fuzz/", "lab/benchmarks/"];
    let mut manifests = files("Cargo.toml");
    manifests.retain(|path| !outside.iter().any(|folder| display_path(path).starts_with(folder)));
    for path in manifests {
        let manifest = std::fs::read_to_string(&path).unwrap();
        assert!(
            manifest.contains(inherits) || manifest.contains(forbids),
            "{} lacks `[lints] workspace = true`",
            display_path(&path)
        );
    }
}
