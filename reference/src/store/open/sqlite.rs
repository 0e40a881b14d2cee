//! SQLite: a file, or memory.

use std::str::FromStr;

use sqlx::Connection;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use crate::store::StoreError;
use crate::store::engine::{Line, Pools};
use crate::store::open::PATIENCE;

static MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");

const READERS: u32 = 8;

/// The database at the address, with the tables of this version.
pub(super) async fn open(url: &str) -> Result<Pools, StoreError> {
    let opened = if is_memory(url) {
        in_memory(url).await
    } else {
        on_disk(url).await
    };
    let (readers, writer) = opened.map_err(|source| StoreError::Open {
        place: place(url),
        source,
    })?;
    migrate(&writer).await.map_err(StoreError::Migrate)?;
    let writers = Line::new(writer);
    Ok(Pools::Sqlite { readers, writers })
}

/// All migrations run within one transaction that holds the write lock, so that of several
/// processes starting on the same new file one makes the tables and the others find them made.
async fn migrate(writer: &SqlitePool) -> Result<(), sqlx::migrate::MigrateError> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    // `Migrator::run` is this call behind a trait whose lifetimes keep the future from being
    // `Send`.
    MIGRATIONS
        .run_direct(None, &mut *transaction, false)
        .await?;
    Ok(transaction.commit().await?)
}

/// Readers and the one writer of a file.
async fn on_disk(url: &str) -> Result<(SqlitePool, SqlitePool), sqlx::Error> {
    let options = options(url)?.journal_mode(SqliteJournalMode::Wal);
    // The writer first: it makes the file and turns it to write-ahead logging.
    // After a commit that failed, SQLite has no transaction any more while sqlx believes in one and
    // would begin no other: such a connection is thrown away.
    let writer = pool_of(1)
        .before_acquire(|writer, _| Box::pin(async { Ok(!writer.is_in_transaction()) }))
        .connect_with(options.clone())
        .await?;
    let readers = pool_of(READERS).connect_lazy_with(options);
    Ok((readers, writer))
}

/// A database in memory lives as long as its connection, so there is exactly one, and it is never
/// let go.
async fn in_memory(url: &str) -> Result<(SqlitePool, SqlitePool), sqlx::Error> {
    let pool = pool_of(1).idle_timeout(None).max_lifetime(None);
    let pool = pool.connect_with(options(url)?).await?;
    Ok((pool.clone(), pool))
}

fn pool_of(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(PATIENCE)
        .test_before_acquire(false)
}

fn options(url: &str) -> Result<SqliteConnectOptions, sqlx::Error> {
    Ok(SqliteConnectOptions::from_str(url)?
        .create_if_missing(true)
        .foreign_keys(true)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(PATIENCE))
}

fn is_memory(url: &str) -> bool {
    url.contains(":memory:") || url.contains("mode=memory")
}

fn place(url: &str) -> String {
    if is_memory(url) {
        return "in memory".to_owned();
    }
    let path = url.trim_start_matches("sqlite:").trim_start_matches("//");
    path.split('?').next().unwrap_or_default().to_owned()
}
