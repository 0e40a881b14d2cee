//! Opening PostgreSQL, which several processes may use at once.

use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Error};

use crate::store::engine::{Pools, PostgresPool};
use crate::store::{DatabaseError, StoreError};

static MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");

/// Opens the database at the URL and migrates its tables to this version.
pub(super) async fn open(url: &str, timeout: Duration) -> Result<Pools, StoreError> {
    let options = PgConnectOptions::from_str(url).map_err(|source| StoreError::Open {
        place: "at this address".to_owned(),
        source: DatabaseError::Postgres(source),
    })?;
    let unreachable = |source: Error| StoreError::Open {
        place: place(&options),
        source: DatabaseError::Postgres(source),
    };
    // Without time-outs, because another process may be migrating, and without notices about tables that exist already.
    let migrating = options.clone().options([
        ("lock_timeout", "0"),
        ("statement_timeout", "0"),
        ("client_min_messages", "warning"),
    ]);
    let connection = PgConnection::connect_with(&migrating).await.map_err(unreachable)?;
    migrate(connection).await.map_err(StoreError::Migrate)?;

    // Statements outside of transactions read committed data, whatever the server's default.
    let options = with_defaults(options, timeout)
        .options([("default_transaction_isolation", "read committed")]);

    Ok(Pools::Postgres(PostgresPool::new(options, timeout)))
}

/// The migrator holds a lock of the database, so that of several processes that start at once one migrates and the
/// others wait. The lock ends with the connection.
async fn migrate(mut connection: PgConnection) -> Result<(), MigrateError> {
    // `Migrator::run` is this call behind a trait whose lifetimes keep the future from being
    // `Send`.
    MIGRATIONS.run_direct(None, &mut connection, false).await?;
    Ok(connection.close().await?)
}

/// Adds settings that the URL does not make.
fn with_defaults(options: PgConnectOptions, timeout: Duration) -> PgConnectOptions {
    let timeout = timeout.as_millis();
    let own = options.get_options().unwrap_or_default().to_owned();
    let defaults = [
        ("lock_timeout", timeout.to_string()),
        ("statement_timeout", (2 * timeout).to_string()),
        ("idle_in_transaction_session_timeout", (6 * timeout).to_string()),
        // That of a cached page or a solid-state disk. With PostgreSQL's default of 4, lists are sorted instead of read
        // in the order of an index, until a new table is analyzed.
        ("random_page_cost", "1.1".to_owned()),
    ];
    options.options(defaults.into_iter().filter(|(name, _)| !own.contains(name)))
}

/// Name and host of the database, without the password.
fn place(options: &PgConnectOptions) -> String {
    let name = options.get_database().unwrap_or("of the user's name");
    match options.get_socket() {
        Some(socket) => format!("{name} at {}", socket.display()),
        None => format!("{name} at {}:{}", options.get_host(), options.get_port()),
    }
}
