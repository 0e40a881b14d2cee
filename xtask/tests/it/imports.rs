//! The modules of a folder import each other in one direction only.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::root;

const CRATES: [&str; 18] = [
    "codegen",
    "conformance",
    "conformance/derive",
    "conformance/judge",
    "conformance/model",
    "conformance/run",
    "import",
    "lab/machine",
    "lab/mutation",
    "mock",
    "reader",
    "reference",
    "runtime/client",
    "runtime/core",
    "runtime/server",
    "site",
    "spec",
    "xtask",
];

/// A module as the names from the root of the crate.
type Module = Vec<String>;

/// Which module of a folder imports which sibling, and a file that does.
type Imports = BTreeMap<(String, String), PathBuf>;

#[test]
fn modules_of_a_folder_import_in_one_direction() {
    let mut circles = String::new();
    for name in CRATES {
        for (folder, imports) in imports_by_folder(&root().join(name).join("src")) {
            let pairs: BTreeSet<_> = imports.keys().cloned().collect();
            for ((from, to), path) in &imports {
                if reaches(&pairs, to, from) {
                    let folder = folder.join("::");
                    circles.push_str(&format!(
                        "{name}::{folder}: {from} -> {to} in {}\n",
                        path.display()
                    ));
                }
            }
        }
    }
    assert!(circles.is_empty(), "imports in circles:\n{circles}");
}

#[test]
fn circles_are_found() {
    let pairs = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")];
    let pairs = pairs.map(|(from, to)| (from.to_owned(), to.to_owned())).into();
    assert!(reaches(&pairs, "b", "a"));
    assert!(!reaches(&pairs, "d", "a"));
    let own = ["store".to_owned(), "row".to_owned()];
    let paths = imported_paths("use super::sql::{Sql, insert};\ncrate::domain::x()", &own);
    assert_eq!(paths, ["domain x", "store sql Sql", "store sql insert"].map(split));
}

fn split(names: &str) -> Module {
    names.split(' ').map(str::to_owned).collect()
}

/// Whether imports lead from one module to another.
fn reaches(imports: &BTreeSet<(String, String)>, from: &str, to: &str) -> bool {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        if module == to {
            return true;
        }
        if seen.insert(module) {
            next.extend(imports.iter().filter(|(from, _)| from == module).map(|(_, to)| &**to));
        }
    }
    false
}

/// The imports between siblings, by their parent. A parent and its children may import each other.
fn imports_by_folder(source: &Path) -> BTreeMap<Module, Imports> {
    let mut files = BTreeMap::new();
    collect_modules(source, &[], &mut files);
    assert!(files.len() > 5, "{}", source.display());
    let mut folders: BTreeMap<Module, Imports> = BTreeMap::new();
    for (module, path) in &files {
        let text = fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
        for imported in imported_paths(code, module) {
            let shared = module.iter().zip(&imported).take_while(|(a, b)| a == b).count();
            if let (Some(from), Some(to)) = (module.get(shared), imported.get(shared))
                && files.contains_key(&imported[..=shared])
            {
                let imports = folders.entry(module[..shared].to_vec()).or_default();
                imports.entry((from.clone(), to.clone())).or_insert_with(|| path.clone());
            }
        }
    }
    folders
}

/// The files of the modules below a folder, without tests.
fn collect_modules(folder: &Path, parent: &[String], files: &mut BTreeMap<Module, PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let module = [parent, &[name.to_owned()]].concat();
        if path.is_dir() {
            collect_modules(&path, &module, files);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !["lib", "main", "tests", "testing"].contains(&name)
        {
            files.insert(module, path);
        }
    }
}

/// The paths that begin with `crate` or `super`, from the root of the crate.
fn imported_paths(code: &str, own: &[String]) -> Vec<Module> {
    let lines = code.lines().map(|line| line.split("//").next().unwrap());
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut paths = Vec::new();
    for (start, base) in ["crate::", "super::"]
        .into_iter()
        .flat_map(|base| code.match_indices(base).collect::<Vec<_>>())
    {
        let before = code[..start].chars().next_back();
        if before.is_some_and(|c| c == ':' || c == '$' || is_word(c)) {
            continue;
        }
        let mut rest = &code[start + base.len()..];
        let mut path = if base == "crate::" { Vec::new() } else { parent(own) };
        while let Some(further) = rest.strip_prefix("super::") {
            (path, rest) = (parent(&path), further);
        }
        let end = rest.find(|c| !is_word(c) && c != ':').unwrap_or(rest.len());
        path.extend(rest[..end].split("::").filter(|name| !name.is_empty()).map(str::to_owned));
        match rest[end..].strip_prefix('{') {
            Some(list) => {
                let items = list.split('}').next().unwrap().split(',');
                let names = items.filter_map(|item| {
                    item.trim().split(|c| !is_word(c)).next().filter(|name| !name.is_empty())
                });
                paths.extend(names.map(|name| [&path[..], &[name.to_owned()]].concat()));
            }
            None => paths.push(path),
        }
    }
    paths
}

fn parent(module: &[String]) -> Module {
    module.split_last().map_or_else(Vec::new, |(_, parent)| parent.to_vec())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
