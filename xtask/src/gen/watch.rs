//! `cargo xtask gen --watch`: generates again whenever a file of the contract or of an overlay changes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::Context;
use notify::{Event, EventKind, RecursiveMode, Watcher};

use crate::terminal::print_stderr;

/// A change waits this long for others: an editor writes a file in several steps.
const QUIET: Duration = Duration::from_millis(100);

/// Changes that keep coming are not waited for any longer.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// What wakes the loop.
enum Signal {
    /// Paths that changed; empty if some events were lost.
    Changed(Vec<PathBuf>),
    /// Ctrl-C.
    Stop,
}

/// Generates now and after each change, until Ctrl-C. Exits with 0. Fails when the folders cannot be watched; an error of
/// a run is printed, and the next change starts another run.
pub fn run(
    contract: &Path,
    overlays: &[PathBuf],
    generate: impl Fn() -> anyhow::Result<ExitCode>,
) -> anyhow::Result<ExitCode> {
    let (signals, received) = channel();
    stop_at_interrupt(signals.clone())?;
    // A change during the first run starts the second.
    let watcher = watch(contract, overlays, signals)?;
    let mut names = vec![contract.display().to_string()];
    names.extend(overlays.iter().map(|overlay| overlay.display().to_string()));
    let names = names.join(", ");
    loop {
        if let Err(error) = generate() {
            print_stderr(&format!("error: {error:#}\n"));
        }
        print_stderr(&format!("watching {names}; Ctrl-C ends\n"));
        let Some(changed) = next_changes(&received) else { break };
        print_stderr(&format!("\nchanged: {}\n", describe(&changed)));
    }
    drop(watcher);
    Ok(ExitCode::SUCCESS)
}

fn stop_at_interrupt(signals: Sender<Signal>) -> anyhow::Result<()> {
    // The channel is closed when the loop has ended already.
    ctrlc::set_handler(move || _ = signals.send(Signal::Stop)).context("failed to handle Ctrl-C")
}

/// Watches the folder of the contract and those of the overlays.
fn watch(
    contract: &Path,
    overlays: &[PathBuf],
    signals: Sender<Signal>,
) -> anyhow::Result<impl Watcher> {
    let sources = Sources::new(contract, overlays);
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        let changed = match event {
            Ok(event) if event.need_rescan() => Vec::new(),
            Ok(event) => {
                let paths = sources.of(event);
                if paths.is_empty() {
                    return;
                }
                paths
            }
            // Something may have changed.
            Err(_) => Vec::new(),
        };
        _ = signals.send(Signal::Changed(changed));
    })
    .context("failed to watch files")?;
    let mut start = |folder: &Path, mode| {
        let failed = || format!("failed to watch {}", folder.display());
        watcher.watch(folder, mode).with_context(failed)
    };
    start(contract, RecursiveMode::Recursive)?;
    // Editors replace files, so the folder is watched instead of the file.
    let folders: BTreeSet<&Path> = overlays.iter().map(|overlay| folder_of(overlay)).collect();
    for folder in folders.into_iter().filter(|folder| !folder.starts_with(contract)) {
        start(folder, RecursiveMode::NonRecursive)?;
    }
    Ok(watcher)
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// What is generated from, by every path that an event may have.
struct Sources {
    contract: Vec<PathBuf>,
    overlays: Vec<PathBuf>,
}

impl Sources {
    fn new(contract: &Path, overlays: &[PathBuf]) -> Self {
        // Some systems report the path that links lead to.
        let paths = |path: &Path| {
            [std::path::absolute(path).ok(), path.canonicalize().ok()].into_iter().flatten()
        };
        Self {
            contract: paths(contract).collect(),
            overlays: overlays.iter().flat_map(|overlay| paths(overlay)).collect(),
        }
    }

    /// The paths of an event that a contract or overlay is read from. Reading is not a change.
    fn of(&self, event: Event) -> Vec<PathBuf> {
        if matches!(event.kind, EventKind::Access(_)) {
            return Vec::new();
        }
        event.paths.into_iter().filter(|path| self.contains(path)).collect()
    }

    /// Files beside an overlay, among them the output, are no sources.
    fn contains(&self, path: &Path) -> bool {
        let is_of_contract = self.contract.iter().any(|folder| path.starts_with(folder));
        (is_of_contract && !spec::is_left_out(path))
            || self.overlays.iter().any(|overlay| overlay == path)
    }
}

/// Waits for changes, and for a pause after them; `None` at Ctrl-C.
fn next_changes(signals: &Receiver<Signal>) -> Option<BTreeSet<PathBuf>> {
    let mut changed = BTreeSet::new();
    match signals.recv() {
        Ok(Signal::Changed(paths)) => changed.extend(paths),
        Ok(Signal::Stop) | Err(_) => return None,
    }
    let start = Instant::now();
    while start.elapsed() < MAX_WAIT {
        match signals.recv_timeout(QUIET) {
            Ok(Signal::Changed(paths)) => changed.extend(paths),
            Ok(Signal::Stop) | Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => break,
        }
    }
    Some(changed)
}

fn describe(changed: &BTreeSet<PathBuf>) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let name = |path: &PathBuf| path.strip_prefix(&here).unwrap_or(path).display().to_string();
    let names: Vec<_> = changed.iter().map(name).collect();
    if names.is_empty() { "some files".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_the_contract_and_the_overlays_however_they_are_named() {
        for overlay in ["overlay.yaml", "./overlay.yaml", "../here/./overlay.yaml"] {
            let sources = Sources::new(Path::new("./contract"), &[overlay.into()]);
            // As events have it: the watched folder and the name.
            let here = std::env::current_dir().unwrap();
            let is_source = |path: &str| sources.contains(&here.join(path));
            assert!(is_source(overlay) && is_source("./contract/books/add_book.yaml"));
            assert!(!is_source("out") && !is_source("other.yaml"));
            // An error until it is renamed or moved.
            assert!(is_source("contract/a.yml") && !is_source("contract/.a.yaml.swp"));
        }
    }
}
