//! Opening a database, and bringing its tables to this version.

use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use crate::store::{Store, StoreError};

static MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");

/// How long a connection waits for another process to release the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const READERS: u32 = 8;

impl Store {
    /// Opens the database at `sqlite://PATH` or `sqlite::memory:`, making the file if there is
    /// none.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        if !url.starts_with("sqlite:") {
            let scheme = url.split(':').next().unwrap_or_default().to_owned();
            return Err(StoreError::UnknownEngine { scheme });
        }
        let store = if is_memory(url) {
            in_memory(url).await
        } else {
            on_disk(url).await
        };
        let store = store.map_err(|source| StoreError::Open {
            place: place(url),
            source,
        })?;
        store.migrate().await?;
        Ok(store)
    }

    /// All migrations run within one transaction that holds the write lock, so that of several
    /// processes starting on the same new file one makes the tables and the others find them made.
    async fn migrate(&self) -> Result<(), StoreError> {
        let begun = self.writer.begin_with("BEGIN IMMEDIATE").await;
        let mut transaction = begun.map_err(|source| StoreError::Migrate(source.into()))?;
        // `Migrator::run` is this call behind a trait whose lifetimes keep the future from being
        // `Send`.
        let migrated = MIGRATIONS.run_direct(None, &mut *transaction, false).await;
        migrated.map_err(StoreError::Migrate)?;
        transaction
            .commit()
            .await
            .map_err(|source| StoreError::Migrate(source.into()))
    }
}

async fn on_disk(url: &str) -> Result<Store, sqlx::Error> {
    let options = options(url)?.journal_mode(SqliteJournalMode::Wal);
    // The writer first: it makes the file and turns it to write-ahead logging.
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .test_before_acquire(false)
        .connect_with(options.clone())
        .await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        .test_before_acquire(false)
        .connect_lazy_with(options);
    Ok(Store { readers, writer })
}

/// A database in memory lives as long as its connection, so there is exactly one, and it is never
/// let go.
async fn in_memory(url: &str) -> Result<Store, sqlx::Error> {
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None);
    let pool: SqlitePool = pool.connect_with(options(url)?).await?;
    Ok(Store {
        readers: pool.clone(),
        writer: pool,
    })
}

fn options(url: &str) -> Result<SqliteConnectOptions, sqlx::Error> {
    Ok(SqliteConnectOptions::from_str(url)?
        .create_if_missing(true)
        .foreign_keys(true)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY_TIMEOUT))
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
