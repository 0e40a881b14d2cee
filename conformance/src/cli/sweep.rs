//! `sweep`: tidies up after runs that were killed, from their journals.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;

use super::interrupt;
use super::list::counted;
use super::options::{Found, Place, StateDir};
use super::out::print;
use super::table::aligned;
use super::way::{Open, Way};
use crate::exchange::Exchange;
use crate::exit::Exit;
use crate::journal::Journal;
use crate::report::human::remains;
use crate::residue::Residue;
use crate::run::{Courier, Ledger, Pace, Stop, tidy};
use crate::suite::Suite;
use crate::sweep::{Chore, chores, is_final, is_settled, left};

/// Arguments of `sweep`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    state: StateDir,
    #[command(flatten)]
    way: Way,
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    let found = args.place.find(suite)?;
    let way = args.way.to(&found.base_url, &found.keys)?;
    let runtime = tokio::runtime::Runtime::new().context("cannot start")?;
    let stop = Stop::default();
    runtime.spawn(interrupt::listen(stop.clone()));
    let pace = Pace::per_second(way.rate);
    let courier = Courier::new(Arc::clone(&way.transport), pace, stop.clone());
    let mut broom = Broom {
        suite,
        found,
        way,
        text: String::new(),
        elsewhere: 0,
        open: 0,
    };
    for path in journals(&args.state.folder()?)? {
        runtime.block_on(broom.sweep(&path, &courier))?;
    }
    print(&broom.summary())?;
    Ok(match (stop.is_interrupted(), broom.open) {
        (true, _) => Exit::Interrupted,
        (false, 0) => Exit::Conforms,
        (false, _) => Exit::Residue,
    })
}

/// The files that may be journals, the newest last.
fn journals(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let shown = folder.display();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read `{shown}`"))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry
            .with_context(|| format!("cannot read `{shown}`"))?
            .path();
        if path
            .extension()
            .is_some_and(|extension| extension == "jsonl")
        {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// What goes through the journals of one service.
struct Broom<'s> {
    suite: &'s Suite,
    found: Found,
    way: Open,
    text: String,
    /// Journals of other services, or of other accounts.
    elsewhere: usize,
    /// Things that should not be left behind and are.
    open: usize,
}

impl Broom<'_> {
    async fn sweep(&mut self, path: &Path, courier: &Courier) -> anyhow::Result<()> {
        let read = || {
            fs::read_to_string(path)
                .ok()
                .as_deref()
                .and_then(Journal::read)
        };
        let Some(journal) = read().filter(|journal| !journal.is_swept()) else {
            return Ok(());
        };
        if !self.is_here(&journal) {
            self.elsewhere += 1;
            return Ok(());
        }
        let Some(ledger) = Ledger::resume(path, self.way.redactor.clone())? else {
            let _ = writeln!(self.text, "{}: its run still goes on", path.display());
            return Ok(());
        };
        // It may have gone on until just now.
        let journal = read().unwrap_or(journal);
        let contract = &self.suite.contract;
        let chores = chores(contract, &journal);
        let ends = tidy(contract, &chores, &self.found.keys.0, courier, &ledger).await;
        let answered = ends.iter().all(|(_, end)| is_answered(end));
        let left = read().map_or(Vec::new(), |journal| left(contract, &journal));
        // A run that came to its own end has told what it left behind.
        let told = journal.has_ended();
        let left = left.into_iter().filter(|left| !(told && left.unavoidable));
        let left: Vec<_> = left.collect();
        self.tell(path, &journal, &ends, &left);
        if answered {
            ledger.sweep()?;
        }
        Ok(())
    }

    /// Whether the journal is of this service and account.
    fn is_here(&self, journal: &Journal) -> bool {
        let began = &journal.began;
        let mut keys = self.found.keys.fingerprints().into_iter();
        began.base_url == self.found.base_url.to_string()
            && keys.any(|(kind, key)| began.keys.get(&kind) == Some(&key))
    }

    fn tell(
        &mut self,
        path: &Path,
        journal: &Journal,
        ends: &[(&Chore, Exchange)],
        left: &[Residue],
    ) {
        let failed = ends.iter().filter(|(_, end)| !is_answered(end)).count();
        let avoidable = left.iter().filter(|left| !left.unavoidable).count();
        self.open += failed + avoidable;
        if ends.is_empty() && left.is_empty() {
            return;
        }
        let began = &journal.began.started_at;
        let _ = writeln!(self.text, "{}, of a run at {began}", path.display());
        let ends = ends.iter().map(|(chore, end)| self.end(chore, end));
        self.text.push_str(&aligned(&ends.collect::<Vec<_>>(), 2));
        if !left.is_empty() {
            let _ = writeln!(self.text, "  left behind");
            let lines = remains(left);
            let lines = lines.lines().map(|line| format!("  {line}\n"));
            self.text.extend(lines);
        }
    }

    fn end(&self, chore: &Chore, end: &Exchange) -> Vec<String> {
        let operation = self.suite.contract.operation(&chore.write.operation);
        let removes = operation.is_some_and(|operation| operation.removes.is_some());
        let word = match (is_done(end), removes) {
            (true, true) => "removed",
            (true, false) => "put back",
            (false, _) if is_answered(end) => "refused",
            (false, _) => "failed",
        };
        let why = match &end.outcome {
            Ok(answer) => format!("status {}", answer.status),
            Err(fault) => fault.to_string(),
        };
        let request = format!("{} {}", chore.write.method, chore.write.target);
        vec![word.to_owned(), request, why]
    }

    fn summary(&self) -> String {
        let mut text = self.text.clone();
        if text.is_empty() {
            text.push_str("nothing is left to be tidied up\n");
        }
        if self.elsewhere > 0 {
            let count = counted(self.elsewhere, "journal");
            let _ = writeln!(text, "{count} of other services or accounts: left alone");
        }
        self.way.redactor.text(&text)
    }
}

fn is_answered(end: &Exchange) -> bool {
    end.outcome.as_ref().is_ok_and(is_final)
}

fn is_done(end: &Exchange) -> bool {
    end.outcome.as_ref().is_ok_and(is_settled)
}
