//! The tables of both engines. What only one of them has, such as triggers that keep totals, is in a text of its own.

use std::sync::LazyLock;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr};

const TABLES: &str = include_str!("../../../migrations/0001_tables.sql");

/// Those of SQLite, where tables have the types that they declare only if they are strict, and strict tables have no
/// truth values.
pub(super) static SQLITE: LazyLock<Migrator> = LazyLock::new(|| {
    let tables = TABLES.replace(" BOOLEAN", " INTEGER").replace("\n);", "\n) STRICT;");
    migrator(tables + include_str!("../../../migrations/0001_totals_sqlite.sql"))
});

/// Those of PostgreSQL, where text has the order of the cluster's locale, and an integer has four bytes.
pub(super) static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| {
    let text = "CREATE DOMAIN plain_text AS TEXT COLLATE \"C\";\n\n";
    let tables = TABLES.replace(" TEXT", " plain_text").replace(" INTEGER", " BIGINT");
    migrator(
        text.to_owned() + &tables + include_str!("../../../migrations/0001_totals_postgres.sql"),
    )
});

/// The migrations of an engine, of which there is one so far. The macro of sqlx for this compiles sqlx a second time.
fn migrator(text: String) -> Migrator {
    let (simple, sql) = (MigrationType::Simple, AssertSqlSafe(text).into_sql_str());
    Migrator::with_migrations(vec![Migration::new(1, "tables".into(), simple, sql, false)])
}
