//! Statements with their parameters, written once for both engines.
//!
//! The text uses what SQLite and PostgreSQL have in common: `$1` for a parameter, times and cents as integers, lists and
//! enumerations as text, and bare conditions (`WHERE allowed`, not `allowed = 1`). It consists of literals only, so no
//! input can become part of it.

mod insert;

use std::borrow::Cow;

pub(super) use insert::{Insert, insert_into};

use crate::store::column::Value;

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

impl<'v> Sql<'v> {
    /// The statement that selects columns, where this one begins with ` FROM`.
    pub(super) fn select(&self, columns: &'static str) -> Sql<'v> {
        let text = format!("SELECT {columns}{}", self.text).into();
        Sql { text, values: self.values.clone(), long: self.long }
    }

    /// Adds the value of the next `$n` of the text.
    pub(super) fn bind(mut self, value: impl Into<Value<'v>>) -> Self {
        self.values.push(value.into());
        self
    }

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
    pub(super) fn contains_nul(&self) -> bool {
        self.values
            .iter()
            .any(|value| matches!(value, Value::Text(Some(text)) if text.contains('\0')))
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
}
