//! Rows of either engine, read column by column.
//!
//! Columns are read by position. Debug builds, and so all tests, also compare their names.

use sqlx::Row as _;
use sqlx::postgres::PgRow;

use crate::store::DatabaseError;
use crate::store::column::{Column, Primitive};

/// A value that is read from one or more columns.
pub(super) trait Row: Sized + Send + 'static {
    fn read(columns: &mut Columns<'_>) -> Result<Self, DatabaseError>;
}

/// The columns of a row that are still to be read.
pub(super) struct Columns<'r> {
    row: EngineRow<'r>,
    next: usize,
}

enum EngineRow<'r> {
    Sqlite(&'r rusqlite::Row<'r>),
    Postgres(&'r PgRow),
}

impl<'r> Columns<'r> {
    pub(super) fn from_sqlite(row: &'r rusqlite::Row<'r>) -> Columns<'r> {
        Columns { row: EngineRow::Sqlite(row), next: 0 }
    }

    pub(super) fn from_postgres(row: &'r PgRow) -> Columns<'r> {
        Columns { row: EngineRow::Postgres(row), next: 0 }
    }

    /// The value of the next column, which has this name.
    pub(super) fn next<T: Row>(&mut self, name: &str) -> Result<T, DatabaseError> {
        debug_assert!(self.next_is(name), "{name}");
        T::read(self)
    }

    fn next_stored<T: Primitive>(&mut self) -> Result<Option<T>, DatabaseError> {
        let index = self.next;
        self.next += 1;
        Ok(match self.row {
            EngineRow::Sqlite(row) => row.get(index)?,
            EngineRow::Postgres(row) => row.try_get(index)?,
        })
    }

    fn next_is(&self, name: &str) -> bool {
        match self.row {
            EngineRow::Sqlite(row) => row.as_ref().column_name(self.next) == Ok(name),
            EngineRow::Postgres(row) => {
                let column = row.columns().get(self.next);
                column.is_some_and(|column| sqlx::Column::name(column) == name)
            }
        }
    }
}

impl<T: Column> Row for Option<T> {
    fn read(columns: &mut Columns<'_>) -> Result<Option<T>, DatabaseError> {
        let stored: Option<T::Stored> = columns.next_stored()?;
        let read =
            |stored| T::from_stored(stored).ok_or(DatabaseError::Unreadable { kind: T::KIND });
        stored.map(read).transpose()
    }
}

impl<T: Column> Row for T {
    fn read(columns: &mut Columns<'_>) -> Result<T, DatabaseError> {
        let value: Option<T> = Row::read(columns)?;
        value.ok_or(DatabaseError::Unreadable { kind: T::KIND })
    }
}

macro_rules! tuples {
    ($(($($part:ident),*))*) => {$(
        impl<$($part: Row),*> Row for ($($part,)*) {
            fn read(columns: &mut Columns<'_>) -> Result<Self, DatabaseError> {
                Ok(($($part::read(columns)?,)*))
            }
        }
    )*};
}

tuples!((A)(A, B)(A, B, C));
