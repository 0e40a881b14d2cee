//! `docs/CERTIFYING.md`, against the reference server.

use std::fs;

use crate::guide::blocks;
use crate::reference::{Reference, binary};
use crate::shell::Shell;
use crate::support::has;

const GUIDE: &str = "docs/CERTIFYING.md";
const TARGET: &str = "target-staging.yaml";

/// The draft with what the guide says about level and keys.
fn complete(draft: &str) -> String {
    let written = &blocks(GUIDE, "yaml")[0];
    let (level, keys) = written.split_once('\n').unwrap();
    let (head, rest) = draft.split_once("level: read").unwrap();
    let (between, rest) = rest.split_once("keys:\n").unwrap();
    let (_, fixtures) = rest.split_once("fixtures:").unwrap();
    format!("{head}{level}{between}{keys}fixtures:{fixtures}")
}

#[test]
fn the_reference_is_certified_by_the_commands_of_the_guide() {
    if !has(&["bash", "jq"]) {
        return;
    }
    let reference = Reference::start();
    let folder = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| fs::write(folder.path().join(file), text).unwrap();
    write("main.key", &reference.key());
    write("other.key", &reference.seeded("target.other_account.key"));
    let programs = binary("referral-conformance").parent().unwrap().display().to_string();
    let shell = Shell::new(
        folder.path(),
        &[
            ("https://staging.example/api", &reference.base_url),
            ("$PWD/target/release", &programs),
            // The program is built already.
            ("cargo build --release --package referral-conformance", "true"),
        ],
    );

    let scripts = blocks(GUIDE, "sh");
    let path = scripts[0].clone();
    for script in &scripts {
        if script.contains("--report human") {
            // An operator knows the fixtures; here, seeding does.
            let known = reference.seeded("target.yaml").replace("{ file: \"target.", "{ file: \"");
            write(TARGET, &known.replacen("keys:", "level: full\nkeys:", 1));
            write("other_account.key", &reference.seeded("target.other_account.key"));
            write("userless.key", &reference.seeded("target.userless.key"));
        }
        let output = shell.run(&format!("{path}{script}"));
        let expected: &[i32] = match script {
            _ if script.contains("--level read") => &[3],
            // What a run cannot restore stays in its journal.
            _ if script.contains("sweep") => &[0, 4],
            _ => &[0],
        };
        let is_expected = output.code.is_some_and(|code| expected.contains(&code));
        assert!(is_expected, "{script}\n{:?}\n{}", output.code, output.text);
        if script.contains("discover") {
            let draft = fs::read_to_string(folder.path().join(TARGET)).unwrap();
            write(TARGET, &complete(&draft));
        }
    }
    assert!(scripts.len() > 8, "{GUIDE} has lost its commands");
}
