//! An interrupted run leaves no incomplete file, and the next run continues.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{all_files, assert_code, assert_output, generated, root, stderr, xtask};

#[test]
fn the_blocking_file_or_folder_is_reported() {
    let (_folder, out) = generated();
    let below = |path: &str| Path::new(&out).join(path);
    std::fs::remove_file(below("rustfmt.toml")).unwrap();
    std::fs::create_dir(below("rustfmt.toml")).unwrap();
    let refused = xtask(&["gen", "--out", &out]);
    assert_code(&refused, 2);
    assert_output("unwritable", &stderr(&refused), &out);

    std::fs::remove_dir(below("rustfmt.toml")).unwrap();
    std::fs::remove_dir_all(below("openapi")).unwrap();
    std::fs::write(below("openapi"), "").unwrap();
    let refused = xtask(&["gen", "--out", &out]);
    assert_code(&refused, 2);
    assert!(stderr(&refused).contains("a file has the path of the folder"));

    let refused = xtask(&["gen", "--out", below("openapi").to_str().unwrap()]);
    assert_code(&refused, 2);
    assert!(stderr(&refused).contains("is a file"), "{}", stderr(&refused));
}

#[test]
fn a_closed_stderr_does_not_stop_the_run() {
    let (_folder, whole) = generated();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    let out = path.to_str().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let command = command.args(["gen", "--out", out]).current_dir(root());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let whole = Path::new(&whole);
    assert_eq!(assert_complete(&path, whole), all_files(whole).len());
}

/// Asserts that every file equals that of a complete run, and returns the number of files.
fn assert_complete(out: &Path, whole: &Path) -> usize {
    let files = all_files(out);
    for file in &files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let made = whole.join(file.strip_prefix(out).unwrap());
        if !name.starts_with(".unfinished-") {
            assert_eq!(std::fs::read(file).unwrap(), std::fs::read(made).unwrap(), "{name}");
        }
    }
    files.len()
}

#[cfg(unix)]
#[test]
fn a_failed_write_leaves_no_incomplete_file() {
    let (_folder, whole) = generated();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    let out = path.to_str().unwrap();
    // `ulimit -f` counts blocks of 512 or 1024 bytes: no file may be larger than 8 or 16 KiB.
    let limited = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\""])
        .args([env!("CARGO_BIN_EXE_xtask"), "gen", "--out", out])
        .current_dir(root())
        .output()
        .unwrap();
    assert_code(&limited, 2);
    assert!(
        stderr(&limited).contains("error[file-unwritable]: failed to write "),
        "{}",
        stderr(&limited)
    );
    let files = all_files(&path);
    assert!(!files.is_empty() && files.len() < all_files(Path::new(&whole)).len());
    assert_complete(&path, Path::new(&whole));
    let unfinished = |file: &&PathBuf| file.to_string_lossy().contains(".unfinished-");
    assert_eq!(files.iter().find(unfinished), None);
    assert_code(&xtask(&["gen", "--out", out]), 0);
    assert_code(&xtask(&["gen", "--check", "--out", out]), 0);
}

#[test]
fn a_killed_run_leaves_no_incomplete_file() {
    let (_folder, whole) = generated();
    let all = all_files(Path::new(&whole)).len();
    for stop_at in [1, all / 4, all / 2] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let out = path.to_str().unwrap();
        let mut running = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args(["gen", "--out", out])
            .current_dir(root())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while running.try_wait().unwrap().is_none() && count_files(&path) < stop_at {
            std::thread::yield_now();
        }
        _ = running.kill();
        running.wait().unwrap();
        assert!(assert_complete(&path, Path::new(&whole)) >= stop_at);
        assert_code(&xtask(&["gen", "--out", out]), 0);
        assert_code(&xtask(&["gen", "--check", "--out", out]), 0);
    }
}

/// Number of files in a folder that is being written.
fn count_files(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let counts = entries.map(|entry| match entry.file_type() {
        Ok(what) if what.is_dir() => count_files(&entry.path()),
        _ => 1,
    });
    counts.sum()
}
