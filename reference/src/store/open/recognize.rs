//! Whether a database is one of this program, from the migrations that are recorded in it.

use sqlx::migrate::Migrator;

/// Whose database it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// An empty one, or one of this version or an earlier one.
    Usable,
    /// Of a newer version of this program.
    Newer,
    /// Of another program.
    Foreign,
}

/// The table of applied migrations, on both engines.
pub(super) const TABLE: &str = "_sqlx_migrations";

/// The origin of a database with these applied migrations, each with its checksum; `has_others` if it has tables other
/// than [`TABLE`]. Every version of this program has recorded its first migration.
pub(super) fn origin_of(
    migrations: &Migrator,
    applied: &[(i64, Vec<u8>)],
    has_others: bool,
) -> Origin {
    if applied.is_empty() {
        return if has_others { Origin::Foreign } else { Origin::Usable };
    }
    let is_first = |(version, checksum): &(i64, Vec<u8>)| {
        let first = migrations.iter().next();
        first.is_some_and(|first| first.version == *version && *first.checksum == **checksum)
    };
    if !applied.iter().any(is_first) {
        return Origin::Foreign;
    }
    let newest = migrations.iter().map(|migration| migration.version).max();
    let is_newer = applied.iter().map(|(version, _)| *version).max() > newest;
    if is_newer { Origin::Newer } else { Origin::Usable }
}
