//! A workspace of generated crates that is built for real. All of them share what they depend on.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A workspace below the target folder, kept from run to run.
pub struct Workshop {
    root: PathBuf,
    members: Vec<String>,
    written: BTreeSet<PathBuf>,
}

impl Workshop {
    pub fn new(name: &str) -> Self {
        Self {
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
                self.members.push(format!("{folder}/{package}"));
            }
        }
    }

    /// Adds a package of the test's own: its dependencies, and its sources by path below `src`.
    pub fn package(&mut self, name: &str, dependencies: &str, sources: &[(&str, &str)]) {
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\n{dependencies}"
        );
        self.file(&format!("{name}/Cargo.toml"), &manifest);
        for (path, text) in sources {
            self.file(&format!("{name}/src/{path}"), text);
        }
        self.members.push(name.to_owned());
    }

    /// Adds any file. What is the same as in the last run stays untouched, so that it is not compiled again.
    pub fn file(&mut self, path: &str, text: &str) {
        let path = self.root.join(path);
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
        }
        self.written.insert(path);
    }

    /// Runs cargo without a network: the versions that this workspace is locked to are at hand.
    ///
    /// Gives whether all went well, and what was said.
    pub fn cargo(&mut self, arguments: &[&str]) -> (bool, String) {
        let members = format!(
            "[workspace]\nresolver = \"3\"\nmembers = {:?}\n",
            self.members
        );
        self.file("Cargo.toml", &members);
        self.sweep(&self.root);
        let lock = include_str!("../../../Cargo.lock");
        fs::write(self.root.join("Cargo.lock"), lock).unwrap();
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .args(["--offline", "--quiet"])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", tmp().join("target"))
            // Nobody debugs what is built here, and little of it is built twice.
            .env("CARGO_PROFILE_DEV_DEBUG", "false")
            .env("CARGO_INCREMENTAL", "0")
            .env("RUSTFLAGS", "-D warnings")
            .env("RUSTDOCFLAGS", "-D warnings")
            // No debugger looks at what is built here.
            .env("CARGO_PROFILE_DEV_DEBUG", "none")
            .output()
            .unwrap();
        let said =
            String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        (output.status.success(), said.into_owned())
    }

    /// Removes what an earlier run wrote and this one did not.
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
