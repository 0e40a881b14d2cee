//! Where the mutated reference is made: a copy of its sources with all entries written in, built once.
//!
//! The copy stays in the target folder, and only files that read otherwise are written again, so that
//! a second run has little to build. Its package has a name of its own: nobody's program is replaced.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::entries::SourceEntry;

/// The variable that chooses a entry.
pub const VARIABLE: &str = "SOURCE_MUTANT";

/// What the reference is called in the copy.
const PACKAGE: &str = "mutated-reference";

/// The manifests and the folders that the reference is built from.
const MANIFESTS: [&str; 3] = ["Cargo.lock", "reader/Cargo.toml", "reference/Cargo.toml"];
const FOLDERS: [&str; 7] = [
    "runtime/core",
    "runtime/server",
    "reader/src",
    "reference/src",
    "reference/migrations",
    "reference/seeds",
    "reference/generated",
];

/// What every entry asks.
const ASK: &str = r#"

/// Whether this source mutant is the chosen one.
fn source_mutant(entry: &str) -> bool {
    static CHOSEN: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
    let chosen = CHOSEN.get_or_init(|| std::env::var("SOURCE_MUTANT").ok());
    chosen.as_deref() == Some(entry)
}
"#;

/// The copy. Nobody else works in it as long as this lives.
pub struct MutatedBuild {
    root: PathBuf,
    folder: PathBuf,
    _lock: File,
}

impl MutatedBuild {
    /// Waits until nobody else is in.
    pub fn open(root: &Path) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("source-mutants");
        fs::create_dir_all(&folder).unwrap();
        let lock = File::create(folder.with_extension("lock")).unwrap();
        lock.lock().unwrap();
        Self {
            root: root.to_owned(),
            folder,
            _lock: lock,
        }
    }

    /// Makes the copy what the sources are now, with all entries in it.
    pub fn fill(&self, entries: &[SourceEntry]) {
        let mut files = BTreeMap::new();
        for name in MANIFESTS {
            files.insert(name.to_owned(), self.source(name));
        }
        for name in FOLDERS {
            self.gather(name, &mut files);
        }
        files.insert(
            "Cargo.toml".to_owned(),
            workspace(&self.source("Cargo.toml")),
        );
        for name in ["reader/Cargo.toml", "reference/Cargo.toml"] {
            let manifest = files.get_mut(name).unwrap();
            *manifest = package(manifest);
        }
        write_in(&mut files, entries);
        files.get_mut("reference/src/lib.rs").unwrap().push_str(ASK);
        self.write(&files);
    }

    /// Builds the copy, and gives the program.
    pub fn build(&self) -> PathBuf {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        // Everything it stands on was fetched for the reference already.
        build
            .args(["build", "--offline", "--quiet", "--package", PACKAGE])
            .arg("--target-dir")
            .arg(target)
            .current_dir(&self.folder);
        // What cargo tells a test of its package is not for the build scripts: ring's would run again, here and then there.
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
                build.env_remove(name);
            }
        }
        let output = build.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "the mutated reference does not compile:\n{said}"
        );
        let program = format!("{PACKAGE}{}", std::env::consts::EXE_SUFFIX);
        target.join("debug").join(program)
    }

    fn source(&self, name: &str) -> String {
        let read = fs::read_to_string(self.root.join(name));
        read.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn gather(&self, folder: &str, files: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(self.root.join(folder)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}/{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() {
                self.gather(&name, files);
            } else {
                files.insert(name.clone(), self.source(&name));
            }
        }
    }

    /// Writes what reads otherwise, and takes away what is gone.
    fn write(&self, files: &BTreeMap<String, String>) {
        for (name, text) in files {
            let path = self.folder.join(name);
            let same = fs::read_to_string(&path).is_ok_and(|there| there == *text);
            if !same {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
        }
        let kept: BTreeSet<_> = files.keys().map(|name| self.folder.join(name)).collect();
        remove_others(&self.folder, &kept, &self.folder.join("Cargo.lock"));
    }
}

fn remove_others(folder: &Path, kept: &BTreeSet<PathBuf>, lock: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            remove_others(&path, kept, lock);
        } else if path != lock && !kept.contains(&path) {
            fs::remove_file(path).unwrap();
        }
    }
}

/// The manifest of the workspace, with the copied packages as its members.
fn workspace(manifest: &str) -> String {
    let (start, rest) = manifest.split_once("members = [").unwrap();
    let (_, end) = rest.split_once(']').unwrap();
    let members = r#"members = ["reader", "runtime/*", "reference", "reference/generated/*"]"#;
    format!("{start}{members}{end}")
}

/// A manifest without what only tests and benchmarks need, and with a name of its own.
fn package(manifest: &str) -> String {
    let mut kept = String::new();
    let mut keeps = true;
    for line in manifest.lines() {
        if line.starts_with('[') {
            keeps = !["[dev-dependencies]", "[[bench]]", "[[test]]"].contains(&line);
        }
        if keeps {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    let name = "name = \"referral-reference\"\n";
    if kept.contains(name) {
        kept = kept.replace(name, &format!("name = \"{PACKAGE}\"\n"));
        kept.push_str("\n[lib]\nname = \"referral_reference\"\n");
    }
    kept
}

/// Makes all edits, from the last of a file to the first, so that places stay true.
fn write_in(files: &mut BTreeMap<String, String>, entries: &[SourceEntry]) {
    let mut edits: Vec<_> = entries
        .iter()
        .flat_map(|entry| entry.edits.iter().map(move |edit| (entry, edit)))
        .collect();
    edits.sort_by_key(|(_, edit)| std::cmp::Reverse((edit.file.as_str(), edit.range.start)));
    for pair in edits.windows(2) {
        let ((entry, later), (other, edit)) = (pair[0], pair[1]);
        assert!(
            edit.file != later.file || edit.range.end <= later.range.start,
            "`{}` and `{}` edit the same place of {}",
            entry.name.value,
            other.name.value,
            edit.file
        );
    }
    for (entry, edit) in edits {
        let source = files.get_mut(&edit.file).unwrap_or_else(|| {
            panic!(
                "`{}` edits {}, which is not copied",
                entry.name.value, edit.file
            )
        });
        source.replace_range(edit.range.clone(), edit.with.trim_end());
    }
}
