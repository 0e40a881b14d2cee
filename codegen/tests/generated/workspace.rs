//! A workspace of generated crates that is built with cargo. They share their dependencies.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A workspace below the target folder, kept from run to run.
///
/// All workspaces share a target folder, where cargo identifies a package by its path below its workspace. Therefore the
/// packages are in a folder with the name of the workspace: at equal paths, cargo would take the artifacts of one
/// workspace for those of another.
pub struct Workspace {
    name: String,
    root: PathBuf,
    members: Vec<String>,
    written: BTreeSet<PathBuf>,
}

impl Workspace {
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            root: tmp().join(name),
            members: Vec::new(),
            written: BTreeSet::new(),
        }
    }

    /// Adds generated crates, in a folder of their own.
    pub fn generated<'f>(
        &mut self,
        folder: &str,
        files: impl IntoIterator<Item = (&'f str, &'f str)>,
    ) {
        for (path, text) in files {
            self.file(&format!("{folder}/{path}"), text);
            if let Some(package) = path.strip_suffix("/Cargo.toml") {
                self.members.push(format!("{}/{folder}/{package}", self.name));
            }
        }
    }

    /// Adds a hand-written package: its dependencies, and its sources by path below `src`.
    pub fn package(&mut self, name: &str, dependencies: &str, sources: &[(&str, &str)]) {
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\n{dependencies}"
        );
        self.file(&format!("{name}/Cargo.toml"), &manifest);
        for (path, text) in sources {
            self.file(&format!("{name}/src/{path}"), text);
        }
        self.members.push(format!("{}/{name}", self.name));
    }

    /// Adds a file of a package.
    pub fn file(&mut self, path: &str, text: &str) {
        self.write(self.root.join(&self.name).join(path), text);
    }

    /// Unchanged files are not written, so that they are not compiled again.
    fn write(&mut self, path: PathBuf, text: &str) {
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
        }
        self.written.insert(path);
    }

    /// Runs cargo offline: the versions of this workspace's lock file are available.
    ///
    /// Returns whether it succeeded, and its output.
    pub fn cargo(&mut self, arguments: &[&str]) -> (bool, String) {
        let members = format!("[workspace]\nresolver = \"3\"\nmembers = {:?}\n", self.members);
        self.write(self.root.join("Cargo.toml"), &members);
        self.sweep(&self.root);
        let lock = include_str!("../../../Cargo.lock");
        fs::write(self.root.join("Cargo.lock"), lock).unwrap();
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .args(["--offline", "--quiet"])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", tmp().join("target"))
            .env("CARGO_TERM_COLOR", "never")
            .env("RUSTFLAGS", "-D warnings")
            .env("RUSTDOCFLAGS", "-D warnings")
            // The programs run briefly: only the time to build them matters.
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "none")
            .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
            .output()
            .unwrap();
        let messages =
            String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        (output.status.success(), messages.into_owned())
    }

    /// Removes files of earlier runs.
    fn sweep(&self, folder: &Path) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                self.sweep(&path);
            } else if !self.written.contains(&path) {
                fs::remove_file(&path).unwrap();
            }
        }
    }
}

fn tmp() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}
