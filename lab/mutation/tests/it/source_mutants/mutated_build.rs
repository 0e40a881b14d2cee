//! A copy of the reference's sources with all entries applied, built once.
//!
//! The copy stays in the target folder, and only changed files are written, so that builds are incremental. Its package
//! has another name, so that it does not replace the reference's program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::entries::SourceEntry;

/// Environment variable that selects an entry at run time.
pub const VARIABLE: &str = "SOURCE_MUTANT";

/// Name of the package in the copy.
const PACKAGE: &str = "mutated-reference";

/// Folder of the package in the copy. Cargo identifies a package by its path below the workspace, so that at the same
/// path it would take the artifacts of the copy for those of this workspace.
const PACKAGES: &str = "packages";

/// The package, what its build script reads, and the lock file. Other packages are built from their own folders.
const FILES: [&str; 3] = ["Cargo.lock", "reference/Cargo.toml", "reference/build.rs"];
const FOLDERS: [&str; 5] =
    ["reference/src", "reference/migrations", "reference/seeds", "spec/contract", "spec/overlays"];

/// Appended to the library: the function that guards each edit.
const GUARD: &str = r#"

/// Whether this source mutant is selected.
fn source_mutant(entry: &str) -> bool {
    static SELECTED: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
    let selected = SELECTED.get_or_init(|| std::env::var("SOURCE_MUTANT").ok());
    selected.as_deref() == Some(entry)
}
"#;

/// The copy, locked until this is dropped.
pub struct MutatedBuild {
    root: PathBuf,
    folder: PathBuf,
    _lock: File,
}

impl MutatedBuild {
    /// Locks the copy, waiting for other processes.
    pub fn lock(root: &Path) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("source-mutants");
        fs::create_dir_all(&folder).unwrap();
        let lock = File::create(folder.with_extension("lock")).unwrap();
        lock.lock().unwrap();
        Self { root: root.to_owned(), folder, _lock: lock }
    }

    /// Updates the copy from the sources and the entries.
    pub fn update(&self, entries: &[SourceEntry]) {
        let mut files = BTreeMap::new();
        for name in FILES {
            files.insert(name.to_owned(), self.read_source(name));
        }
        for name in FOLDERS {
            self.read_folder(name, &mut files);
        }
        let manifest = workspace_manifest(&self.read_source("Cargo.toml"), &self.root);
        files.insert("Cargo.toml".to_owned(), manifest);
        let manifest = files.get_mut("reference/Cargo.toml").unwrap();
        *manifest = package_manifest(manifest);
        apply_edits(&mut files, entries);
        files.get_mut("reference/src/lib.rs").unwrap().push_str(GUARD);
        self.write(&files);
    }

    /// Builds the copy and returns the program.
    pub fn compile(&self) -> PathBuf {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        // All dependencies were fetched for the reference.
        build
            .args(["build", "--offline", "--quiet", "--package", PACKAGE])
            .arg("--target-dir")
            .arg(target)
            .current_dir(&self.folder);
        // These variables of this test would make build scripts, such as that of ring, run again for each package.
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
                build.env_remove(name);
            }
        }
        let output = build.output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "the mutated reference does not compile:\n{stderr}");
        let program = format!("{PACKAGE}{}", std::env::consts::EXE_SUFFIX);
        target.join("debug").join(program)
    }

    fn read_source(&self, name: &str) -> String {
        let read = fs::read_to_string(self.root.join(name));
        read.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn read_folder(&self, folder: &str, files: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(self.root.join(folder)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}/{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() {
                self.read_folder(&name, files);
            } else {
                files.insert(name.clone(), self.read_source(&name));
            }
        }
    }

    /// Writes changed files, and removes files without a source.
    fn write(&self, files: &BTreeMap<String, String>) {
        let files: BTreeMap<_, _> =
            files.iter().map(|(name, text)| (self.path(name), text)).collect();
        for (path, text) in &files {
            let is_current = fs::read_to_string(path).is_ok_and(|old| old == **text);
            if !is_current {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
        }
        remove_others(&self.folder, &files.into_keys().collect());
    }

    /// Where a file is in the copy.
    fn path(&self, name: &str) -> PathBuf {
        if name.contains('/') {
            self.folder.join(PACKAGES).join(name)
        } else {
            self.folder.join(name)
        }
    }
}

fn remove_others(folder: &Path, kept: &BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            remove_others(&path, kept);
        } else if !kept.contains(&path) {
            fs::remove_file(path).unwrap();
        }
    }
}

/// The workspace manifest with the copied package as its only member, and the others where they are.
fn workspace_manifest(manifest: &str, root: &Path) -> String {
    let (start, rest) = manifest.split_once("members = [").unwrap();
    let (_, end) = rest.split_once(']').unwrap();
    // Windows accepts `/`, too. `\` would start an escape.
    let root = root.display().to_string().replace('\\', "/");
    format!("{start}members = [\"{PACKAGES}/reference\"]{end}")
        .replace("path = \"", &format!("path = \"{root}/"))
}

/// The package manifest with another name, and without tests and benchmarks.
fn package_manifest(manifest: &str) -> String {
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
    kept.replace("name = \"referral-reference\"\n", &format!("name = \"{PACKAGE}\"\n"))
        .replace("[lib]\n", "[lib]\nname = \"referral_reference\"\n")
}

/// Applies all edits, from the end of each file to the start, so that ranges stay valid.
fn apply_edits(files: &mut BTreeMap<String, String>, entries: &[SourceEntry]) {
    let mut edits: Vec<_> = entries
        .iter()
        .flat_map(|entry| entry.edits.iter().map(move |edit| (entry, edit)))
        .collect();
    edits.sort_by_key(|(_, edit)| std::cmp::Reverse((edit.file.as_str(), edit.range.start)));
    for pair in edits.windows(2) {
        let ((entry, later), (other, edit)) = (pair[0], pair[1]);
        assert!(
            edit.file != later.file || edit.range.end <= later.range.start,
            "`{}` and `{}` have overlapping edits in {}",
            entry.name.value,
            other.name.value,
            edit.file
        );
    }
    for (entry, edit) in edits {
        let source = files.get_mut(&edit.file).unwrap_or_else(|| {
            panic!("`{}` edits {}, which is not copied", entry.name.value, edit.file)
        });
        source.replace_range(edit.range.clone(), edit.with.trim_end());
    }
}
