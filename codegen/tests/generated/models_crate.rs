//! The generated models compile without a warning and behave as documented:
//! `models_crate/` holds the tests that run inside the generated crates.

use crate::support::Library;
use crate::workspace::Workspace;

/// Additional dependencies of the tests.
const DEPENDENCIES: &str = "[dev-dependencies]\nserde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n";

#[test]
fn generated_models_compile_and_work() {
    let mut workspace = Workspace::new("models_crate");
    for (name, library, tests) in [
        ("plain", Library::plain(), include_str!("models_crate/plain.rs")),
        ("overlay", Library::with_overlay(), include_str!("models_crate/overlay.rs")),
        ("hard", Library::hard(), include_str!("models_crate/hard.rs")),
    ] {
        let files = library.generate();
        let models = files.iter();
        let models = models.filter(|(path, _)| path.starts_with("models/"));
        workspace.generated(name, models);
        let manifest = format!("{name}/models/Cargo.toml");
        let text = files.get("models/Cargo.toml").unwrap();
        workspace.file(&manifest, &format!("{text}\n{DEPENDENCIES}"));
        workspace.file(&format!("{name}/models/tests/behaviour.rs"), tests);
    }
    let (succeeded, output) = workspace.cargo(&["test", "--workspace"]);
    assert!(succeeded, "{output}");
}
