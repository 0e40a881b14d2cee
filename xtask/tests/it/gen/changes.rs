//! Missing, stale, orphaned and foreign files: detected, reported and written.

use std::path::Path;

use crate::support::{
    all_files, assert_code, assert_output, copy, edit, generated, replace_in_file, root, stderr,
    xtask,
};

#[test]
fn a_second_run_writes_nothing() {
    let (_folder, out) = generated();
    let times = || {
        let files = all_files(Path::new(&out)).into_iter();
        let times = files.map(|file| std::fs::metadata(file).unwrap().modified().unwrap());
        times.collect::<Vec<_>>()
    };
    let before = times();
    let again = xtask(&["gen", "--out", &out]);
    assert!(stderr(&again).contains("all up to date"), "{}", stderr(&again));
    assert_eq!(times(), before);
}

#[test]
fn crlf_line_ends_are_accepted() {
    let (_folder, out) = generated();
    for file in all_files(Path::new(&out)) {
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replace('\n', "\r\n")).unwrap();
    }
    assert_code(&xtask(&["gen", "--check", "--out", &out]), 0);
}

#[test]
fn every_generated_file_but_licence_texts_has_a_checksum() {
    let is_excepted = |file: &Path| {
        let name = file.file_name().unwrap().to_string_lossy();
        name == "Cargo.lock" || name.starts_with("LICENSE-")
    };
    let files = all_files(&root().join("generated")).into_iter();
    let files = files.filter(|file| !file.to_string_lossy().contains("/target/"));
    for file in files.filter(|file| !is_excepted(file)) {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut head = text.lines().take(2);
        assert!(head.any(|line| line.contains(" Checksum: ")), "{}", file.display());
    }
}

/// Changes a generated file as an earlier generator could have written it, with a valid checksum.
fn make_stale(out: &Path, path: &Path, from: &str, to: &str) {
    let other = out.with_file_name("other");
    let contract = out.with_file_name("contract");
    copy(&root().join("spec/contract"), &contract);
    edit(&contract, "events/create_event.yaml", from, to);
    let (other, contract) = (other.to_str().unwrap(), contract.to_str().unwrap());
    assert_code(&xtask(&["gen", "--out", other, "--contract", contract]), 0);
    let made = Path::new(other).join(path);
    std::fs::copy(made, out.join(path)).unwrap();
}

#[test]
fn only_the_stale_file_is_written() {
    let (_folder, out) = generated();
    let event = Path::new("models/src/events/create_event.rs");
    make_stale(Path::new(&out), event, "status: 404", "status: 410");
    let checked = xtask(&["gen", "--check", "--out", &out]);
    assert_code(&checked, 1);
    let messages = stderr(&checked);
    assert!(messages.contains(&format!("stale: {out}/models")), "{messages}");
    assert!(
        messages
            .contains("-            Self::SubscriberNotFound { .. } => Some(StatusCode::GONE),")
    );
    let written = xtask(&["gen", "--out", &out]);
    assert_code(&written, 0);
    let messages = stderr(&written).replace(&out, "OUT");
    let lines: Vec<_> = messages.lines().collect();
    assert_eq!(lines.len(), 2, "{messages}");
    assert_eq!(lines[0].trim(), "changed OUT/models/src/events/create_event.rs");
    assert!(lines[1].ends_with("files, 1 changed"), "{messages}");
    let again = xtask(&["gen", "--out", &out]);
    assert!(stderr(&again).contains("all up to date"), "{}", stderr(&again));
}

#[test]
fn missing_orphaned_and_foreign_files_are_distinguished() {
    let (_folder, out) = generated();
    let below = |path: &str| Path::new(&out).join(path);
    let lib = below("models/src/lib.rs");
    let orphan = below("models/src/gone/away.rs");
    let foreign = below("models/src/notes.rs");
    let unfinished = below("models/src/.unfinished-a1b2c3");
    std::fs::create_dir(below("models/src/gone")).unwrap();
    std::fs::copy(&lib, &orphan).unwrap();
    std::fs::write(&foreign, "// mine\n").unwrap();
    std::fs::write(&unfinished, "// @gener").unwrap();
    std::fs::remove_file(&lib).unwrap();

    let checked = xtask(&["gen", "--check", "--out", &out]);
    assert_code(&checked, 1);
    for (word, path) in
        [("missing", &lib), ("orphaned", &orphan), ("orphaned", &unfinished), ("foreign", &foreign)]
    {
        let line = format!("{word}: {}", path.display());
        assert!(stderr(&checked).contains(&line), "no `{line}`");
    }
    let written = xtask(&["gen", "--out", &out]);
    assert_code(&written, 0);
    assert!(
        stderr(&written).contains("1 created, 2 deleted, 1 left alone"),
        "{}",
        stderr(&written)
    );
    assert!(lib.exists() && !orphan.exists() && !unfinished.exists());
    assert!(!below("models/src/gone").exists(), "the empty folder is deleted");
    assert_eq!(std::fs::read_to_string(&foreign).unwrap(), "// mine\n");
}

