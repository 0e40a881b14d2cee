//! Rows of either engine, read column by column.
//!
//! Columns are read by position: a row type lists them in the order of the statement. Debug builds, and so all tests,
//! also compare the names.

use sqlx::Row as _;
use sqlx::postgres::PgRow;

use crate::store::DatabaseError;

/// A value that is read from one or more columns.
pub(super) trait Row: Sized + Send + 'static {
    /// Reads the next columns.
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
        let row = EngineRow::Sqlite(row);
        Columns { row, next: 0 }
    }

    pub(super) fn from_postgres(row: &'r PgRow) -> Columns<'r> {
        let row = EngineRow::Postgres(row);
        Columns { row, next: 0 }
    }

    /// The next column.
    fn next_value<T>(&mut self) -> Result<T, DatabaseError>
    where
        T: rusqlite::types::FromSql
            + for<'p> sqlx::Decode<'p, sqlx::Postgres>
            + sqlx::Type<sqlx::Postgres>,
    {
        let index = self.next;
        self.next += 1;
        Ok(match self.row {
            EngineRow::Sqlite(row) => row.get(index)?,
            EngineRow::Postgres(row) => row.try_get(index)?,
        })
    }

    /// Whether the next column has this name.
    pub(super) fn next_is(&self, name: &str) -> bool {
        match self.row {
            EngineRow::Sqlite(row) => row.as_ref().column_name(self.next) == Ok(name),
            EngineRow::Postgres(row) => {
                let column = row.columns().get(self.next);
                column.is_some_and(|column| sqlx::Column::name(column) == name)
            }
        }
    }
}

macro_rules! single {
    ($($type:ty),*) => {$(
        impl Row for $type {
            fn read(columns: &mut Columns<'_>) -> Result<Self, DatabaseError> {
                columns.next_value()
            }
        }
    )*};
}

single!(String, Option<String>, i64, Option<i64>, bool);

macro_rules! tuples {
    ($(($($part:ident),*))*) => {$(
        impl<$($part: Row),*> Row for ($($part,)*) {
            fn read(columns: &mut Columns<'_>) -> Result<Self, DatabaseError> {
                Ok(($($part::read(columns)?,)*))
            }
        }
    )*};
}

tuples!((A)(A, B)(A, B, C)(A, B, C, D)(A, B, C, D, E));

/// Declares a row struct whose fields are the columns of the statement, in order.
macro_rules! row {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident { $($field:ident: $type:ty,)* }) => {
        $(#[$attribute])*
        $visibility struct $name {
            $($field: $type,)*
        }

        impl $crate::store::row::Row for $name {
            fn read(
                columns: &mut $crate::store::row::Columns<'_>,
            ) -> Result<Self, $crate::store::DatabaseError> {
                $(
                    debug_assert!(columns.next_is(stringify!($field)), stringify!($field));
                    let $field = $crate::store::row::Row::read(columns)?;
                )*
                Ok($name { $($field,)* })
            }
        }
    };
}

pub(super) use row;

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    row! {
        #[derive(Debug, PartialEq)]
        struct Book {
            title: String,
            shelf: Option<String>,
            lent: bool,
        }
    }

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
