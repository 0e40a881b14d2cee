//! Running a statement on PostgreSQL.

mod pool;

use sqlx::postgres::{PgArguments, Postgres};
use sqlx::query::Query;
use sqlx::{Arguments, AssertSqlSafe};

use crate::store::DatabaseError;
use crate::store::column::Value;
use crate::store::row::{Columns, Row};
use crate::store::sql::Sql;

use pool::Connection;
pub(in crate::store) use pool::{PostgresPool, PostgresTransaction};

/// Runs the statement and returns how many rows it changed.
pub(super) async fn execute(on: &mut Connection, sql: Sql<'_>) -> Result<u64, DatabaseError> {
    let query = query(sql)?;
    Ok(on.run(async |raw| query.execute(raw).await).await?.rows_affected())
}

/// Runs the statement and returns all rows.
pub(super) async fn fetch_all<R: Row>(
    on: &mut Connection,
    sql: Sql<'_>,
) -> Result<Vec<R>, DatabaseError> {
    let query = query(sql)?;
    let rows = on.run(async |raw| query.fetch_all(raw).await).await?;
    rows.iter().map(|row| R::read(&mut Columns::from_postgres(row))).collect()
}

impl PostgresPool {
    /// Runs the statement in a transaction of its own and returns how many rows it changed.
    pub(super) async fn execute_and_commit(&self, sql: Sql<'_>) -> Result<u64, DatabaseError> {
        execute(&mut *self.get().await?, sql).await
    }
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
