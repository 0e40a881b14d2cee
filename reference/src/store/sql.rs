//! Statements with their parameters, written once for both engines.
//!
//! The text uses what SQLite and PostgreSQL have in common: `$1` for a parameter, times and cents as integers, lists and
//! enumerations as text, and bare conditions (`WHERE allowed`, not `allowed = 1`). It consists of literals only, so no
//! input can become part of it.

mod insert;

use std::borrow::Cow;

pub(super) use insert::{Insert, insert, insert_into};

use crate::domain::page::{Page, PageRequest};
use crate::store::column::Value;
use crate::store::engine::{Executor, Pools, Transaction};
use crate::store::error::failed;
use crate::store::row::{Record, Row};
use crate::store::{DatabaseError, Inserted, StoreError};

/// Rows that a statement may skip before it counts as long.
const LONG_OFFSET: i64 = 1000;

/// A statement with its parameters.
pub(crate) struct Sql<'v> {
    pub(super) text: Cow<'static, str>,
    pub(super) values: Vec<Value<'v>>,
    /// It may take too long for other tasks of its thread to wait.
    pub(super) long: bool,
}

/// A statement with this text.
pub(super) fn sql<'v>(text: &'static str) -> Sql<'v> {
    Sql { text: Cow::Borrowed(text), values: Vec::new(), long: false }
}

/// Selects records; `rest` begins with ` FROM`.
pub(super) fn select<'v, R: Record>(rest: &'static str) -> Sql<'v> {
    sql(rest).select(R::COLUMNS)
}

impl<'v> Sql<'v> {
    /// The statement that selects columns, where this one begins with ` FROM`.
    pub(super) fn select(&self, columns: &'static str) -> Sql<'v> {
        let text = format!("SELECT {columns}{}", self.text).into();
        Sql { text, values: self.values.clone(), long: self.long }
    }

    /// Appends the columns of the records that the statement returns.
    pub(super) fn returning<R: Record>(mut self) -> Self {
        self.push(" RETURNING ").push(R::COLUMNS);
        self
    }

    /// Adds the value of the next `$n` of the text.
    pub(super) fn bind(mut self, value: impl Into<Value<'v>>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Appends text.
    pub(super) fn push(&mut self, text: &'static str) -> &mut Self {
        self.text.to_mut().push_str(text);
        self
    }

    /// Appends a placeholder with its value.
    pub(super) fn push_bind(&mut self, value: impl Into<Value<'v>>) -> &mut Self {
        self.values.push(value.into());
        let placeholder = format!("${}", self.values.len());
        self.text.to_mut().push_str(&placeholder);
        self
    }

    /// Appends a non-empty list of placeholders in parentheses.
    pub(super) fn push_list(
        &mut self,
        values: impl IntoIterator<Item = impl Into<Value<'v>>>,
    ) -> &mut Self {
        for (index, value) in values.into_iter().enumerate() {
            self.push(if index == 0 { "(" } else { ", " });
            self.push_bind(value);
        }
        self.push(")")
    }

    /// Marks the statement as long.
    pub(super) fn long(mut self) -> Self {
        self.long = true;
        self
    }

    /// Marks the statement as long if it skips many rows.
    pub(super) fn after(self, rows: i64) -> Self {
        if rows > LONG_OFFSET { self.long() } else { self }
    }

    /// Whether a value contains a NUL character. No stored text does, so such a query finds nothing; PostgreSQL would
    /// refuse it.
    fn contains_nul(&self) -> bool {
        self.values
            .iter()
            .any(|value| matches!(value, Value::Text(Some(text)) if text.contains('\0')))
    }

    /// Runs it and returns how many rows it changed. `doing` is what it is for, in errors.
    pub(super) async fn execute<'c>(
        self,
        doing: &'static str,
        executor: impl Into<Executor<'c>>,
    ) -> Result<u64, StoreError> {
        self.record();
        executor.into().execute(self).await.map_err(failed(doing))
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
        self.record();
        pools.execute_and_commit(self).await.map_err(failed(doing))
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
        self.record();
        executor.into().fetch_all(self).await.map_err(failed(doing))
    }

    /// Selects a page of the records, where the statement begins with ` FROM`, and their total. In one transaction both
    /// are of the same moment.
    pub(super) async fn fetch_page<R: Record>(
        self,
        doing: &'static str,
        order: &'static str,
        page: PageRequest,
        reading: &mut Transaction,
    ) -> Result<Page<R>, StoreError> {
        let total = self.select("COUNT(*)").fetch_one(doing, &mut *reading).await?;
        let mut query = self.select(R::COLUMNS);
        query.push(" ORDER BY ").push(order);
        query.push(" LIMIT ").push_bind(page.limit());
        query.push(" OFFSET ").push_bind(page.offset());
        let items = query.after(page.offset()).fetch_all(doing, reading).await?;
        Ok(Page::new(page, items, total))
    }

    /// For the test that checks the query plans of all statements.
    fn record(&self) {
        #[cfg(test)]
        crate::store::tests::record(&self.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_numbered_placeholders() {
        let mut query = sql("SELECT 1 FROM books WHERE shelf = ");
        query.push_bind("'; DROP TABLE books").push(" AND title IN ");
        query.push_list(["a", "b"]).push(" LIMIT ").push_bind(3_i64);
        assert_eq!(
            query.text,
            "SELECT 1 FROM books WHERE shelf = $1 AND title IN ($2, $3) LIMIT $4"
        );
        assert_eq!(query.values.len(), 4);
    }

    #[test]
    fn large_offset_makes_a_statement_long() {
        assert!(!sql("").after(0).long);
        assert!(!sql("").after(LONG_OFFSET).long);
        assert!(sql("").after(LONG_OFFSET + 1).long);
    }

    #[test]
    fn nul_is_found_in_any_text() {
        assert!(sql("").bind(1_i64).bind("a\0").contains_nul());
        let without = sql("").bind("a").bind(None::<&str>).bind(true);
        assert!(!without.contains_nul());
    }
}
