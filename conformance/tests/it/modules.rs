//! The direction of imports between the modules of the library.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What each module may import. Modules stand below everything they import, so that a circle cannot be written down;
/// modules without imports are left out.
const ALLOWED: &[(&str, &str)] = &[
    ("fact", "json text"),
    ("field_location", "json"),
    ("target", "contract fact level"),
    ("exchange", "field_location json redact target"),
    ("page", "contract json"),
    ("finding", "exchange reason redact"),
    ("scenario", "contract cores depth fact json level"),
    ("parsed", "contract exchange finding json page reason redact scenario target"),
    ("clauses", "contract field_location finding json page parsed reason run_mark scenario"),
    ("claims", "clauses scenario"),
    ("plan", "claims clauses contract depth fact level reason scenario target"),
    ("explore", "claims contract depth level scenario"),
    ("suite", "claims plan scenario target"),
    ("write_outcome", "contract exchange json parsed"),
    ("residue", "contract exchange json parsed redact request_path scenario write_outcome"),
    (
        "state",
        "contract digest exchange json level parsed plan redact request_path residue scenario suite target write_outcome",
    ),
    (
        "run",
        "contract digest exchange field_location json page parsed plan redact request_path residue scenario state suite \
         target write_outcome",
    ),
    ("sweep", "redact residue run state suite target"),
    ("judge", "claims clauses cores exchange finding parsed scenario"),
    ("verdict", "claims clauses finding judge plan reason"),
    ("allow", "reason verdict"),
    ("exit", "allow reason residue verdict"),
    ("untested", "contract exchange parsed reason redact scenario text verdict"),
    ("preflight", "contract exchange json redact run scenario suite untested"),
    (
        "retry",
        "clauses contract digest exchange field_location finding json judge level parsed plan reason redact run run_mark scenario \
         suite target untested",
    ),
    (
        "report",
        "allow contract depth exchange exit finding level parsed plan reason redact residue retry run scenario state suite \
         sweep target text untested verdict write_outcome",
    ),
    (
        "session",
        "contract exchange exit plan preflight reason redact report residue retry run state suite untested verdict",
    ),
    (
        "discover",
        "contract depth exchange fact json level plan redact run scenario suite target text untested",
    ),
    ("schema", "contract scenario target"),
    ("language_docs", "reason scenario schema target verdict"),
];

/// The entry points, which may import everything.
const ENTRY_POINTS: &[&str] = &["cli", "lib", "main"];

#[test]
fn modules_import_in_one_direction_only() {
    let mut below = BTreeSet::new();
    for (module, allowed) in ALLOWED {
        for import in allowed.split_whitespace() {
            let is_leaf = ALLOWED.iter().all(|(known, _)| *known != import);
            assert!(is_leaf || below.contains(import), "{module} stands below {import}");
        }
        below.insert(*module);
    }
    let allowed: BTreeMap<_, BTreeSet<_>> = ALLOWED
        .iter()
        .map(|(module, allowed)| (*module, allowed.split_whitespace().collect()))
        .collect();
    for (module, import, path) in imports() {
        let is_allowed =
            allowed.get(module.as_str()).is_some_and(|allowed| allowed.contains(import.as_str()));
        assert!(is_allowed, "{}: `{module}` may not import `{import}`", path.display());
    }
}

/// Module, imported module and file of each use of another module outside of unit tests.
fn imports() -> Vec<(String, String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut imports = Vec::new();
    for path in rust_files(&root) {
        let first = path.strip_prefix(&root).unwrap().components().next();
        let module = Path::new(first.unwrap().as_os_str()).with_extension("");
        let module = module.to_str().unwrap().to_owned();
        let is_test = path.ends_with("tests.rs");
        if is_test || ENTRY_POINTS.contains(&module.as_str()) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for names in code.split("crate::").skip(1) {
            let names = names.strip_prefix('{').map_or_else(
                || names.split(|c: char| !is_word(c)).take(1).collect(),
                |list| -> Vec<_> { list.split('}').next().unwrap().split(", ").collect() },
            );
            for name in names {
                let import = name.split(|c: char| !is_word(c)).next().unwrap().trim();
                if import != module {
                    imports.push((module.clone(), import.to_owned(), path.clone()));
                }
            }
        }
    }
    assert!(imports.len() > 100);
    imports
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// The files that write what a service answered, all of it redacted, or what no service answered.
const WRITERS: [&str; 4] =
    ["cli/export.rs", "cli/output.rs", "state/fixture_ledger.rs", "state/journal_writer.rs"];
/// Sends a request.
const SENDER: &str = "run/http/raw_request.rs";
/// What writes, or begins to.
const WRITE_CALLS: [&str; 7] =
    ["println!", "print!(", "eprint", "dbg!", ".write_all(", ".write_fmt(", "fs::write("];

#[test]
fn only_a_few_files_write() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for path in rust_files(&root) {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        let is_allowed =
            name.ends_with("tests.rs") || name == SENDER || WRITERS.contains(&name.as_str());
        let call = WRITE_CALLS.iter().find(|call| code.contains(**call));
        assert!(is_allowed || call.is_none(), "{name} writes with `{}`", call.unwrap_or(&""));
    }
}
