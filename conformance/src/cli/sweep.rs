//! `sweep`: cleans up after killed runs, from their journals.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;

use super::connection::{Connection, ConnectionArgs};
use super::interrupt;
use super::list::counted;
use super::output::{print, print_message};
use super::table::aligned;
use super::target_args::{ResolvedService, ServiceArgs, StateDirArgs};
use crate::exchange::Fault;
use crate::exit::Exit;
use crate::report::human::list_leftovers;
use crate::residue::Residue;
use crate::run::{CleanupResult, RateLimiter, RequestSender, StopSignal, send_cleanup};
use crate::state::JournalWriter;
use crate::state::cleanup_plan::{CleanupTask, cleanup_tasks, leftovers};
use crate::state::journal::Journal;
use crate::suite::Suite;
use crate::write_outcome::WriteOutcome;

/// Printed if tasks remain that a later sweep may complete.
const OPEN: &str = "  open tasks remain until a sweep with the keys of the run succeeds; to discard them, delete the file\n";

/// Arguments of `sweep`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    place: ServiceArgs,
    #[command(flatten)]
    state: StateDirArgs,
    #[command(flatten)]
    way: ConnectionArgs,
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    let found = args.place.find(suite)?;
    let way = args.way.to(suite, &found.base_url, &found.keys)?;
    let runtime = tokio::runtime::Runtime::new().context("cannot start")?;
    let stop = StopSignal::default();
    runtime.spawn(interrupt::listen(stop.clone()));
    let rate_limiter = RateLimiter::per_second(way.rate);
    let sender = RequestSender::new(Arc::clone(&way.transport), rate_limiter, stop.clone());
    let mut cleaner = Cleaner { suite, found, way, text: String::new(), elsewhere: 0, open: 0 };
    let mut faults = Vec::new();
    for path in journals(&args.state.folder()?)? {
        // A journal that cannot be resumed does not prevent cleaning up after other runs.
        faults.extend(runtime.block_on(cleaner.sweep(&path, &sender)).err());
    }
    faults.extend(print(&cleaner.summary()).err());
    for fault in &faults {
        print_message(&format!("error: {fault:#}\n"));
    }
    let exit = match (stop.is_interrupted(), cleaner.open) {
        (true, _) => Exit::Interrupted,
        (false, 0) => Exit::Conforms,
        (false, _) => Exit::Residue,
    };
    Ok(match faults.is_empty() {
        true => exit,
        false => exit.with_fault(),
    })
}

/// The files that may be journals, oldest first.
fn journals(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let shown = folder.display();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read `{shown}`"))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read `{shown}`"))?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Sweeps the journals of one service.
struct Cleaner<'s> {
    suite: &'s Suite,
    found: ResolvedService,
    way: Connection,
    text: String,
    /// Number of journals of other services or accounts.
    elsewhere: usize,
    /// Number of open tasks and avoidable leftovers.
    open: usize,
}

impl Cleaner<'_> {
    async fn sweep(&mut self, path: &Path, sender: &RequestSender) -> anyhow::Result<()> {
        let Some(journal) = read(path).filter(|journal| !journal.is_swept()) else {
            return Ok(());
        };
        if journal.began.base_url != self.found.base_url.to_string() {
            self.elsewhere += 1;
            return Ok(());
        }
        let Some(writer) = JournalWriter::resume(path, self.way.redactor.clone())? else {
            let _ = writeln!(self.text, "{}: its run is still in progress", path.display());
            return Ok(());
        };
        // The run may have been in progress when it was read before.
        let journal = read(path).unwrap_or(journal);
        let contract = &self.suite.contract;
        let wanted = cleanup_tasks(contract, &journal);
        // Only the keys of that run have access to its records.
        let keys = self.found.keys.known_by(&journal.began.keys);
        if keys.is_empty() && wanted.is_empty() {
            self.elsewhere += 1;
            return Ok(());
        }
        let ends = send_cleanup(contract, &wanted, &keys, sender, &writer).await;
        let journal = read(path).unwrap_or(journal);
        let open = cleanup_tasks(contract, &journal);
        let mut left = leftovers(contract, &journal);
        // A run that ended by itself has reported its unavoidable leftovers.
        left.retain(|left| !(journal.has_ended() && left.unavoidable));
        self.describe(path, &journal, &ends, &open, &left);
        if open.is_empty() {
            writer.mark_swept()?;
        }
        Ok(())
    }

    fn describe(
        &mut self,
        path: &Path,
        journal: &Journal,
        ends: &[CleanupResult<'_>],
        open: &[CleanupTask],
        left: &[Residue],
    ) {
        let avoidable = left.iter().filter(|left| !left.unavoidable).count();
        self.open += open.len() + avoidable;
        if ends.is_empty() && left.is_empty() {
            return;
        }
        let began = &journal.began.started_at;
        let _ = writeln!(self.text, "{}, of a run at {began}", path.display());
        let ends = ends.iter().map(|end| self.end(end, open));
        self.text.push_str(&aligned(&ends.collect::<Vec<_>>(), 2));
        if !open.is_empty() {
            self.text.push_str(OPEN);
        }
        if !left.is_empty() {
            let _ = writeln!(self.text, "  left behind");
            let lines = self.way.redactor.shown(&list_leftovers(left));
            let lines = lines.lines().map(|line| format!("  {line}\n"));
            self.text.extend(lines);
        }
    }

    fn end(&self, end: &CleanupResult<'_>, open: &[CleanupTask]) -> Vec<String> {
        let write = &end.task.write;
        let operation = self.suite.contract.operation(&write.operation);
        let removes = operation.is_some_and(|operation| operation.removes.is_some());
        let word = match end.received {
            _ if open.iter().any(|open| open.write == *write) => "still open",
            Some(WriteOutcome::Accepted | WriteOutcome::NotFound) if removes => "removed",
            Some(WriteOutcome::Accepted) => "restored",
            _ => "refused",
        };
        let why = match &end.exchange.outcome {
            Ok(answer) => format!("status {}", answer.status),
            Err(Fault::Unsendable(why)) => why.clone(),
            Err(fault) => fault.to_string(),
        };
        let target = self.way.redactor.shown(&write.target);
        let request = format!("{} {target}", write.method);
        vec![word.to_owned(), request, self.way.redactor.shown(&why)]
    }

    fn summary(&self) -> String {
        let mut text = self.text.clone();
        if text.is_empty() {
            text.push_str("nothing is left to clean up\n");
        }
        if self.elsewhere > 0 {
            let count = counted(self.elsewhere, "journal");
            let _ = writeln!(text, "{count} of other services or accounts: skipped");
        }
        self.way.redactor.text(&text)
    }
}

fn read(path: &Path) -> Option<Journal> {
    let text = fs::read_to_string(path).ok()?;
    Journal::read(&text)
}
