//! One statement, written once for both engines, with the values it carries.
//!
//! The text keeps to what SQLite and PostgreSQL have in common: `$1` for a value, times and cents as
//! whole numbers, lists and words as text, conditions as they are (`WHERE allowed`, not `allowed =
//! 1`). It is made of literals alone, so that nothing a caller sent can become part of it. Where it
//! runs is said by an [`On`].

mod value;

use std::borrow::Cow;

use sqlx::postgres::PgRow;
use sqlx::query::Query;
use sqlx::sqlite::SqliteRow;
use sqlx::{Arguments, AssertSqlSafe, Database, Encode, FromRow, IntoArguments, Type};

use crate::store::engine::On;
use crate::store::sql::value::Value;

/// A statement, not yet run.
pub(super) struct Sql<'v> {
    text: Cow<'static, str>,
    values: Vec<Value<'v>>,
}

/// What a row of either engine can be read as.
pub(super) trait Row:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static
{
}

impl<R> Row for R where
    R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static
{
}

/// The statement of this text.
pub(super) fn sql<'v>(text: &'static str) -> Sql<'v> {
    Sql {
        text: Cow::Borrowed(text),
        values: Vec::new(),
    }
}

impl<'v> Sql<'v> {
    /// Gives the next `$n` of the text its value.
    pub(super) fn bind(mut self, value: impl Into<Value<'v>>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Goes on with this text.
    pub(super) fn push(&mut self, text: &'static str) -> &mut Self {
        self.text.to_mut().push_str(text);
        self
    }

    /// Goes on with a value.
    pub(super) fn push_bind(&mut self, value: impl Into<Value<'v>>) -> &mut Self {
        self.values.push(value.into());
        let placeholder = format!("${}", self.values.len());
        self.text.to_mut().push_str(&placeholder);
        self
    }

    /// Goes on with a list of values, which is not empty, in parentheses.
    pub(super) fn push_list(&mut self, values: impl IntoIterator<Item = &'v str>) -> &mut Self {
        for (index, value) in values.into_iter().enumerate() {
            self.push(if index == 0 { "(" } else { ", " });
            self.push_bind(value);
        }
        self.push(")")
    }

    /// The statement with another before it and one behind it, neither of which takes values.
    pub(super) fn between(mut self, before: &'static str, after: &'static str) -> Self {
        if !before.is_empty() || !after.is_empty() {
            self.text = Cow::Owned([before, &self.text, after].concat());
        }
        self
    }

    /// Runs it, and tells how many rows it changed.
    pub(super) async fn execute<'c>(self, on: impl Into<On<'c>>) -> Result<u64, sqlx::Error> {
        self.note();
        on.into().execute(self).await
    }

    /// The only row.
    pub(super) async fn fetch_one<'c, R: Row>(
        self,
        on: impl Into<On<'c>>,
    ) -> Result<R, sqlx::Error> {
        let row = self.fetch_optional(on).await?;
        row.ok_or(sqlx::Error::RowNotFound)
    }

    /// The first row, if there is one.
    pub(super) async fn fetch_optional<'c, R: Row>(
        self,
        on: impl Into<On<'c>>,
    ) -> Result<Option<R>, sqlx::Error> {
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
    ) -> Result<Vec<R>, sqlx::Error> {
        if self.asks_for_nul() {
            return Ok(Vec::new());
        }
        self.note();
        on.into().fetch_all(self).await
    }

    /// Whether a value holds a NUL character. No text of the database does, so that nothing can be
    /// found by it; PostgreSQL would not even hear the question.
    fn asks_for_nul(&self) -> bool {
        let mut values = self.values.iter();
        values.any(|it| matches!(it, Value::Text(Some(text)) if text.contains('\0')))
    }

    /// For the test that looks at the plans of all statements.
    fn note(&self) {
        #[cfg(test)]
        crate::store::plans::note(&self.text);
    }

    /// As an engine takes it.
    pub(super) fn query<E>(self) -> Result<Query<'static, E, E::Arguments>, sqlx::Error>
    where
        E: Database,
        E::Arguments: IntoArguments<E>,
        Option<&'v str>: Encode<'v, E> + Type<E>,
        Option<i64>: Encode<'v, E> + Type<E>,
        bool: Encode<'v, E> + Type<E>,
    {
        let mut arguments = E::Arguments::default();
        for value in self.values {
            match value {
                Value::Text(text) => arguments.add(text),
                Value::Integer(number) => arguments.add(number),
                Value::Boolean(truth) => arguments.add(truth),
            }
            .map_err(sqlx::Error::Encode)?;
        }
        Ok(sqlx::query_with(AssertSqlSafe(self.text), arguments))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_and_never_part_of_the_text() {
        let mut query = sql("SELECT 1 FROM books WHERE shelf = ");
        query
            .push_bind("'; DROP TABLE books")
            .push(" AND title IN ");
        query.push_list(["a", "b"]).push(" LIMIT ").push_bind(3_i64);
        assert_eq!(
            query.text,
            "SELECT 1 FROM books WHERE shelf = $1 AND title IN ($2, $3) LIMIT $4"
        );
        assert_eq!(query.values.len(), 4);
    }

    #[test]
    fn a_nul_is_seen_in_any_text() {
        assert!(sql("").bind(1_i64).bind("a\0").asks_for_nul());
        let without = sql("").bind("a").bind(None::<&str>).bind(true);
        assert!(!without.asks_for_nul());
    }
}
