//! Source mutants that do not fit: each mistake is shown with its place.

use std::fs;

use referral_conformance::suite::Suite;

use super::entries;

const SOURCE: &str =
    "fn double(it: i64) -> i64 {\n    it * 2\n}\n\nfn half(it: i64) -> i64 {\n    it / 2\n}\n";

/// What is read of a file of entries, beside one source.
fn read(file: &str) -> Result<Vec<entries::SourceEntry>, String> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("source.rs"), SOURCE).unwrap();
    let entries = folder.path().join("source-mutants");
    fs::create_dir(&entries).unwrap();
    fs::write(entries.join("entries.yaml"), file).unwrap();
    let read = entries::read(&[&entries], &Suite::embedded().unwrap(), folder.path());
    read.map_err(|text| text.replace(&*folder.path().to_string_lossy(), "FOLDER"))
}

#[test]
fn text_is_found_despite_whitespace() {
    let file = r#"entries:
  tripled:
    why: Somebody counts badly.
    breaks: [service.errors.body]
    edits:
      - { file: source.rs, replace: "i64{it*2}", with: 'source_mutant("tripled")' }
"#;
    let entry = read(file).unwrap().remove(0);
    assert_eq!(
        &SOURCE[entry.edits[0].range.clone()],
        "i64 {\n    it * 2\n}"
    );
}

#[test]
fn errors_show_their_location() {
    let file = r#"entries:
  moved:
    why: The code has changed since.
    breaks: [service.errors.bodies]
    edits:
      - { file: source.rs, replace: "it * 3", with: 'source_mutant("moved")' }
      - { file: source.rs, replace: "it: i64", with: "" }
      - { file: gone.rs, replace: "it", with: "" }
  never_asked:
    why: It would break every server.
    breaks: [service.errors.body]
    edits:
      - { file: source.rs, replace: "it / 2", with: "it / 3" }
  undecided:
    why: Whether it is a mistake is not said.
    edits:
      - { file: source.rs, replace: "fn half", with: 'fn half /* source_mutant("undecided") */' }
  read_otherwise:
    why: Of nothing that is open.
    answers: [service.open.identifier]
    edits:
      - { file: source.rs, replace: "fn double", with: 'fn double /* source_mutant("read_otherwise") */' }
"#;
    insta::assert_snapshot!(read(file).unwrap_err());
}
