//! Opening PostgreSQL, which several processes may use at once.

use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Error};

use crate::store::engine::{Pools, PostgresPool};
use crate::store::open::recognize::{Origin, TABLE, origin_of};
use crate::store::open::tables::POSTGRES as MIGRATIONS;
use crate::store::{DatabaseError, StoreError};

/// Opens the database at the URL and migrates its tables to this version.
pub(super) async fn open(url: &str, timeout: Duration) -> Result<Pools, StoreError> {
    if !is_clear(url) {
        return Err(StoreError::UnclearUrl);
    }
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
    let mut connection = PgConnection::connect_with(&migrating).await.map_err(unreachable)?;
    match origin(&mut connection).await.map_err(unreachable)? {
        Origin::Usable => {}
        Origin::Newer => return Err(StoreError::Newer { place: place(&options) }),
        Origin::Foreign => return Err(StoreError::Foreign { place: place(&options) }),
    }
    migrate(connection).await.map_err(StoreError::Migrate)?;

    // Statements outside of transactions read committed data, whatever the server's default.
    let options = with_defaults(options, timeout)
        .options([("default_transaction_isolation", "read committed")]);

    Ok(Pools::Postgres(PostgresPool::new(options, timeout)))
}

/// Whether user and password are where they must be, so that no part of a password is taken for a host or a database,
/// which messages name.
fn is_clear(url: &str) -> bool {
    let Some((_, rest)) = url.split_once("://") else {
        return false;
    };
    let (before, _) = rest.split_once('?').unwrap_or((rest, ""));
    let (_, path) = before.split_once('/').unwrap_or((before, ""));
    !path.contains('@') && !before.contains('#')
}

/// Whose database it is. The tables are read before the migrations: those of a process that migrates at the same time
/// are recorded when they can be seen. Tables of extensions do not count.
async fn origin(connection: &mut PgConnection) -> Result<Origin, Error> {
    let others = "SELECT EXISTS (
        SELECT 1 FROM pg_class
        WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relkind IN ('r', 'p')
            AND relname <> $1
            AND NOT EXISTS (SELECT 1 FROM pg_depend
                WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'))";
    let others = sqlx::query_scalar(others).bind(TABLE).fetch_one(&mut *connection).await?;
    let recorded = "SELECT to_regclass($1) IS NOT NULL";
    let recorded = sqlx::query_scalar(recorded).bind(TABLE).fetch_one(&mut *connection).await?;
    let mut applied = Vec::new();
    if recorded {
        let all = "SELECT version, checksum FROM _sqlx_migrations";
        applied = sqlx::query_as(all).fetch_all(&mut *connection).await?;
    }
    Ok(origin_of(&MIGRATIONS, &applied, others))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_have_one_reading() {
        for url in [
            "postgres://host/db",
            "postgres://user:se%40cret@host:5432/db?application_name=a@b",
            "postgres:///db?host=/run/postgresql",
            "postgresql://user@host",
            "postgres://user:s@cret@host/db",
        ] {
            assert!(is_clear(url), "{url}");
        }
        for url in [
            "postgres:user:secret@host/db",
            "postgres:/user:secret@host/db",
            "postgres:///user:secret@host/db",
            "postgres://user:se@cr/et@host/db",
            "postgres://user:12#secret@host/db",
            "postgres:",
        ] {
            assert!(!is_clear(url), "{url}");
        }
    }
}
