//! Several writes to one commit, for SQLite: a commit waits for the disk, and one wait can do for all who wrote in the
//! meantime.
//!
//! Writers stand in line, since SQLite lets one connection write at a time. The first begins a transaction. Each works
//! within a savepoint and then hands the transaction on, with what it wrote or without. Whoever hands it on first puts a
//! committer into the line, behind all who are waiting at that moment; the committer commits for all of them.
//!
//! - Nobody is told that a write is done before the commit that holds it has returned. If it fails, it fails for all.
//! - Who gives up halfway, even without a word because the caller went away, takes only their own work back.
//! - An open transaction always has a committer on the way, so that it never keeps other processes waiting for long.
//! - A writer sees what those before them in the same transaction wrote. A refusal can rest on that.

#[cfg(test)]
mod tests;
mod turn;

use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{Sqlite, SqliteConnection, SqlitePool};
use tokio::sync::{Mutex, watch};

use crate::store::open::PATIENCE;

pub(in crate::store) use turn::Turn;

/// The line of writers of this process.
#[derive(Debug, Clone)]
pub(in crate::store) struct Line {
    pool: SqlitePool,
    /// First come, first served; holds the transaction that is open.
    place: Place,
}

type Place = Arc<Mutex<Option<Group>>>;

/// A transaction that several writers share.
#[derive(Debug)]
struct Group {
    connection: PoolConnection<Sqlite>,
    savepoint: Savepoint,
    /// Whether anybody wrote what is to last.
    worked: bool,
    /// Whether somebody is on the way to commit.
    awaited: bool,
    outcome: watch::Sender<Outcome>,
}

/// How the commit ended, once it has.
type Outcome = Option<Result<(), Arc<sqlx::Error>>>;

/// What became of the savepoint of the last writer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Savepoint {
    None,
    /// It stands, and everything since is to last.
    Kept,
    /// It stands, and everything since is to be taken back.
    Abandoned,
}

impl Line {
    /// A line for the one connection of this pool.
    pub(in crate::store) fn new(pool: SqlitePool) -> Line {
        Line {
            pool,
            place: Place::default(),
        }
    }

    /// Waits for a turn to write.
    ///
    /// The transaction has the lock of the file from its start, so that it cannot fail halfway because another process
    /// got in between.
    pub(super) async fn turn(&self) -> Result<Turn, sqlx::Error> {
        let place = Arc::clone(&self.place).lock_owned();
        let waited = tokio::time::timeout(PATIENCE, place).await;
        let mut held = waited.map_err(|_| sqlx::Error::PoolTimedOut)?;
        let place = Arc::clone(&self.place);
        if held
            .as_ref()
            .is_some_and(|it| it.savepoint != Savepoint::Abandoned)
        {
            return Ok(Turn::new(held, place));
        }
        // In a task of its own: should the caller go away, it still ends with a turn, which is then given up.
        let pool = self.pool.clone();
        let opened = tokio::spawn(async move {
            open(&mut held, &pool).await?;
            Ok(Turn::new(held, place))
        });
        opened.await.map_err(|_| sqlx::Error::WorkerCrashed)?
    }

    /// Closes the connection, once what is under way is done.
    pub(super) async fn close(&self) {
        self.pool.close().await;
    }
}

/// Takes back what the last writer left half done, and begins a transaction if there is none.
async fn open(held: &mut Option<Group>, pool: &SqlitePool) -> Result<(), sqlx::Error> {
    if let Some(group) = held.as_mut()
        && let Err(error) = group.take_back().await
        && let Some(group) = held.take()
    {
        // The database gave the whole transaction up, for example because the disk is full.
        group.end(Err(error)).await;
    }
    if held.is_none() {
        *held = Some(Group::begin(pool).await?);
    }
    Ok(())
}

impl Group {
    async fn begin(pool: &SqlitePool) -> Result<Group, sqlx::Error> {
        // Not by the driver's own transactions: should the database give one up by itself, the driver goes on to believe
        // that there is one, and never begins another.
        let mut connection = pool.acquire().await?;
        let begin = sqlx::raw_sql("BEGIN IMMEDIATE");
        begin.execute(&mut *connection).await?;
        Ok(Group {
            connection,
            savepoint: Savepoint::None,
            worked: false,
            awaited: false,
            outcome: watch::Sender::new(None),
        })
    }

    fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }

    fn subscribe(&self) -> watch::Receiver<Outcome> {
        self.outcome.subscribe()
    }

    /// Takes back what the last writer left half done. Doing so twice does no harm.
    async fn take_back(&mut self) -> Result<(), sqlx::Error> {
        if self.savepoint == Savepoint::Abandoned {
            let back = sqlx::raw_sql("ROLLBACK TO writer");
            back.execute(self.connection()).await?;
            self.savepoint = Savepoint::Kept;
        }
        Ok(())
    }

    async fn commit(mut self) {
        let mut done = self.take_back().await;
        if done.is_ok() && self.worked {
            let commit = sqlx::raw_sql("COMMIT").execute(self.connection()).await;
            done = commit.map(drop);
            if done.is_ok() {
                self.outcome.send_replace(Some(Ok(())));
                return;
            }
        }
        // Nothing of it is to last.
        self.end(done).await;
    }

    /// Gives the transaction up, and says why.
    async fn end(mut self, outcome: Result<(), sqlx::Error>) {
        // It fails where the database has done so by itself.
        let _ended = sqlx::raw_sql("ROLLBACK").execute(self.connection()).await;
        self.outcome.send_replace(Some(outcome.map_err(Arc::new)));
    }
}

/// Commits the transaction that is open once everybody who stands in line now has had their turn.
async fn commit_in_turn(place: Place) {
    let mut held = place.lock_owned().await;
    if let Some(group) = held.take() {
        group.commit().await;
    }
}
