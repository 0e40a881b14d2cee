//! Where files lie in the project they belong to, however their paths were typed.

use std::path::{Component, Path, PathBuf};

/// What the root of a project holds.
const MARKS: [&str; 2] = [".git", "Cargo.lock"];

/// How generated files name the contract's folder: from the root of its project, where people look for it.
///
/// The folder's own name where there is no project. Where the project itself lies is nothing to a file that others have,
/// too.
pub fn name_of_contract(contract: &Path) -> String {
    let contract = resolved(contract);
    let root = root(&contract).or(contract.parent());
    named(&contract, root)
}

/// How generated files name another file they are made from: as they do the contract when it is of the same project,
/// else by its name.
pub fn name_beside(contract: &Path, file: &Path) -> String {
    let (contract, file) = (resolved(contract), resolved(file));
    let root = root(&contract).or(contract.parent());
    named(&file, root)
}

/// Whether one of two folders holds the other, or is it.
pub fn overlap(one: &Path, other: &Path) -> bool {
    let (one, other) = (resolved(one), resolved(other));
    one.starts_with(&other) || other.starts_with(&one)
}

fn root(path: &Path) -> Option<&Path> {
    let is_root = |folder: &&Path| MARKS.iter().any(|mark| folder.join(mark).exists());
    path.ancestors().skip(1).find(is_root)
}

fn named(path: &Path, root: Option<&Path>) -> String {
    let below = root.and_then(|root| path.strip_prefix(root).ok());
    let name = || path.file_name().map(Path::new);
    let named = below.or_else(name).unwrap_or(path);
    named.to_string_lossy().replace('\\', "/")
}

/// The path without links, `.` and `..`, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
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
    fn a_name_begins_at_the_root_of_the_project() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        std::fs::create_dir_all(at("house/spec/contract")).unwrap();
        assert_eq!(name_of_contract(&at("house/spec/contract")), "contract");
        std::fs::write(at("house/Cargo.lock"), "").unwrap();
        for path in ["house/spec/contract", "house/./spec/../spec/contract/"] {
            assert_eq!(name_of_contract(&at(path)), "spec/contract");
            assert_eq!(name_beside(&at(path), &at("house/a.yaml")), "a.yaml");
            let overlay = at("house/spec/gone/../a.yaml");
            assert_eq!(name_beside(&at(path), &overlay), "spec/a.yaml");
            assert_eq!(name_beside(&at(path), &at("else/b.yaml")), "b.yaml");
        }
    }

    #[test]
    fn folders_overlap_also_where_they_are_not_there_yet() {
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

    #[cfg(unix)]
    #[test]
    fn links_are_followed() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        std::fs::create_dir(at("contract")).unwrap();
        std::os::unix::fs::symlink(at("contract"), at("link")).unwrap();
        assert!(overlap(&at("contract"), &at("link/out")));
        assert_eq!(name_of_contract(&at("link")), "contract");
    }
}
