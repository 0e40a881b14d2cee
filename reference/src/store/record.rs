//! Domain types that are rows of a table: their columns, listed once, for reading and for inserts.

use crate::store::row::Row;
use crate::store::sql::{Insert, Sql, insert_into, sql};

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

/// Selects records; `rest` begins with ` FROM`.
pub(super) fn select<'v, R: Record>(rest: &'static str) -> Sql<'v> {
    sql(rest).select(R::COLUMNS)
}

/// A record to insert.
pub(super) fn insert<'v, R: InsertRecord>(record: &'v R) -> Insert<'v> {
    record.insert_columns(insert_into(R::TABLE))
}

impl Sql<'_> {
    /// Appends the columns of the records that the statement returns.
    pub(super) fn returning<R: Record>(mut self) -> Self {
        self.push(" RETURNING ").push(R::COLUMNS);
        self
    }
}

/// Declares the table and the columns of a domain type: fields with the name of their column, others `as`
/// `field: column`, and `with` values of fields that no column has.
macro_rules! record {
    (
        $record:ident in $table:literal, $doing:literal { $first:ident $(, $field:ident)* }
        $(as { $($renamed:ident: $column:ident),+ })?
        $(with { $($unread:ident: $value:expr),+ })?
    ) => {
        impl $crate::store::record::Record for $record {
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

        impl $crate::store::record::InsertRecord for $record {
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
    use crate::store::DatabaseError;
    use crate::store::row::Columns;

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
