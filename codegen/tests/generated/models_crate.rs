//! The generated models compile without a warning, and do what they say:
//! `models_crate/` holds the tests that run inside the generated crates.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::Library;
use codegen::FileSet;

#[test]
fn generated_models_compile_and_work() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models_crate");
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generated/models_crate");
    let libraries = [
        ("plain", Library::plain()),
        ("overlay", Library::with_overlay()),
        ("hard", Library::hard()),
    ];
    for (name, library) in libraries {
        write(&library.generate(), &root.join(name));
        let into = root.join(name).join("models/tests");
        fs::create_dir_all(&into).unwrap();
        fs::copy(tests.join(format!("{name}.rs")), into.join("behaviour.rs")).unwrap();
    }
    let members = "[workspace]\nresolver = \"3\"\nmembers = [\"*/models\"]\n";
    fs::write(root.join("Cargo.toml"), members).unwrap();
    // The versions that this workspace is locked to are at hand without a network.
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    fs::copy(lock, root.join("Cargo.lock")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["test", "--offline", "--quiet", "--workspace"])
        .current_dir(&root)
        .env("CARGO_TARGET_DIR", root.join("target"))
        .env("RUSTFLAGS", "-D warnings")
        .env("RUSTDOCFLAGS", "-D warnings")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
}

/// Writes what the models need; what an earlier run left over goes.
fn write(files: &FileSet, root: &Path) {
    let folder = root.join("models");
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder can be cleared");
    }
    for (path, text) in files.iter().filter(|(path, _)| path.starts_with("models/")) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap_or(root)).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }
}
