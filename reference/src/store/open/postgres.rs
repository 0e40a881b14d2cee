//! PostgreSQL, which any number of processes may use at once.

use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{Connection, Error};

use crate::store::engine::Pools;
use crate::store::{DatabaseError, StoreError};

static MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");

/// Of one process. A server takes a hundred by default.
const CONNECTIONS: u32 = 16;

/// How long a connection may lie unused before it is asked whether the server is still there.
const TRUSTED: Duration = Duration::from_secs(1);

/// The database at the address, with the tables of this version.
pub(super) async fn open(url: &str, patience: Duration) -> Result<Pools, StoreError> {
    let options = PgConnectOptions::from_str(url).map_err(|source| StoreError::Open {
        place: "at this address".to_owned(),
        source: DatabaseError::Postgres(source),
    })?;
    let unreachable = |source: Error| StoreError::Open {
        place: place(&options),
        source: DatabaseError::Postgres(source),
    };
    // It waits as long as another process migrates.
    let migrating = without_time_outs(options.clone());
    let migrating = PgConnection::connect_with(&migrating).await;
    let migrating = migrating.map_err(unreachable)?;
    migrate(migrating).await.map_err(StoreError::Migrate)?;

    // Under load a connection that died is found out by the query that uses it and not by a question before each query; that
    // one request is told to come again. One that was not used for a while may have died with all the others.
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(patience)
        .test_before_acquire(false)
        .before_acquire(|connection, used| {
            Box::pin(async move {
                if used.idle_for > TRUSTED {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_lazy_with(committed_only(with_time_outs(options, patience)));
    Ok(Pools::Postgres(pool))
}

/// The migrations run under a lock of the database, so that of several processes starting at once
/// one makes the tables and the others find them made. The lock goes with the connection.
async fn migrate(mut connection: PgConnection) -> Result<(), MigrateError> {
    // `Migrator::run` is this call behind a trait whose lifetimes keep the future from being
    // `Send`.
    MIGRATIONS.run_direct(None, &mut connection, false).await?;
    Ok(connection.close().await?)
}

/// Without time-outs, and without the notices of what is there already.
fn without_time_outs(options: PgConnectOptions) -> PgConnectOptions {
    options.options([
        ("lock_timeout", "0"),
        ("statement_timeout", "0"),
        ("client_min_messages", "warning"),
    ])
}

/// With time-outs, as far as the address does not set them.
fn with_time_outs(options: PgConnectOptions, patience: Duration) -> PgConnectOptions {
    let patience = patience.as_millis();
    let own = options.get_options().unwrap_or_default().to_owned();
    let time_outs = [
        ("lock_timeout", patience),
        ("statement_timeout", 2 * patience),
        ("idle_in_transaction_session_timeout", 6 * patience),
    ];
    let ours = time_outs.into_iter();
    options.options(ours.filter(|(name, _)| !own.contains(name)))
}

/// What a statement without a transaction of its own sees, whatever the server does where nothing is said: what others
/// have committed before it.
fn committed_only(options: PgConnectOptions) -> PgConnectOptions {
    options.options([("default_transaction_isolation", "read committed")])
}

/// Where the database is, without the password.
fn place(options: &PgConnectOptions) -> String {
    let name = options.get_database().unwrap_or("of the user's name");
    match options.get_socket() {
        Some(socket) => format!("{name} at {}", socket.display()),
        None => format!("{name} at {}:{}", options.get_host(), options.get_port()),
    }
}
