//! A transaction that several writers share.

use std::sync::Arc;

use rusqlite::Connection;
use tokio::sync::watch;

use crate::store::DatabaseError;
use crate::store::engine::sqlite::{Home, Pool, Pooled, patiently, statement};

/// A transaction, between the turns of its writers.
#[derive(Debug)]
pub(super) struct Group {
    connection: Pooled,
    /// Whether anybody wrote what is to last.
    worked: bool,
    /// Whether somebody is on the way to commit.
    awaited: bool,
    outcome: watch::Sender<Outcome>,
}

/// How the commit ended, once it has.
pub(super) type Outcome = Option<Result<(), Arc<DatabaseError>>>;

impl Group {
    /// Begins a transaction, once no other process writes.
    pub(super) async fn begin(pool: &Pool) -> Result<Group, DatabaseError> {
        let mut connection = pool.connection().await?;
        // Nothing that is moved away is written to.
        pool.home().stands()?;
        let begin = || connection.with(|it| statement::plain(it, "BEGIN IMMEDIATE"));
        patiently(pool.home().patience(), begin).await?;
        Ok(Group {
            connection,
            worked: false,
            awaited: false,
            outcome: watch::Sender::new(None),
        })
    }

    /// Runs something within the transaction.
    pub(super) fn with<T>(
        &mut self,
        run: impl FnOnce(&Connection) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        self.connection.with(run)
    }

    /// Tells how the commit ends.
    pub(super) fn subscribe(&self) -> watch::Receiver<Outcome> {
        self.outcome.subscribe()
    }

    /// Begins what one writer does.
    pub(super) fn enter(&mut self) -> Result<(), DatabaseError> {
        self.with(|it| statement::plain(it, "SAVEPOINT writer"))
    }

    /// Ends what one writer did.
    pub(super) fn leave(&mut self) -> Result<(), DatabaseError> {
        self.with(|it| statement::plain(it, "RELEASE writer"))
    }

    /// What one writer did is to last.
    pub(super) fn keep(&mut self) {
        self.worked = true;
    }

    /// Whether the transaction is still open. The database gives it up when it cannot take back one statement alone.
    pub(super) fn stands(&mut self) -> Result<(), DatabaseError> {
        self.with(|it| match it.is_autocommit() {
            true => Err(DatabaseError::Lost),
            false => Ok(()),
        })
    }

    /// Ends what one writer did, and takes it back.
    pub(super) fn take_back(&mut self) -> Result<(), DatabaseError> {
        self.with(|it| {
            statement::plain(it, "ROLLBACK TO writer")?;
            statement::plain(it, "RELEASE writer")
        })
    }

    /// Whether nobody has written anything that is to last.
    pub(super) fn is_idle(&self) -> bool {
        !self.worked
    }

    /// Whether a committer has to be sent. Only the first who asks is told so.
    pub(super) fn needs_committer(&mut self) -> bool {
        !std::mem::replace(&mut self.awaited, true)
    }

    /// Commits everything that was kept. It is not on the disk yet, and nobody is told.
    pub(super) fn commit(mut self) -> Committed {
        let done = self.with(|it| statement::plain(it, "COMMIT"));
        let outcome = self.outcome;
        Committed { done, outcome }
    }

    /// Gives up what is not committed, and tells all who wait how it ended.
    pub(super) fn end(self, outcome: Result<(), DatabaseError>) {
        // Before anybody is told, so that they find nothing of it.
        drop(self.connection);
        tell(&self.outcome, outcome);
    }
}

/// A transaction after its commit. Others may write meanwhile.
pub(super) struct Committed {
    done: Result<(), DatabaseError>,
    outcome: watch::Sender<Outcome>,
}

impl Committed {
    /// Waits for the disk, and tells all who wait how it ended.
    pub(super) fn reach_disk(self, home: &Home) {
        let done = self.done.and_then(|()| home.reach_disk());
        tell(&self.outcome, done);
    }
}

fn tell(all: &watch::Sender<Outcome>, outcome: Result<(), DatabaseError>) {
    all.send_replace(Some(outcome.map_err(Arc::new)));
}
