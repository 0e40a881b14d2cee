//! Running a statement on PostgreSQL.

use sqlx::postgres::{PgArguments, Postgres};
use sqlx::query::Query;
use sqlx::{Arguments, AssertSqlSafe, PgExecutor};

use crate::store::DatabaseError;
use crate::store::column::Value;
use crate::store::row::{Columns, Row};
use crate::store::sql::Sql;

/// Runs the statement and returns how many rows it changed.
pub(super) async fn execute(on: impl PgExecutor<'_>, sql: Sql<'_>) -> Result<u64, DatabaseError> {
    Ok(query(sql)?.execute(on).await?.rows_affected())
}

/// Runs the statement and returns all rows.
pub(super) async fn fetch_all<R: Row>(
    on: impl PgExecutor<'_>,
    sql: Sql<'_>,
) -> Result<Vec<R>, DatabaseError> {
    let rows = query(sql)?.fetch_all(on).await?;
    rows.iter().map(|row| R::read(&mut Columns::from_postgres(row))).collect()
}

/// The statement as the driver takes it.
fn query(sql: Sql<'_>) -> Result<Query<'static, Postgres, PgArguments>, sqlx::Error> {
    let mut arguments = PgArguments::default();
    for value in sql.values {
        match value {
            Value::Text(text) => arguments.add(text.as_deref()),
            Value::Integer(number) => arguments.add(number),
            Value::Boolean(truth) => arguments.add(truth),
        }
        .map_err(sqlx::Error::Encode)?;
    }
    Ok(sqlx::query_with(AssertSqlSafe(sql.text), arguments))
}
