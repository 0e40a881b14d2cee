//! Edits of generated files are detected and never lost without `--force`.

use std::path::Path;

use crate::support::{
    all_files, assert_code, assert_output, generated, replace_in_file, stderr, xtask,
};

#[test]
fn an_edited_letter_in_any_file_is_detected_and_kept() {
    let (_folder, out) = generated();
    let files = all_files(Path::new(&out));
    assert!(files.len() > 20);
    let mut changed = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let mut letters = text.char_indices().filter(|(_, c)| c.is_ascii_lowercase());
        let at = letters.nth(60).unwrap().0;
        let letter = if &text[at..=at] == "x" { "y" } else { "x" };
        let mut text = text.clone();
        text.replace_range(at..=at, letter);
        std::fs::write(file, &text).unwrap();
        changed.push(text);
    }
    let checked = xtask(&["gen", "--check", "--out", &out]);
    assert_code(&checked, 1);
    for file in &files {
        let line = format!("edited: {}", file.display());
        assert!(stderr(&checked).contains(&line), "no `{line}`");
    }
    assert!(stderr(&checked).contains("@@"), "no diff");

    assert_code(&xtask(&["gen", "--out", &out]), 1);
    for (file, text) in files.iter().zip(&changed) {
        assert_eq!(&std::fs::read_to_string(file).unwrap(), text, "{}", file.display());
    }
    assert_code(&xtask(&["gen", "--force", "--out", &out]), 0);
    assert_code(&xtask(&["gen", "--check", "--out", &out]), 0);
}

#[test]
fn edited_files_block_the_whole_run() {
    let (_folder, out) = generated();
    let below = |path: &str| Path::new(&out).join(path);
    replace_in_file(&below("client/src/lib.rs"), "mod ", "mod  ");
    std::fs::copy(below("client/src/lib.rs"), below("client/src/copy.rs")).unwrap();
    std::fs::write(below("server/src/lib.rs"), "// mine\n").unwrap();
    std::fs::remove_file(below("rustfmt.toml")).unwrap();

    let refused = xtask(&["gen", "--out", &out]);
    assert_code(&refused, 1);
    assert_output("refused", &stderr(&refused), &out);
    assert!(!below("rustfmt.toml").exists(), "nothing is written");
    assert_eq!(std::fs::read_to_string(below("server/src/lib.rs")).unwrap(), "// mine\n");

    assert_code(&xtask(&["gen", "--force", "--out", &out]), 0);
    assert_code(&xtask(&["gen", "--check", "--out", &out]), 0);
    assert!(!below("client/src/copy.rs").exists());
}

#[cfg(unix)]
#[test]
fn files_behind_a_link_are_never_touched() {
    let (folder, out) = generated();
    let below = |path: &str| Path::new(&out).join(path);
    let (place, kept) = (below("models/src/events"), folder.path().join("kept"));
    std::fs::rename(&place, &kept).unwrap();
    std::os::unix::fs::symlink(&kept, &place).unwrap();
    replace_in_file(&kept.join("create_event.rs"), "struct ", "struct  ");
    let files = all_files(&kept);
    let edited = std::fs::read_to_string(kept.join("create_event.rs")).unwrap();
    std::fs::remove_file(below("rustfmt.toml")).unwrap();

    let checked = stderr(&xtask(&["gen", "--check", "--out", &out]));
    assert!(checked.contains(&format!("foreign: {}\n", place.display())), "{checked}");
    assert!(checked.contains(", 1 missing, 1 foreign\n"), "{checked}");
    for force in [&[][..], &["--force"]] {
        let refused = xtask(&[&["gen", "--out", &out], force].concat());
        assert_code(&refused, 1);
        assert!(stderr(&refused).contains("error[file-foreign]: a link has the path of a folder"));
        assert!(!below("rustfmt.toml").exists(), "nothing is written");
    }
    assert_eq!(all_files(&kept), files);
    assert_eq!(std::fs::read_to_string(kept.join("create_event.rs")).unwrap(), edited);

    std::fs::remove_file(&place).unwrap();
    assert_code(&xtask(&["gen", "--out", &out]), 0);
    assert_code(&xtask(&["gen", "--check", "--out", &out]), 0);

    // A link at another path is reported and left alone.
    std::os::unix::fs::symlink(&kept, below("kept")).unwrap();
    let written = xtask(&["gen", "--out", &out]);
    assert_code(&written, 0);
    assert!(stderr(&written).contains("1 left alone"), "{}", stderr(&written));
    assert_code(&xtask(&["gen", "--check", "--out", &out]), 1);
}
