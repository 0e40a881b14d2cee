//! Running a statement on an engine or in a transaction.

use crate::store::DatabaseError;
use crate::store::engine::{Executor, Pools};
use crate::store::row::Row;
use crate::store::sql::Sql;

impl Sql<'_> {
    /// Runs it and returns how many rows it changed.
    pub(super) async fn execute<'c>(
        self,
        executor: impl Into<Executor<'c>>,
    ) -> Result<u64, DatabaseError> {
        self.record();
        executor.into().execute(self).await
    }

    /// Runs it in a transaction of its own, commits, and returns how many rows it changed.
    pub(super) async fn execute_and_commit(self, pools: &Pools) -> Result<u64, DatabaseError> {
        self.record();
        pools.execute_and_commit(self).await
    }

    /// Runs it and returns its only row.
    pub(super) async fn fetch_one<'c, R: Row>(
        self,
        executor: impl Into<Executor<'c>>,
    ) -> Result<R, DatabaseError> {
        let row = self.fetch_optional(executor).await?;
        row.ok_or(DatabaseError::NoRow)
    }

    /// Runs it and returns its first row, if any.
    pub(super) async fn fetch_optional<'c, R: Row>(
        self,
        executor: impl Into<Executor<'c>>,
    ) -> Result<Option<R>, DatabaseError> {
        if self.contains_nul() {
            return Ok(None);
        }
        self.record();
        executor.into().fetch_optional(self).await
    }

    /// Runs it and returns all rows.
    pub(super) async fn fetch_all<'c, R: Row>(
        self,
        executor: impl Into<Executor<'c>>,
    ) -> Result<Vec<R>, DatabaseError> {
        if self.contains_nul() {
            return Ok(Vec::new());
        }
        self.record();
        executor.into().fetch_all(self).await
    }

    /// For the test that checks the query plans of all statements.
    fn record(&self) {
        #[cfg(test)]
        crate::store::plans::record(self.text());
    }
}
