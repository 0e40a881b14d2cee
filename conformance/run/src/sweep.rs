//! Cleans up after killed runs, from their journals.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::leftovers::{Effect, Leftover};
use crate::redact::Redactor;
use crate::run::{CleanupResult, RequestSender, find_missing, send_cleanup};
use crate::state::JournalWriter;
use crate::state::cleanup_plan::{CleanupTask, cleanup_tasks, leftovers, unanswered_changes};
use crate::state::journal::{Journal, damage, journal_files};
use crate::suite::Suite;
use crate::target::BaseUrl;

/// Sweeps the journals of one service.
pub struct Sweeper<'a> {
    /// Has the contract.
    pub suite: &'a Suite,
    /// The service.
    pub base_url: &'a BaseUrl,
    /// API keys by kind.
    pub keys: &'a BTreeMap<String, String>,
    /// Removes the keys from what is written.
    pub redactor: &'a Redactor,
    /// Sends the cleaning calls.
    pub sender: RequestSender,
}

/// What a sweep did.
#[derive(Default)]
pub struct Sweep {
    /// The journals of this service.
    pub journals: Vec<SweptJournal>,
    /// Journals of runs that have not ended.
    pub in_progress: Vec<PathBuf>,
    /// Files that are no journals, or not whole ones, with the line and what is wrong.
    pub damaged: Vec<(PathBuf, String)>,
    /// Why journals could not be opened or written.
    pub errors: Vec<anyhow::Error>,
    /// Number of journals of other services or accounts.
    pub elsewhere: usize,
}

/// The journal of a run, after a sweep.
pub struct SweptJournal {
    /// The file.
    pub path: PathBuf,
    /// When its run began.
    pub started_at: String,
    /// What was sent.
    pub results: Vec<CleanupResult>,
    /// The tasks that remain.
    pub open: Vec<CleanupTask>,
    /// What no task can clean up.
    pub leftovers: Vec<Leftover>,
}

impl Sweep {
    /// Whether nothing remains that should not.
    pub fn is_clean(&self) -> bool {
        self.damaged.is_empty()
            && self.journals.iter().all(|journal| {
                journal.open.is_empty() && journal.leftovers.iter().all(|left| left.unavoidable)
            })
    }
}

/// Whether a leftover is known, and nothing can be done about it. Others may be gone, or can be removed by hand.
pub fn is_certain(left: &Leftover) -> bool {
    left.unavoidable && left.done != Effect::Perhaps
}

impl Sweeper<'_> {
    /// Sweeps the journals of a folder. Fails if it cannot be read.
    pub async fn sweep(&self, folder: &Path) -> anyhow::Result<Sweep> {
        let paths =
            journal_files(folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
        let mut sweep = Sweep::default();
        for path in paths {
            // A journal that cannot be resumed does not prevent cleaning up after other runs.
            let swept = self.sweep_journal(&path, &mut sweep).await;
            sweep.errors.extend(swept.err());
        }
        Ok(sweep)
    }

    /// Sweeps one journal. Does nothing if it was swept before.
    async fn sweep_journal(&self, path: &Path, sweep: &mut Sweep) -> anyhow::Result<()> {
        let Some(journal) = Journal::open(path) else {
            sweep.damaged.extend(damage(path).map(|why| (path.to_owned(), why)));
            return Ok(());
        };
        if journal.is_swept() {
            return Ok(());
        }
        if journal.began.base_url != self.base_url.to_string() {
            sweep.elsewhere += 1;
            return Ok(());
        }
        let Some(writer) = JournalWriter::resume(path, self.redactor.clone())? else {
            sweep.in_progress.push(path.to_owned());
            return Ok(());
        };
        let damage = damage(path);
        // The run may have been in progress when it was read before.
        let journal = Journal::open(path).unwrap_or(journal);
        let contract = &self.suite.contract;
        // Only the keys of that run have access to its records.
        let keys = journal.began.keys_among(self.keys);
        let unanswered = unanswered_changes(contract, &journal);
        find_missing(contract, unanswered, &keys, &self.sender, &writer).await;
        let journal = Journal::open(path).unwrap_or(journal);
        let tasks = cleanup_tasks(contract, &journal);
        if keys.is_empty() && tasks.is_empty() {
            sweep.elsewhere += 1;
            return Ok(());
        }
        let results = send_cleanup(contract, tasks, &keys, &self.sender, &writer).await;
        let journal = Journal::open(path).unwrap_or(journal);
        let open = cleanup_tasks(contract, &journal);
        let mut leftovers = leftovers(contract, &journal);
        // A damaged journal is reported until it is deleted, and so is what may be left.
        let is_done = open.is_empty() && damage.is_none() && leftovers.iter().all(is_certain);
        if is_done && writer.failure().is_none() {
            writer.mark_swept();
        }
        sweep.errors.extend(writer.failure().map(|failure| anyhow!("{failure}")));
        sweep.damaged.extend(damage.map(|why| (path.to_owned(), why)));
        // A run that ended by itself has reported its unavoidable leftovers.
        leftovers.retain(|left| !(journal.has_ended() && is_certain(left)));
        let started_at = journal.began.started_at;
        let path = path.to_owned();
        sweep.journals.push(SweptJournal { path, started_at, results, open, leftovers });
        Ok(())
    }
}
