//! Runs `xtask` and inspects the files that it writes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub use crate::projects::root;

/// Runs it in the root of the repository.
pub fn xtask(arguments: &[&str]) -> Output {
    xtask_in(&root(), arguments)
}

pub fn xtask_in(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments).current_dir(folder).output().unwrap()
}

/// Standard output of a command that succeeded.
pub fn stdout(output: &Output) -> String {
    assert_code(output, 0);
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub fn assert_code(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}", stderr(output));
}

pub fn copy(from: &Path, to: &Path) {
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

/// Replaces the first occurrence of `from` in a file below a folder.
pub fn edit(folder: &Path, file: &str, from: &str, to: &str) {
    replace_in_file(&folder.join(file), from, to);
}

pub fn all_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(all_files(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

/// Generates the contract into a new folder.
pub fn generated() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out").to_str().unwrap().to_owned();
    assert_code(&xtask(&["gen", "--out", &out]), 0);
    (folder, out)
}

/// Asserts a snapshot, which `explain` prints as an example, with paths and checksums replaced.
pub fn assert_output(name: &str, output: &str, out: &str) {
    let mut parts = output.split("Checksum: ");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        text += "Checksum: 0123456789abcdef";
        text += &part[16..];
    }
    let folder = Path::new(out).parent().unwrap().to_str().unwrap();
    let text = text.replace(out, "generated").replace(folder, "earlier");
    insta::with_settings!({ prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, text);
    });
}

/// Replaces the first occurrence of `from` in a file.
pub fn replace_in_file(path: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{} has no `{from}`", path.display());
    // Replaced as a whole by a hidden file, which is not read: another process may be watching the folder.
    let new = path.with_file_name(".edited");
    std::fs::write(&new, text.replacen(from, to, 1)).unwrap();
    std::fs::rename(new, path).unwrap();
}
