//! `cargo xtask gen --watch`: generates again whenever a file of the contract or of an overlay changes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, SystemTime};

use anyhow::Context;

use crate::terminal::print_stderr;

/// How often files are looked at. A change waits this long for others: an editor writes a file in several steps.
const PAUSE: Duration = Duration::from_millis(100);

/// Changes that keep coming are not waited for any longer.
const MAX_PAUSES: u32 = 10;

/// Time of the last change and length of each file that is read.
type Files = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Generates now and after each change, until Ctrl-C. Exits with 0. Fails when there is no folder to watch; an error of
/// a run is printed, and the next change starts another run.
pub fn run(
    contract: &Path,
    overlays: &[PathBuf],
    generate: impl Fn() -> anyhow::Result<ExitCode>,
) -> anyhow::Result<ExitCode> {
    std::fs::read_dir(contract)
        .with_context(|| format!("failed to watch {}", contract.display()))?;
    let (stop, stopped) = channel();
    // The channel is closed when the loop has ended already.
    ctrlc::set_handler(move || _ = stop.send(())).context("failed to handle Ctrl-C")?;
    let read = || {
        let mut files = Files::new();
        add(contract, &mut files);
        overlays.iter().for_each(|overlay| add(overlay, &mut files));
        files
    };
    let mut names = vec![contract.display().to_string()];
    names.extend(overlays.iter().map(|overlay| overlay.display().to_string()));
    let names = names.join(", ");
    // A change during a run starts the next one.
    let mut seen = read();
    loop {
        if let Err(error) = generate() {
            print_stderr(&format!("error: {error:#}\n"));
        }
        print_stderr(&format!("watching {names}; Ctrl-C ends\n"));
        let Some(changed) = next_changes(&stopped, &mut seen, read) else { break };
        let changed: Vec<_> = changed.iter().map(|path| path.display().to_string()).collect();
        print_stderr(&format!("\nchanged: {}\n", changed.join(", ")));
    }
    Ok(ExitCode::SUCCESS)
}

/// Adds a file, or the files below a folder that a contract is read from.
fn add(path: &Path, files: &mut Files) {
    if let Ok(entries) = std::fs::read_dir(path) {
        for entry in entries.flatten().map(|entry| entry.path()) {
            if !spec::is_left_out(&entry) {
                add(&entry, files);
            }
        }
    } else if let Ok(metadata) = path.metadata() {
        files.insert(path.to_owned(), (metadata.modified().ok(), metadata.len()));
    }
}

/// Waits for changes, and for a pause after them; `None` at Ctrl-C.
fn next_changes(
    stopped: &Receiver<()>,
    seen: &mut Files,
    read: impl Fn() -> Files,
) -> Option<BTreeSet<PathBuf>> {
    let mut changed = BTreeSet::new();
    let mut pauses = 0;
    loop {
        let files = read();
        let new = differences(seen, &files);
        *seen = files;
        let is_quiet = new.is_empty();
        changed.extend(new);
        if !changed.is_empty() {
            if is_quiet || pauses == MAX_PAUSES {
                return Some(changed);
            }
            pauses += 1;
        }
        if stopped.recv_timeout(PAUSE) != Err(RecvTimeoutError::Timeout) {
            return None;
        }
    }
}

fn differences(old: &Files, new: &Files) -> BTreeSet<PathBuf> {
    let differs = |path: &&PathBuf| old.get(*path) != new.get(*path);
    old.keys().chain(new.keys()).filter(differs).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_a_folder_are_those_of_a_contract() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        std::fs::create_dir(at("books")).unwrap();
        // `a.yml` is an error until it is renamed or moved.
        for name in ["books/add_book.yaml", "a.yml", ".a.yaml.swp", "notes.md"] {
            std::fs::write(at(name), "").unwrap();
        }
        let mut files = Files::new();
        add(folder.path(), &mut files);
        assert!(files.into_keys().eq([at("a.yml"), at("books/add_book.yaml")]));
    }
}
