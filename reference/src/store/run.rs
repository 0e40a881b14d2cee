//! Runs statements on a connection or in a transaction.

use crate::domain::page::{Page, PageRequest};
use crate::store::engine::{Executor, Pools, Transaction};
use crate::store::error::failed;
use crate::store::hook::StatementHook;
use crate::store::record::Record;
use crate::store::row::Row;
use crate::store::sql::Sql;
use crate::store::{DatabaseError, Inserted, StoreError};

impl Sql<'_> {
    /// Runs it and returns how many rows it changed. `doing` is what it is for, in errors.
    pub(super) async fn execute<'c>(
        self,
        doing: &'static str,
        executor: impl Into<Executor<'c>>,
    ) -> Result<u64, StoreError> {
        let executor = executor.into();
        let sql = self.hooked(doing, executor.hook());
        executor.execute(sql).await.map_err(failed(doing))
    }

    /// Runs an insert of one row, which does nothing if the row exists.
    pub(super) async fn insert(
        self,
        doing: &'static str,
        transaction: &mut Transaction,
    ) -> Result<Inserted, StoreError> {
        let rows = self.execute(doing, transaction).await?;
        Ok(if rows == 0 { Inserted::Exists } else { Inserted::New })
    }

    /// Runs it in a transaction of its own, commits, and returns how many rows it changed.
    pub(super) async fn execute_and_commit(
        self,
        doing: &'static str,
        pools: &Pools,
    ) -> Result<u64, StoreError> {
        let sql = self.hooked(doing, pools.hook());
        pools.execute_and_commit(sql).await.map_err(failed(doing))
    }

    /// Runs it and returns its only row.
    pub(super) async fn fetch_one<'c, R: Row>(
        self,
        doing: &'static str,
        executor: impl Into<Executor<'c>>,
    ) -> Result<R, StoreError> {
        let row = self.fetch_optional(doing, executor).await?;
        row.ok_or_else(|| failed(doing)(DatabaseError::NoRow))
    }

    /// Runs it and returns its first row, if any.
    pub(super) async fn fetch_optional<'c, R: Row>(
        self,
        doing: &'static str,
        executor: impl Into<Executor<'c>>,
    ) -> Result<Option<R>, StoreError> {
        Ok(self.fetch_all(doing, executor).await?.into_iter().next())
    }

    /// Runs it and returns all rows.
    pub(super) async fn fetch_all<'c, R: Row>(
        self,
        doing: &'static str,
        executor: impl Into<Executor<'c>>,
    ) -> Result<Vec<R>, StoreError> {
        if self.contains_nul() {
            return Ok(Vec::new());
        }
        let executor = executor.into();
        let sql = self.hooked(doing, executor.hook());
        executor.fetch_all(sql).await.map_err(failed(doing))
    }

    /// Selects a page of the records, where the statement begins with ` FROM`, and counts them. In one transaction both
    /// are of the same moment.
    pub(super) async fn fetch_page<R: Record>(
        self,
        doing: &'static str,
        order: &'static str,
        page: PageRequest,
        reading: &mut Transaction,
    ) -> Result<Page<R>, StoreError> {
        let total = self.select("COUNT(*)");
        self.fetch_page_with(total, doing, order, page, reading).await
    }

    /// The same with a statement that selects the total.
    pub(super) async fn fetch_page_with<R: Record>(
        self,
        total: Sql<'_>,
        doing: &'static str,
        order: &'static str,
        page: PageRequest,
        reading: &mut Transaction,
    ) -> Result<Page<R>, StoreError> {
        let total = total.fetch_one(doing, &mut *reading).await?;
        let mut query = self.select(R::COLUMNS);
        query.push(" ORDER BY ").push(order);
        query.push(" LIMIT ").push_bind(page.limit());
        query.push(" OFFSET ").push_bind(page.offset());
        let items = query.after(page.offset()).fetch_all(doing, reading).await?;
        Ok(Page::new(page, items, total))
    }

    /// The statement as the hook of the store rewrites it.
    fn hooked(mut self, doing: &'static str, hook: &StatementHook) -> Self {
        self.text = hook.rewrite(doing, self.text);
        self
    }
}
