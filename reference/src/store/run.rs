//! Running a statement, wherever it is to run.

use crate::store::DatabaseError;
use crate::store::engine::{On, Pools};
use crate::store::row::Row;
use crate::store::sql::Sql;

impl Sql<'_> {
    /// Runs it, and tells how many rows it changed.
    pub(super) async fn execute<'c>(self, on: impl Into<On<'c>>) -> Result<u64, DatabaseError> {
        self.note();
        on.into().execute(self).await
    }

    /// Runs it as all there is to write, which lasts once this returns, and tells how many rows it changed.
    pub(super) async fn execute_only(self, pools: &Pools) -> Result<u64, DatabaseError> {
        self.note();
        pools.only(self).await
    }

    /// The only row.
    pub(super) async fn fetch_one<'c, R: Row>(
        self,
        on: impl Into<On<'c>>,
    ) -> Result<R, DatabaseError> {
        let row = self.fetch_optional(on).await?;
        row.ok_or(DatabaseError::NoRow)
    }

    /// The first row, if there is one.
    pub(super) async fn fetch_optional<'c, R: Row>(
        self,
        on: impl Into<On<'c>>,
    ) -> Result<Option<R>, DatabaseError> {
        if self.asks_for_nul() {
            return Ok(None);
        }
        self.note();
        on.into().fetch_optional(self).await
    }

    /// All rows.
    pub(super) async fn fetch_all<'c, R: Row>(
        self,
        on: impl Into<On<'c>>,
    ) -> Result<Vec<R>, DatabaseError> {
        if self.asks_for_nul() {
            return Ok(Vec::new());
        }
        self.note();
        on.into().fetch_all(self).await
    }

    /// For the test that looks at the plans of all statements.
    fn note(&self) {
        #[cfg(test)]
        crate::store::plans::note(self.text());
    }
}
