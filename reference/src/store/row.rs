//! Rows of either engine, read column by column.
//!
//! Columns are read by position. Debug builds, and so all tests, also compare their names.

use sqlx::Row as _;
use sqlx::postgres::PgRow;

use crate::store::DatabaseError;
use crate::store::column::{Column, Primitive};
use crate::store::sql::Insert;

/// A value that is read from one or more columns.
pub(super) trait Row: Sized + Send + 'static {
    /// Reads the next columns.
    fn read(columns: &mut Columns<'_>) -> Result<Self, DatabaseError>;
}

/// A domain type with the columns that it is read from.
pub(super) trait Record: Row {
    /// The columns, in the order in which they are read. `*` would change under a prepared statement when a later
    /// version adds a column.
    const COLUMNS: &'static str;
}

/// A domain type that is inserted as a row.
pub trait InsertRecord {
    /// The table.
    const TABLE: &'static str;

    /// What an insert is for, in errors.
    const DOING: &'static str;

    /// Adds its columns.
    fn insert_columns<'v>(&'v self, insert: Insert<'v>) -> Insert<'v>;
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

/// Declares the table and the columns of a domain type: fields with the name of their column, others `as`
/// `field: column`, and `with` values of fields that no column has.
macro_rules! record {
    (
        $record:ident in $table:literal, $doing:literal { $first:ident $(, $field:ident)* }
        $(as { $($renamed:ident: $column:ident),+ })?
        $(with { $($unread:ident: $value:expr),+ })?
    ) => {
        impl $crate::store::row::Record for $record {
            const COLUMNS: &'static str = concat!(
                stringify!($first) $(, ", ", stringify!($field))* $($(, ", ", stringify!($column))+)?
            );
        }

        impl $crate::store::row::Row for $record {
            fn read(
                columns: &mut $crate::store::row::Columns<'_>,
            ) -> Result<Self, $crate::store::DatabaseError> {
                Ok($record {
                    $first: columns.next(stringify!($first))?,
                    $($field: columns.next(stringify!($field))?,)*
                    $($($renamed: columns.next(stringify!($column))?,)+)?
                    $($($unread: $value,)+)?
                })
            }
        }

        impl $crate::store::row::InsertRecord for $record {
            const TABLE: &'static str = $table;
            const DOING: &'static str = $doing;

            fn insert_columns<'v>(
                &'v self,
                insert: $crate::store::sql::Insert<'v>,
            ) -> $crate::store::sql::Insert<'v> {
                insert
                    .set(stringify!($first), &self.$first)
                    $(.set(stringify!($field), &self.$field))*
                    $($(.set(stringify!($column), &self.$renamed))+)?
            }
        }
    };
}

pub(super) use record;

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    #[derive(Debug, PartialEq)]
    struct Book {
        title: String,
        shelf: Option<String>,
        lent: bool,
    }

    record! { Book in "books", "insert a book" { title, shelf, lent } }

    fn read<R: Row>(select: &str) -> Result<R, DatabaseError> {
        let database = Connection::open_in_memory().unwrap();
        database.query_row_and_then(select, [], |row| R::read(&mut Columns::from_sqlite(row)))
    }

    #[test]
    fn columns_are_read_in_order() {
        let select = "SELECT 'Emma' AS title, NULL AS shelf, 1 AS lent, 7 AS total";
        let (book, total): (Book, i64) = read(select).unwrap();
        let expected = Book { title: "Emma".to_owned(), shelf: None, lent: true };
        assert_eq!((book, total), (expected, 7));
    }

    #[test]
    fn missing_column_or_other_type_is_an_error() {
        assert!(read::<(i64,)>("SELECT 'Emma'").is_err());
        assert!(read::<(String,)>("SELECT NULL").is_err());
        assert!(read::<(String, String)>("SELECT 'Emma'").is_err());
    }

    #[test]
    #[should_panic = "shelf"]
    fn columns_in_another_order_panic_in_debug_builds() {
        let _mixed = read::<Book>("SELECT 'Emma' AS title, 1 AS lent, NULL AS shelf");
    }
}
