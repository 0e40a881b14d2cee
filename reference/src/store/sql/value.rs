//! Parameter values: text or an integer, which may be null, or a boolean.

use rusqlite::types::{ToSqlOutput, ValueRef};

/// A parameter value.
#[derive(Debug, Clone, Copy)]
pub(in crate::store) enum Value<'v> {
    Text(Option<&'v str>),
    Integer(Option<i64>),
    Boolean(bool),
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match *self {
            Value::Text(Some(text)) => ValueRef::Text(text.as_bytes()),
            Value::Integer(Some(number)) => ValueRef::Integer(number),
            Value::Text(None) | Value::Integer(None) => ValueRef::Null,
            Value::Boolean(truth) => ValueRef::Integer(truth.into()),
        }))
    }
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Value::Text(Some(text))
    }
}

impl<'v> From<Option<&'v str>> for Value<'v> {
    fn from(text: Option<&'v str>) -> Self {
        Value::Text(text)
    }
}

impl<'v> From<&'v String> for Value<'v> {
    fn from(text: &'v String) -> Self {
        Value::Text(Some(text))
    }
}

impl<'v> From<&'v Option<String>> for Value<'v> {
    fn from(text: &'v Option<String>) -> Self {
        Value::Text(text.as_deref())
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Integer(Some(number))
    }
}

impl From<Option<i64>> for Value<'_> {
    fn from(number: Option<i64>) -> Self {
        Value::Integer(number)
    }
}

impl From<bool> for Value<'_> {
    fn from(truth: bool) -> Self {
        Value::Boolean(truth)
    }
}
