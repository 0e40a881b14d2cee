//! Only a few files write.

use std::fs;
use std::path::{Path, PathBuf};

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
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["src", "model/src", "derive/src", "judge/src"].map(|folder| here.join(folder));
    for (root, path) in
        folders.iter().flat_map(|root| rust_files(root).into_iter().map(move |path| (root, path)))
    {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let name = path.strip_prefix(root).unwrap().display().to_string();
        let is_allowed =
            name.ends_with("tests.rs") || name == SENDER || WRITERS.contains(&name.as_str());
        let call = WRITE_CALLS.iter().find(|call| code.contains(**call));
        assert!(is_allowed || call.is_none(), "{name} writes with `{}`", call.unwrap_or(&""));
    }
}
