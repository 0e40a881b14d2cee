//! One writer's turn in the line: statements within a savepoint, then a commit shared with others, or nothing.

use std::io;
use std::sync::Arc;

use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteConnection};
use sqlx::{Executor, FromRow};
use tokio::runtime::Handle;
use tokio::sync::OwnedMutexGuard;

use crate::store::engine::line::{Group, Place, Savepoint, commit_in_turn};
use crate::store::sql::{Row, Sql};

/// A writer's turn. Dropped without [`Turn::commit`], it leaves nothing behind.
pub(in crate::store) struct Turn {
    /// Given up when a statement fails, other than by meeting a constraint: who knows what is left of the transaction.
    seat: Option<Seat>,
}

/// The transaction, in the hands of one writer.
pub(super) struct Seat {
    /// Holds a group as long as this exists.
    held: OwnedMutexGuard<Option<Group>>,
    place: Place,
    /// Whether the savepoint of this writer stands.
    entered: bool,
    /// Whether what was written is to last.
    kept: bool,
}

type Statement = Query<'static, Sqlite, SqliteArguments>;

impl Turn {
    pub(super) fn new(held: OwnedMutexGuard<Option<Group>>, place: Place) -> Turn {
        Turn {
            seat: Some(Seat {
                held,
                place,
                entered: false,
                kept: false,
            }),
        }
    }

    /// How many rows the statement changed.
    pub(in crate::store) async fn execute(&mut self, sql: Sql<'_>) -> Result<u64, sqlx::Error> {
        // The driver would add up what all statements report, the savepoint's too, which repeats what was before it.
        let (seat, statement) = self.enter(sql, "; SELECT changes()")?;
        let done = tokio::spawn(async move {
            let mut seat = seat;
            let row = seat.connection()?.fetch_one(statement).await;
            let changed = row.and_then(|row| <(i64,)>::from_row(&row));
            seat.after(changed)
        });
        let (changed,) = self.back(done.await)?;
        Ok(u64::try_from(changed).unwrap_or_default())
    }

    /// The first row of the statement.
    pub(in crate::store) async fn fetch_optional<R: Row>(
        &mut self,
        sql: Sql<'_>,
    ) -> Result<Option<R>, sqlx::Error> {
        let (seat, statement) = self.enter(sql, "")?;
        let done = tokio::spawn(async move {
            let mut seat = seat;
            let row = seat.connection()?.fetch_optional(statement).await;
            let read = row.and_then(|row| row.map(|row| R::from_row(&row)).transpose());
            seat.after(read)
        });
        self.back(done.await)
    }

    /// All rows of the statement.
    pub(in crate::store) async fn fetch_all<R: Row>(
        &mut self,
        sql: Sql<'_>,
    ) -> Result<Vec<R>, sqlx::Error> {
        let (seat, statement) = self.enter(sql, "")?;
        let done = tokio::spawn(async move {
            let mut seat = seat;
            let rows = seat.connection()?.fetch_all(statement).await;
            let read = rows.and_then(|rows| rows.iter().map(R::from_row).collect());
            seat.after(read)
        });
        self.back(done.await)
    }

    /// Hands the transaction on, and waits until what was written is on the disk.
    pub(in crate::store) async fn commit(mut self) -> Result<(), sqlx::Error> {
        let mut seat = self.seat.take().ok_or_else(lost)?;
        let mut outcome = seat.group()?.subscribe();
        seat.kept = true;
        drop(seat);
        match outcome.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(Ok(()))) => Ok(()),
            Ok(Some(Err(error))) => Err(sqlx::Error::Io(io::Error::other(Arc::clone(error)))),
            Ok(None) | Err(_) => Err(lost()),
        }
    }

    /// The seat and the statement to run on it, in a task of its own: should the caller go away meanwhile, the task still
    /// sees the statement through, and the savepoint stands where it must.
    ///
    /// The first statement sets the savepoint: each question to the connection is a way to its thread and back.
    fn enter(
        &mut self,
        sql: Sql<'_>,
        after: &'static str,
    ) -> Result<(Seat, Statement), sqlx::Error> {
        let mut seat = self.seat.take().ok_or_else(lost)?;
        let before = seat.enter()?;
        let statement = sql.between(before, after).query::<Sqlite>()?;
        Ok((seat, statement))
    }

    /// Takes the seat back from the task that ran a statement.
    fn back<T>(&mut self, ran: Result<Ran<T>, tokio::task::JoinError>) -> Result<T, sqlx::Error> {
        let (seat, done) = ran.map_err(|_| lost())??;
        self.seat = seat;
        done
    }
}

/// What came of a statement, and the seat unless it was given up.
type Ran<T> = Result<(Option<Seat>, Result<T, sqlx::Error>), sqlx::Error>;

impl Seat {
    fn group(&mut self) -> Result<&mut Group, sqlx::Error> {
        self.held.as_mut().ok_or_else(lost)
    }

    fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        Ok(self.group()?.connection())
    }

    /// What has to be run just before the next statement.
    fn enter(&mut self) -> Result<&'static str, sqlx::Error> {
        let entered = self.entered;
        let group = self.group()?;
        let before = match (entered, group.savepoint) {
            (true, _) => "",
            (false, Savepoint::None) => "SAVEPOINT writer; ",
            (false, _) => "RELEASE writer; SAVEPOINT writer; ",
        };
        // Until the turn ends well.
        group.savepoint = Savepoint::Abandoned;
        self.entered = true;
        Ok(before)
    }

    fn after<T>(self, done: Result<T, sqlx::Error>) -> Ran<T> {
        let sound = match &done {
            Ok(_) | Err(sqlx::Error::RowNotFound) => true,
            Err(sqlx::Error::Database(error)) => error.is_unique_violation(),
            Err(_) => false,
        };
        Ok((sound.then_some(self), done))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let Some(group) = self.held.as_mut() else {
            return;
        };
        if self.kept {
            group.worked = true;
            if self.entered {
                group.savepoint = Savepoint::Kept;
            }
        }
        if group.awaited {
            return;
        }
        group.awaited = true;
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(commit_in_turn(Arc::clone(&self.place)))),
            // The runtime is gone, and so is whoever waits.
            Err(_) => *self.held = None,
        }
    }
}

/// The transaction is gone; the same may go well another time.
fn lost() -> sqlx::Error {
    sqlx::Error::Io(io::Error::other("the transaction was given up"))
}
