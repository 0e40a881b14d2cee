//! Paths of the contract and of the output folder.

use std::path::Path;
use std::process::Command;

use crate::support::{all_files, assert_code, copy, root, stderr, xtask};

#[test]
fn equivalent_paths_generate_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out").to_str().unwrap().to_owned();
    let generate = |contract: &str, overlay: &str, here: &Path| {
        let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args(["gen", "--contract", contract, "--overlay", overlay, "--out", &out])
            .current_dir(here)
            .output()
            .unwrap();
        assert_code(&output, 0);
        stderr(&output)
    };
    let whole = |path: &str| root().join(path).to_str().unwrap().to_owned();
    let overlay = "spec/overlays/reference.yaml";
    generate("spec/contract", overlay, &root());
    let elsewhere = root().join("xtask/src");
    for (contract, overlay, here) in [
        ("./spec/contract/", "./spec/overlays/reference.yaml", &root()),
        (&*whole("spec/contract"), &*whole(overlay), &folder.path().to_owned()),
        ("../../spec/contract", "../../spec/overlays/reference.yaml", &elsewhere),
        ("spec/../spec/contract", overlay, &root()),
    ] {
        let messages = generate(contract, overlay, here);
        assert!(messages.contains("all up to date"), "{contract}: {messages}");
    }
    let made = std::fs::read_to_string(folder.path().join("out/models/src/lib.rs")).unwrap();
    let committed = root().join("reference/generated/models/src/lib.rs");
    assert_eq!(made, std::fs::read_to_string(committed).unwrap());
}

#[test]
fn the_output_must_not_overlap_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    let contract = folder.path().join("contract");
    copy(&root().join("spec/contract"), &contract);
    let before = all_files(folder.path());
    for out in ["contract", "contract/out", "."] {
        let out = folder.path().join(out);
        let (contract, out) = (contract.to_str().unwrap(), out.to_str().unwrap());
        let refused = xtask(&["gen", "--contract", contract, "--out", out]);
        assert_code(&refused, 2);
        assert!(stderr(&refused).contains("need separate folders"));
    }
    assert_eq!(all_files(folder.path()), before);
}