#[test]
fn check_prints_diffs() {
    let (_folder, out) = generated();
    let below = |path: &str| Path::new(&out).join(path);
    std::fs::remove_file(below("schemas/ErrorBody.schema.json")).unwrap();
    std::fs::copy(below("rustfmt.toml"), below("old.toml")).unwrap();
    std::fs::write(below("notes.md"), "mine\n").unwrap();
    make_stale(Path::new(&out), Path::new("rustfmt.toml"), "status: 404", "status: 410");
    let checked = xtask(&["gen", "--check", "--out", &out]);
    assert_code(&checked, 1);
    let printed = stderr(&checked);
    let (diffs, _) = printed.split_once(&format!("{out}: ")).unwrap();
    assert_output("drifted", diffs, &out);
}

#[test]
fn differences_as_json_are_one_object_per_line() {
    let (_folder, out) = generated();
    let below = |path: &str| Path::new(&out).join(path);
    std::fs::remove_file(below("rustfmt.toml")).unwrap();
    std::fs::copy(below("models/src/lib.rs"), below("models/src/gone.rs")).unwrap();
    std::fs::write(below("notes.md"), "mine\n").unwrap();
    replace_in_file(&below("client/src/lib.rs"), "mod ", "mod  ");
    let found = |arguments: &[&str], code| {
        let output =
            xtask(&[&["gen", "--message-format", "json", "--out", &out], arguments].concat());
        assert_code(&output, code);
        let lines = String::from_utf8(output.stdout).unwrap();
        let lines = lines.lines().map(|line| {
            let found: serde_json::Value = serde_json::from_str(line).unwrap();
            let file = found["file"].as_str().unwrap().strip_prefix(&out).unwrap();
            format!(
                "{} {} {file}",
                found["severity"].as_str().unwrap(),
                found["code"].as_str().unwrap()
            )
        });
        lines.collect::<Vec<_>>()
    };
    assert_eq!(
        found(&["--check"], 1),
        [
            "error file-edited /client/src/lib.rs",
            "error file-orphaned /models/src/gone.rs",
            "warning file-foreign /notes.md",
            "error file-missing /rustfmt.toml",
        ]
    );
    assert_eq!(found(&[], 1), ["error file-edited /client/src/lib.rs"]);
    assert_eq!(found(&["--force"], 0), ["warning file-foreign /notes.md"]);
    assert_eq!(found(&["--check"], 1), ["warning file-foreign /notes.md"]);
}

#[test]
fn advice_depends_on_the_kinds_of_difference() {
    let (_folder, out) = generated();
    let below = |path: &str| Path::new(&out).join(path);
    let advice = || {
        let checked = xtask(&["gen", "--check", "--out", &out]);
        assert_code(&checked, 1);
        let messages = stderr(&checked);
        let lines = messages.lines().filter(|line| line.starts_with("error: "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    std::fs::write(below("notes.md"), "mine\n").unwrap();
    let foreign = advice();
    assert_eq!(foreign.len(), 1);
    assert!(foreign[0].ends_with("move it elsewhere"), "{foreign:?}");
    replace_in_file(&below("client/src/lib.rs"), "mod ", "mod  ");
    let edited = advice();
    assert_eq!(edited[1..], foreign);
    assert!(edited[0].ends_with("with `cargo xtask gen --force`"), "{edited:?}");
    std::fs::remove_file(below("rustfmt.toml")).unwrap();
    let missing = advice();
    assert_eq!(missing[..2], edited);
    assert!(missing[2].ends_with("run `cargo xtask gen`"), "{missing:?}");
}
