//! The client without features also supports platforms without sockets and threads.

use std::collections::BTreeSet;
use std::process::Command;

/// Dependencies known to compile and run on `wasm32-unknown-unknown`, with these features.
const TRIED: [&str; 20] = [
    "bytes default,std",
    "contract-runtime",
    "contract-runtime-client",
    "futures-core",
    "http default,std",
    "httpdate",
    "itoa",
    "memchr alloc,std",
    "once_cell alloc,default,race,std",
    "percent-encoding alloc,default,std",
    "pin-project-lite",
    "referral-client",
    "referral-models",
    "serde default,std",
    "serde_core result,std",
    "serde_json default,raw_value,std",
    "tokio default,time",
    "tracing std",
    "tracing-core once_cell,std",
    "zmij",
];

#[test]
fn dependencies_without_features_are_tested_on_wasm() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--package", "referral-client"])
        .args(["--no-default-features", "--edges", "normal"])
        .args(["--target", "wasm32-unknown-unknown"])
        .args(["--prefix", "none", "--no-dedupe", "--format", "{p}|{f}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&tree.stderr);
    assert!(tree.status.success(), "{stderr}");
    let tree = String::from_utf8(tree.stdout).unwrap();
    let crates = tree.lines().map(|line| {
        let (package, features) = line.split_once('|').unwrap();
        let name = package.split(' ').next().unwrap();
        format!("{name} {features}").trim().to_owned()
    });
    let crates: BTreeSet<_> = crates.collect();
    assert_eq!(crates, BTreeSet::from(TRIED.map(str::to_owned)));
}
