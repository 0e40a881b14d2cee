//! `gen` through the real binary: what it writes, what `--check` finds, how mistakes in a contract are shown.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

fn xtask(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target)
        } else {
            _ = std::fs::copy(&path, &target).unwrap()
        }
    }
}

/// Replaces `from`, which must be there, in a file of a copied contract.
fn edit(folder: &Path, file: &str, from: &str, to: &str) {
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} has no `{from}`");
    std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
}

fn all_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(all_files(&path))
        } else {
            files.push(path)
        }
    }
    files.sort();
    files
}

#[test]
fn the_committed_files_are_fresh() {
    let output = xtask(&["gen", "--check"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn one_letter_changed_in_any_file_is_found_and_mended() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    assert_eq!(xtask(&["gen", "--out", out]).status.code(), Some(0));
    let files = all_files(folder.path());
    assert!(files.len() > 20);
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let at = text
            .char_indices()
            .filter(|(_, c)| c.is_ascii_lowercase())
            .nth(60)
            .unwrap()
            .0;
        let mut changed = text.clone();
        changed.replace_range(at..=at, if &text[at..=at] == "x" { "y" } else { "x" });
        std::fs::write(file, changed).unwrap();
    }
    let output = xtask(&["gen", "--check", "--out", out]);
    assert_eq!(output.status.code(), Some(1));
    for file in &files {
        let line = format!("stale: {}", file.display());
        assert!(stderr(&output).contains(&line), "no `{line}`");
    }
    assert!(stderr(&output).contains("@@"), "no diff");
    assert_eq!(xtask(&["gen", "--out", out]).status.code(), Some(0));
    assert_eq!(
        xtask(&["gen", "--check", "--out", out]).status.code(),
        Some(0)
    );
}

#[test]
fn missing_orphaned_and_foreign_files_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    xtask(&["gen", "--out", out]);
    let lib = folder.path().join("models/src/lib.rs");
    let orphan = folder.path().join("models/src/gone.rs");
    let foreign = folder.path().join("models/src/notes.rs");
    std::fs::copy(&lib, &orphan).unwrap();
    std::fs::write(&foreign, "// mine\n").unwrap();
    std::fs::remove_file(&lib).unwrap();

    let checked = xtask(&["gen", "--check", "--out", out]);
    assert_eq!(checked.status.code(), Some(1));
    for (word, path) in [
        ("missing", &lib),
        ("orphaned", &orphan),
        ("foreign", &foreign),
    ] {
        let line = format!("{word}: {}", path.display());
        assert!(stderr(&checked).contains(&line), "no `{line}`");
    }
    xtask(&["gen", "--out", out]);
    assert!(lib.exists() && !orphan.exists());
    assert_eq!(
        std::fs::read_to_string(&foreign).unwrap(),
        "// mine\n",
        "what the generator did not make is not its own"
    );
}

#[test]
fn generating_twice_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    xtask(&["gen", "--out", out]);
    let again = xtask(&["gen", "--out", out]);
    assert!(stderr(&again).contains("all fresh"), "{}", stderr(&again));
}

#[test]
fn five_mistakes_are_all_shown() {
    let folder = tempfile::tempdir().unwrap();
    let contract = folder.path().join("contract");
    copy(&root().join("spec/contract"), &contract);
    edit(
        &contract,
        "subscribers/create_subscriber.yaml",
        "unique: yes",
        "uniqe: yes",
    );
    edit(
        &contract,
        "subscribers/reject_subscriber.yaml",
        "from: pending",
        "from: waiting",
    );
    edit(
        &contract,
        "widgets/get_upscribe.yaml",
        "upscribe: Upscribe",
        "upscribe: Upscrib",
    );
    edit(
        &contract,
        "events/create_event.yaml",
        "status: 404",
        "status: 4040",
    );
    edit(
        &contract,
        "publications/list_publications.yaml",
        "http: GET",
        "http: FETCH",
    );
    let output = xtask(&["gen", "--check", "--contract", contract.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let shown = stderr(&output);
    for place in [
        "create_subscriber.yaml:12:5",
        "reject_subscriber.yaml:12:9",
        "get_upscribe.yaml:10:",
        "create_event.yaml:43:13",
        "list_publications.yaml:4:7",
    ] {
        assert!(shown.contains(place), "no mistake at {place} in:\n{shown}");
    }
}

#[test]
fn mistakes_as_json_are_one_object_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let contract = folder.path().join("contract");
    copy(&root().join("spec/contract"), &contract);
    edit(
        &contract,
        "events/create_event.yaml",
        "status: 404",
        "status: 4040",
    );
    let output = xtask(&[
        "gen",
        "--check",
        "--message-format",
        "json",
        "--contract",
        contract.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<serde_json::Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["code"], "bad-status");
    assert_eq!(lines[0]["line"], 43);
}

#[test]
fn a_contract_that_is_not_there_is_a_mistake_too() {
    let output = xtask(&["gen", "--check", "--contract", "no/such/folder"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no/such/folder"));
}

#[test]
fn clauses_are_listed_as_a_table_and_as_json() {
    let table = xtask(&["clauses", "--only", "create_event.errors.*"]);
    let text = String::from_utf8(table.stdout).unwrap();
    assert!(text.starts_with("ID "));
    assert!(text.contains("create_event.errors.value_missing.message"));
    assert!(!text.contains("create_event.accepted"));

    let gaps = String::from_utf8(xtask(&["clauses", "--gaps"]).stdout).unwrap();
    assert!(
        gaps.contains("list_subscribers.success.body") && !gaps.contains("create_event.accepted")
    );

    let json: serde_json::Value =
        serde_json::from_slice(&xtask(&["clauses", "--format", "json"]).stdout).unwrap();
    assert_eq!(json["schema"], 1);
    let clause = json["clauses"]
        .as_array()
        .unwrap()
        .iter()
        .find(|c| c["id"] == "create_event.errors.value_missing.status");
    let clause = clause.unwrap();
    assert_eq!(clause["operation"], "create_event");
    assert_eq!(clause["evidence"], "stated");
    assert_eq!(clause["testable"], true);
    assert!(clause["untestable_because"].is_null());
    let service = json["clauses"]
        .as_array()
        .unwrap()
        .iter()
        .find(|c| c["id"] == "service.key.header_case")
        .unwrap();
    assert!(service["operation"].is_null());
    assert!(
        json["gaps"]
            .as_array()
            .unwrap()
            .iter()
            .any(|gap| gap["id"] == "create_subscriber.success.status")
    );
}
