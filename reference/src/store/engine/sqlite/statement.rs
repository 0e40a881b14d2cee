//! Running a statement on a connection of SQLite.

use rusqlite::{CachedStatement, Connection};

use crate::store::DatabaseError;
use crate::store::row::{Columns, Row};
use crate::store::sql::Sql;

/// Runs the statement and returns how many rows it changed, without those of triggers.
pub(crate) fn execute(connection: &Connection, sql: &Sql<'_>) -> Result<u64, DatabaseError> {
    let changed = bound(connection, sql)?.raw_execute()?;
    Ok(u64::try_from(changed).unwrap_or(u64::MAX))
}

/// Runs the statement and returns all rows.
pub(crate) fn fetch_all<R: Row>(
    connection: &Connection,
    sql: &Sql<'_>,
) -> Result<Vec<R>, DatabaseError> {
    let mut statement = bound(connection, sql)?;
    let rows = statement.raw_query();
    rows.and_then(|row| R::read(&mut Columns::from_sqlite(row))).collect()
}

/// Runs a statement without parameters and rows, such as `BEGIN`.
pub(crate) fn execute_plain(connection: &Connection, text: &str) -> Result<(), DatabaseError> {
    connection.prepare_cached(text)?.raw_execute()?;
    Ok(())
}

/// The statement from the cache or prepared now, with its parameters bound.
///
/// To SQLite `$1` is a name, and names get numbers in the order of their first use.
fn bound<'c>(
    connection: &'c Connection,
    sql: &Sql<'_>,
) -> Result<CachedStatement<'c>, DatabaseError> {
    let mut statement = connection.prepare_cached(&sql.text)?;
    for index in 1..=statement.parameter_count() {
        let name = statement.parameter_name(index).unwrap_or_default();
        let number: Option<usize> = name.strip_prefix('$').and_then(|number| number.parse().ok());
        let value = number.and_then(|number| sql.values.get(number.checked_sub(1)?));
        let value =
            value.ok_or_else(|| rusqlite::Error::InvalidParameterName(sql.text.to_string()))?;
        statement.raw_bind_parameter(index, value)?;
    }
    Ok(statement)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sql::sql;

    #[test]
    fn values_are_bound_by_number() {
        let database = Connection::open_in_memory().unwrap();
        let query = sql("SELECT $2, $1, $2, $3").bind("a").bind(2_i64).bind(true);
        let rows: Vec<(i64, String, (i64, bool))> = fetch_all(&database, &query).unwrap();
        assert_eq!(rows, [(2, "a".to_owned(), (2, true))]);
        let lacking = sql("SELECT $1, $2").bind("a");
        assert!(fetch_all::<(String, String)>(&database, &lacking).is_err());
    }

    #[test]
    fn changes_by_triggers_are_not_counted() {
        let database = Connection::open_in_memory().unwrap();
        let tables = "CREATE TABLE books (title TEXT PRIMARY KEY); CREATE TABLE log (title TEXT);
             CREATE TRIGGER logged AFTER INSERT ON books BEGIN
                 INSERT INTO log VALUES (NEW.title), (NEW.title); END";
        database.execute_batch(tables).unwrap();
        let put = || sql("INSERT INTO books VALUES ($1) ON CONFLICT DO NOTHING").bind("Emma");
        assert_eq!(execute(&database, &put()).unwrap(), 1);
        assert_eq!(execute(&database, &put()).unwrap(), 0);
    }
}
