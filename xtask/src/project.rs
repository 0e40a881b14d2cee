//! Names of source files relative to the root of their project, independent of how their paths were given.

use std::path::{Component, Path, PathBuf};

/// Files that mark the root of a project.
const ROOT_FILES: [&str; 2] = [".git", "Cargo.lock"];

/// Name of the contract in the heads of generated files: its path from the root of its project, or its folder name if it
/// is in no project.
pub fn contract_name(contract: &Path) -> String {
    let contract = resolve(contract);
    let root = find_root(&contract).or(contract.parent());
    relative_name(&contract, root)
}

/// Name of another source file in the heads of generated files: its path from the root of the contract's project, or
/// its file name if it is in another project.
pub fn source_name(contract: &Path, file: &Path) -> String {
    let (contract, file) = (resolve(contract), resolve(file));
    let root = find_root(&contract).or(contract.parent());
    relative_name(&file, root)
}

/// Whether two folders are the same, or one contains the other.
pub fn overlap(one: &Path, other: &Path) -> bool {
    let (one, other) = (resolve(one), resolve(other));
    one.starts_with(&other) || other.starts_with(&one)
}

/// The path of a folder relative to another, with `/` between names: `../runtime`.
pub fn relative_path(from: &Path, to: &Path) -> String {
    let (from, to) = (resolve(from), resolve(to));
    let shared = from.components().zip(to.components());
    let shared = shared.take_while(|(one, other)| one == other).count();
    let up = from.components().skip(shared).map(|_| "..".to_owned());
    let down = to.components().skip(shared);
    let down = down.map(|part| part.as_os_str().to_string_lossy().into_owned());
    let mut parts: Vec<_> = up.chain(down).collect();
    if parts.first().is_none_or(|part| part != "..") {
        parts.insert(0, ".".to_owned());
    }
    parts.join("/")
}

fn find_root(path: &Path) -> Option<&Path> {
    let is_root = |folder: &&Path| ROOT_FILES.iter().any(|mark| folder.join(mark).exists());
    path.ancestors().skip(1).find(is_root)
}

fn relative_name(path: &Path, root: Option<&Path>) -> String {
    let below = root.and_then(|root| path.strip_prefix(root).ok());
    let name = || path.file_name().map(Path::new);
    let relative = below.or_else(name).unwrap_or(path);
    relative.to_string_lossy().replace('\\', "/")
}

/// The absolute path without links, `.` and `..`. Parts that do not exist are resolved by name.
fn resolve(path: &Path) -> PathBuf {
    if let Ok(whole) = path.canonicalize() {
        return whole;
    }
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    whole.components().fold(PathBuf::new(), |mut at, part| {
        match part {
            Component::ParentDir => _ = at.pop(),
            part => at.push(part),
        }
        at.canonicalize().unwrap_or(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_relative_to_the_root_of_the_project() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        std::fs::create_dir_all(at("project/spec/contract")).unwrap();
        assert_eq!(contract_name(&at("project/spec/contract")), "contract");
        std::fs::write(at("project/Cargo.lock"), "").unwrap();
        for path in ["project/spec/contract", "project/./spec/../spec/contract/"] {
            assert_eq!(contract_name(&at(path)), "spec/contract");
            assert_eq!(source_name(&at(path), &at("project/a.yaml")), "a.yaml");
            let overlay = at("project/spec/gone/../a.yaml");
            assert_eq!(source_name(&at(path), &overlay), "spec/a.yaml");
            assert_eq!(source_name(&at(path), &at("else/b.yaml")), "b.yaml");
        }
    }

    #[test]
    fn folders_that_do_not_exist_yet_overlap() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        std::fs::create_dir(at("contract")).unwrap();
        for out in ["contract", "contract/new/out", "new/../contract", "."] {
            assert!(overlap(&at("contract"), &at(out)), "{out}");
        }
        for out in ["contracts", "out", "contract/../out"] {
            assert!(!overlap(&at("contract"), &at(out)), "{out}");
        }
    }

    #[test]
    fn relative_paths_go_up_and_down() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        for (from, to, path) in [
            ("a", "b", "../b"),
            ("a/b", "c/d", "../../c/d"),
            ("a", "a/b", "./b"),
            ("a/b", "a", ".."),
        ] {
            assert_eq!(relative_path(&at(from), &at(to)), path);
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_resolved() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        std::fs::create_dir(at("contract")).unwrap();
        std::os::unix::fs::symlink(at("contract"), at("link")).unwrap();
        assert!(overlap(&at("contract"), &at("link/out")));
        assert_eq!(contract_name(&at("link")), "contract");
    }
}
