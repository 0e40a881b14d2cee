//! A database for a test: SQLite, or PostgreSQL if [`SERVER`] is set.

use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};

use referral_reference::store::Store;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{Connection, FromRow};
use tempfile::TempDir;

/// The environment variable with the URL of a PostgreSQL server. Schemas are created in its database and are not
/// removed.
pub const SERVER: &str = "REFERRAL_TEST_DATABASE";

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Removed when dropped.
pub enum Database {
    /// In memory, for one store.
    Memory,
    /// A file in a folder, for several stores.
    File(TempDir),
    /// A schema of a PostgreSQL server, for several stores.
    Schema(String),
}

impl Database {
    /// A database for one store.
    pub async fn private() -> Database {
        match std::env::var(SERVER) {
            Ok(server) => Database::schema_of(&server).await,
            Err(_) => Database::Memory,
        }
    }

    /// A database for several stores.
    pub async fn shared() -> Database {
        match std::env::var(SERVER) {
            Ok(server) => Database::schema_of(&server).await,
            Err(_) => Database::file(),
        }
    }

    /// A file of SQLite.
    pub fn file() -> Database {
        Database::File(TempDir::new().unwrap())
    }

    /// A new schema in the database at this URL.
    pub async fn schema_of(server: &str) -> Database {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let schema = format!("test_{}_{number}", process::id());
        let mut connection = PgConnection::connect(server).await.unwrap();
        let create = sqlx::AssertSqlSafe(format!("CREATE SCHEMA {schema}"));
        sqlx::raw_sql(create).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let and = if server.contains('?') { '&' } else { '?' };
        Database::Schema(format!("{server}{and}options[search_path]={schema}"))
    }

    /// The URL.
    pub fn url(&self) -> String {
        match self {
            Database::Memory => "sqlite::memory:".to_owned(),
            Database::File(folder) => {
                format!("sqlite://{}", folder.path().join("referral.db").display())
            }
            Database::Schema(url) => url.clone(),
        }
    }

    /// Opens a store.
    pub async fn open(&self) -> Store {
        Store::open(&self.url()).await.unwrap()
    }

    /// The path of a SQLite file.
    pub fn path(&self) -> PathBuf {
        match self {
            Database::File(folder) => folder.path().join("referral.db"),
            Database::Memory | Database::Schema(_) => panic!("it is no file"),
        }
    }

    /// Another connection to a SQLite file.
    pub fn beside(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.path()).unwrap()
    }

    /// Runs a query without the store.
    pub async fn look<R>(&self, query: &'static str) -> Result<Vec<R>, Failure>
    where
        R: for<'r> TryFrom<&'r rusqlite::Row<'r>, Error = rusqlite::Error>,
        R: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        if let Database::Schema(url) = self {
            let mut connection = PgConnection::connect(url).await?;
            return Ok(sqlx::query_as(query).fetch_all(&mut connection).await?);
        }
        let connection = self.beside();
        let mut query = connection.prepare(query)?;
        let rows = query.query_map([], |row| R::try_from(row))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
