//! The flags that say where generated crates find the runtime crates.

use std::path::Path;

use crate::support::{assert_code, root, stderr, xtask};

/// The dependency of the generated models on the runtime.
fn dependency(flags: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out").to_str().unwrap().to_owned();
    let made = xtask(&[&["gen", "--out", &out], flags].concat());
    assert_code(&made, 0);
    let manifest = std::fs::read_to_string(Path::new(&out).join("models/Cargo.toml")).unwrap();
    let line = manifest.lines().find(|line| line.starts_with("contract-runtime "));
    let line = line.unwrap().to_owned();
    // A path leads from the manifest to a folder with a manifest.
    if let Some((_, path)) = line.split_once("path = \"") {
        let path = path.trim_end_matches("\" }");
        let found = Path::new(&out).join("models").join(path).canonicalize();
        assert_eq!(found.unwrap(), root().join("runtime/core"));
    }
    line
}

#[test]
fn the_runtime_is_found_by_path_git_or_version() {
    assert!(dependency(&[]).contains("path = \"../../"));
    assert!(dependency(&["--runtime-path", "runtime"]).contains("path = \"../../"));
    assert_eq!(
        dependency(&["--runtime-git", "https://host/repository"]),
        "contract-runtime = { git = \"https://host/repository\" }"
    );
    assert_eq!(
        dependency(&["--runtime-version", "0.1"]),
        "contract-runtime = { version = \"0.1\" }"
    );
}

#[test]
fn the_flags_exclude_each_other_and_require_an_output_folder() {
    let both = ["gen", "--out", "x", "--runtime-version", "1", "--runtime-git", "u"];
    let refused = xtask(&both);
    assert_code(&refused, 2);
    assert!(stderr(&refused).contains("cannot be used with"));
    assert_code(&xtask(&["gen", "--runtime-version", "1"]), 2);
}
