//! `docs/EDITORS.md`: the commands that print schemas and load files.

use std::fs;

use crate::guide::blocks;
use crate::reference::{Reference, binary};
use crate::shell::Shell;
use crate::support::{has, root};

const GUIDE: &str = "docs/EDITORS.md";

#[test]
fn the_commands_for_editors_print_schemas_and_load_files() {
    if !has(&["bash"]) {
        return;
    }
    let reference = Reference::start();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("target.yaml"), reference.seeded("target.yaml")).unwrap();
    for key in ["main", "other_account", "userless"] {
        let name = format!("target.{key}.key");
        fs::write(folder.path().join(&name), reference.seeded(&name)).unwrap();
    }
    let at = |path: &str| root().join(path).display().to_string();
    let suite = format!("'{}'", binary("referral-conformance").display());
    let contract = format!("--contract '{}'", at("spec/tests/library/contract"));
    let scenarios = format!("--scenarios '{}'", at("conformance/scenarios"));
    let shell = Shell::new(
        folder.path(),
        &[
            ("referral-conformance", &suite),
            ("--contract DIR", &contract),
            ("--scenarios DIR", &scenarios),
            ("--target FILE", "--target target.yaml"),
        ],
    );
    let scripts = blocks(GUIDE, "sh");
    assert_eq!(scripts.len(), 2, "{GUIDE} has lost its commands");
    for script in &scripts {
        let output = shell.run(script);
        assert_eq!(output.code, Some(0), "{script}\n{}", output.text);
    }
    for (kind, name) in [("target", "referral"), ("scenario", "library")] {
        let schema = fs::read(folder.path().join(format!("{kind}.schema.json"))).unwrap();
        let schema: serde_json::Value = serde_json::from_slice(&schema).unwrap();
        assert!(schema.to_string().contains(name), "{kind}");
    }
}
