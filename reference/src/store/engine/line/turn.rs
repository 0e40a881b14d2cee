//! One writer's turn in the line: statements within a savepoint, or one statement without; then a commit shared with
//! others, or nothing.

use rusqlite::Connection;
use tokio::runtime::Handle;

use crate::store::DatabaseError;
use crate::store::engine::line::{Held, Line};
use crate::store::engine::sqlite::statement;
use crate::store::sql::Sql;

/// A writer's turn. Dropped without [`Turn::commit`], it leaves nothing behind.
pub(in crate::store) struct Turn {
    /// Holds a group, unless the database gave its transaction up.
    held: Held,
    line: Line,
    stage: Stage,
}

/// How far a writer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing was run that left anything behind.
    Fresh,
    /// The savepoint stands, and what was run since is whole.
    Entered,
    /// A statement failed, other than by meeting a constraint: nothing more is run.
    Spoilt,
    /// What was written is to last.
    Kept,
}

impl Turn {
    pub(super) fn new(held: Held, line: Line) -> Turn {
        let stage = Stage::Fresh;
        Turn { held, line, stage }
    }

    /// Runs a statement.
    pub(in crate::store) fn run<T>(
        &mut self,
        sql: &Sql<'_>,
        run: fn(&Connection, &Sql<'_>) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let group = self.held.as_mut().ok_or(DatabaseError::Lost)?;
        match self.stage {
            Stage::Fresh => {
                group.enter()?;
                self.stage = Stage::Entered;
            }
            Stage::Entered => {}
            Stage::Spoilt | Stage::Kept => return Err(DatabaseError::Lost),
        }
        let done = group.with(|it| run(it, sql));
        if done.as_ref().is_err_and(|it| !it.is_unique_violation()) {
            self.stage = Stage::Spoilt;
        }
        done
    }

    /// Runs a statement that needs no other, and waits until what it wrote is on the disk. It needs no savepoint: one that
    /// fails leaves nothing behind, and in one call nobody can go away halfway. Tells how many rows it changed.
    pub(super) async fn only(mut self, sql: &Sql<'_>) -> Result<u64, DatabaseError> {
        let group = self.held.as_mut().ok_or(DatabaseError::Lost)?;
        let changed = group.with(|it| statement::execute(it, sql))?;
        if changed > 0 {
            self.stage = Stage::Kept;
            self.hand_on().await?;
        }
        Ok(changed)
    }

    /// Hands the transaction on, and waits until what was written is on the disk.
    pub(in crate::store) async fn commit(mut self) -> Result<(), DatabaseError> {
        let group = self.held.as_mut().ok_or(DatabaseError::Lost)?;
        match self.stage {
            Stage::Fresh => {}
            Stage::Entered => {
                group.leave()?;
                self.stage = Stage::Kept;
            }
            Stage::Spoilt | Stage::Kept => return Err(DatabaseError::Lost),
        }
        self.hand_on().await
    }

    async fn hand_on(self) -> Result<(), DatabaseError> {
        let group = self.held.as_ref().ok_or(DatabaseError::Lost)?;
        let mut outcome = group.subscribe();
        drop(self);
        match outcome.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(Ok(()))) => Ok(()),
            Ok(Some(Err(error))) => Err(DatabaseError::Commit(error.clone())),
            Ok(None) | Err(_) => Err(DatabaseError::Lost),
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(group) = self.held.as_mut() else {
            return;
        };
        let left = match self.stage {
            Stage::Fresh => group.stands(),
            Stage::Kept => {
                group.keep();
                Ok(())
            }
            Stage::Entered | Stage::Spoilt => group.take_back(),
        };
        // If it fails, the database gave the whole transaction up, for example because the disk is full.
        let over = left.is_err() || group.is_idle();
        let needs_committer = !over && group.needs_committer();
        if over && let Some(group) = self.held.take() {
            group.end(left);
        }
        if !needs_committer {
            return;
        }
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(self.line.clone().commit_in_turn())),
            // The runtime is gone, and so is whoever waits.
            Err(_) => *self.held = None,
        }
    }
}
