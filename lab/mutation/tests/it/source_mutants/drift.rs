//! Errors in source mutants.

use std::fs;

use referral_conformance::depth::Depth;
use referral_conformance::suite;

use super::entries;

const SOURCE: &str =
    "fn double(it: i64) -> i64 {\n    it * 2\n}\n\nfn half(it: i64) -> i64 {\n    it / 2\n}\n";

/// Loads a file of entries for one source.
fn load(file: &str) -> Result<Vec<entries::SourceEntry>, String> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("source.rs"), SOURCE).unwrap();
    let entries = folder.path().join("source-mutants");
    fs::create_dir(&entries).unwrap();
    fs::write(entries.join("entries.yaml"), file).unwrap();
    let loaded =
        entries::load(&[&entries], &suite::embedded(Depth::Standard).unwrap(), folder.path());
    loaded.map_err(|text| text.replace(&*folder.path().to_string_lossy(), "FOLDER"))
}

#[test]
fn text_is_found_despite_whitespace() {
    let file = r#"entries:
  tripled:
    why: The factor is wrong.
    breaks: [service.errors.body]
    edits:
      - { file: source.rs, replace: "i64{it*2}", with: 'source_mutant("tripled")' }
"#;
    let entry = load(file).unwrap().remove(0);
    assert_eq!(&SOURCE[entry.edits[0].range.clone()], "i64 {\n    it * 2\n}");
}

#[test]
fn errors_show_their_location() {
    let file = r#"entries:
  moved:
    why: The source has changed.
    breaks: [service.errors.bodies]
    edits:
      - { file: source.rs, replace: "it * 3", with: 'source_mutant("moved")' }
      - { file: source.rs, replace: "it: i64", with: "" }
      - { file: gone.rs, replace: "it", with: "" }
  unguarded:
    why: It would apply to every run.
    breaks: [service.errors.body]
    edits:
      - { file: source.rs, replace: "it / 2", with: "it / 3" }
  undecided:
    why: It has neither clauses nor gaps.
    edits:
      - { file: source.rs, replace: "fn half", with: 'fn half /* source_mutant("undecided") */' }
  unknown_gap:
    why: The gap does not exist.
    answers: [service.open.identifier]
    edits:
      - { file: source.rs, replace: "fn double", with: 'fn double /* source_mutant("unknown_gap") */' }
"#;
    insta::assert_snapshot!(load(file).unwrap_err());
}
