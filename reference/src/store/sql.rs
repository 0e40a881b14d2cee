//! One statement, written once for both engines, with the values it carries.
//!
//! The text keeps to what SQLite and PostgreSQL have in common: `$1` for a value, times and cents as
//! whole numbers, lists and words as text, conditions as they are (`WHERE allowed`, not `allowed =
//! 1`). It is made of literals alone, so that nothing a caller sent can become part of it. Where it
//! runs is said when it is run (`run`).

mod value;

use std::borrow::Cow;

pub(super) use value::Value;

/// How many rows a statement may pass by before it counts as long.
const FAR: i64 = 1000;

/// A statement, not yet run.
pub(super) struct Sql<'v> {
    text: Cow<'static, str>,
    values: Vec<Value<'v>>,
    long: bool,
}

/// The statement of this text.
pub(super) fn sql<'v>(text: &'static str) -> Sql<'v> {
    Sql {
        text: Cow::Borrowed(text),
        values: Vec::new(),
        long: false,
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

    /// Says that it may take long: longer than whoever shares its thread should wait.
    pub(super) fn long(mut self) -> Self {
        self.long = true;
        self
    }

    /// Says how many rows it passes by before the first it gives.
    pub(super) fn after(self, rows: i64) -> Self {
        if rows > FAR { self.long() } else { self }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The text, to be kept, and the values.
    pub(super) fn into_parts(self) -> (Cow<'static, str>, Vec<Value<'v>>) {
        (self.text, self.values)
    }

    /// What `$number` of the text stands for.
    pub(super) fn value(&self, number: usize) -> Option<&Value<'v>> {
        self.values.get(number.checked_sub(1)?)
    }

    pub(super) fn is_long(&self) -> bool {
        self.long
    }

    /// Whether a value holds a NUL character. No text of the database does, so that nothing can be
    /// found by it; PostgreSQL would not even hear the question.
    pub(super) fn contains_nul(&self) -> bool {
        let mut values = self.values.iter();
        values.any(|it| matches!(it, Value::Text(Some(text)) if text.contains('\0')))
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
    fn a_page_far_from_the_first_takes_long() {
        assert!(!sql("").after(0).is_long());
        assert!(!sql("").after(FAR).is_long());
        assert!(sql("").after(FAR + 1).is_long());
    }

    #[test]
    fn a_nul_is_seen_in_any_text() {
        assert!(sql("").bind(1_i64).bind("a\0").contains_nul());
        let without = sql("").bind("a").bind(None::<&str>).bind(true);
        assert!(!without.contains_nul());
    }
}
