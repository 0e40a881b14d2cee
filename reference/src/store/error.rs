//! Errors of the database. Refusals by rules of the service are not errors of the store.

mod database;
mod unavailable;

pub use database::DatabaseError;
pub use unavailable::Unavailable;

/// A failure of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The scheme of the URL is not a supported engine.
    #[error(
        "cannot use a database of the kind `{scheme}`; \
         write `sqlite://PATH`, `sqlite::memory:` or `postgres://USER@HOST/DATABASE`"
    )]
    UnknownEngine {
        /// The scheme. The rest of the URL may hold a password and is left out.
        scheme: String,
    },
    /// The URL of PostgreSQL has another form, or a password whose end is not clear.
    #[error(
        "cannot read the URL of the database, which is not repeated here because of its password; \
         write `postgres://USER:PASSWORD@HOST/NAME`, with `@`, `/`, `?` and `#` in the password as \
         %40, %2F, %3F and %23"
    )]
    UnclearUrl,
    /// There is no file to open.
    #[error("there is no database at {place}; check --database and the folder it starts from")]
    Missing {
        /// The file.
        place: String,
    },
    /// A version of this program that is newer than this one has migrated the database.
    #[error(
        "the database {place} is of a newer version of this program; \
         use that version, or choose another database with --database"
    )]
    Newer {
        /// The file, or name and host.
        place: String,
    },
    /// The tables are those of another program.
    #[error(
        "the database {place} is not a database of this program; \
         choose an empty or a new one with --database"
    )]
    Foreign {
        /// The file, or name and host.
        place: String,
    },
    /// The database could not be opened.
    #[error("cannot open the database {place}")]
    Open {
        /// The file, `in memory`, or name and host.
        place: String,
        /// Why.
        source: DatabaseError,
    },
    /// The tables could not be migrated to this version.
    #[error("cannot bring the tables of the database to this version of the program")]
    Migrate(#[source] sqlx::migrate::MigrateError),
    /// A statement failed.
    #[error("the database could not {doing}")]
    Query {
        /// What the statement was for.
        doing: &'static str,
        /// Why.
        source: DatabaseError,
    },
    /// A row holds a value that this version cannot read.
    #[error("the database holds a {what} that this version of the program cannot read")]
    Unreadable {
        /// The expected kind of value.
        what: &'static str,
    },
}

impl StoreError {
    /// Why the database is unavailable, or `None` if a retry fails as well.
    pub fn unavailable(&self) -> Option<Unavailable> {
        match self {
            StoreError::Query { source, .. } => source.unavailable(),
            _ => None,
        }
    }
}

/// Adds what a failed statement was for.
pub(super) fn failed(doing: &'static str) -> impl FnOnce(DatabaseError) -> StoreError {
    move |source| match source {
        DatabaseError::Unreadable { kind: what } => StoreError::Unreadable { what },
        source => StoreError::Query { doing, source },
    }
}

/// The value, or [`StoreError::Unreadable`] if it is absent.
pub(super) fn readable<T>(value: Option<T>, what: &'static str) -> Result<T, StoreError> {
    value.ok_or(StoreError::Unreadable { what })
}
