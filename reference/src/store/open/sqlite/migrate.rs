//! Migrates the tables of a file to this version.
//!
//! Applied migrations are recorded in a table like that of sqlx's
//! migrator, which does this for PostgreSQL.

use std::borrow::Cow;
use std::time::Instant;

use rusqlite::{Connection, Transaction, params};
use sqlx::migrate::{MigrateError, Migration};
use tokio::runtime::Handle;

use crate::store::DatabaseError;
use crate::store::engine::retry_while_busy;
use crate::store::hook::StatementHook;
use crate::store::open::DEFAULT_TIMEOUT;
use crate::store::open::recognize::{self, Origin};
use crate::store::open::tables::SQLITE as MIGRATIONS;

const TABLE: &str = "CREATE TABLE IF NOT EXISTS _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
)";

/// All migrations run in one transaction, which holds the write lock, so that of several processes that start on the
/// same new file one migrates and the others wait.
pub(super) fn migrate(
    transaction: Transaction<'_>,
    hook: &StatementHook,
) -> Result<(), MigrateError> {
    all(&transaction, hook)?;
    transaction.commit().map_err(failed)
}

fn all(connection: &Connection, hook: &StatementHook) -> Result<(), MigrateError> {
    connection.execute_batch(TABLE).map_err(failed)?;
    let applied = applied(connection).map_err(failed)?;
    let known = |version| MIGRATIONS.iter().find(|migration| migration.version == version);
    for (version, checksum) in &applied {
        match known(*version) {
            None => return Err(MigrateError::VersionMissing(*version)),
            Some(migration) if *migration.checksum != **checksum => {
                return Err(MigrateError::VersionMismatch(*version));
            }
            Some(_) => {}
        }
    }
    for migration in MIGRATIONS.iter() {
        if !applied.iter().any(|(applied, _)| *applied == migration.version) {
            apply(connection, migration, hook).map_err(failed)?;
        }
    }
    Ok(())
}

/// Whose file it is. Waits for other processes that switch the file to write-ahead logging.
pub(super) fn origin(connection: &Connection) -> Result<Origin, DatabaseError> {
    let look = || Ok(look(connection)?);
    Handle::current().block_on(retry_while_busy(DEFAULT_TIMEOUT, look))
}

fn look(connection: &Connection) -> rusqlite::Result<Origin> {
    // One transaction, so that both are of one state.
    let read = connection.unchecked_transaction()?;
    let query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    let tables = read
        .prepare(query)?
        .query_map([], |row| row.get(0))?
        .collect::<Result<Vec<String>, _>>()?;
    let applied = if tables.iter().any(|table| table == recognize::TABLE) {
        applied(&read)?
    } else {
        Vec::new()
    };
    let others = tables.iter().any(|table| table != recognize::TABLE);
    Ok(recognize::origin_of(&MIGRATIONS, &applied, others))
}

fn applied(connection: &Connection) -> rusqlite::Result<Vec<(i64, Vec<u8>)>> {
    let query = "SELECT version, checksum FROM _sqlx_migrations ORDER BY version";
    let mut query = connection.prepare(query)?;
    let rows = query.query_map([], |row| <(i64, Vec<u8>)>::try_from(row))?;
    rows.collect()
}

fn apply(
    connection: &Connection,
    migration: &Migration,
    hook: &StatementHook,
) -> rusqlite::Result<()> {
    let start = Instant::now();
    let text = Cow::Borrowed(migration.sql.as_str());
    connection.execute_batch(&hook.rewrite(StatementHook::MIGRATE, text))?;
    let nanoseconds = i64::try_from(start.elapsed().as_nanos()).unwrap_or(i64::MAX);
    let note =
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                VALUES (?1, ?2, TRUE, ?3, ?4)";
    connection.execute(
        note,
        params![migration.version, migration.description, migration.checksum, nanoseconds],
    )?;
    Ok(())
}

fn failed(error: rusqlite::Error) -> MigrateError {
    MigrateError::Source(Box::new(error))
}
