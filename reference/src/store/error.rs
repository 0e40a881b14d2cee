//! What can go wrong with the database itself. Refusals by rule are not errors here but answers.

mod database;
mod transient;

pub use database::DatabaseError;

/// The database failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address names no engine this program has.
    #[error(
        "cannot use a database of the kind `{scheme}`; \
         write `sqlite://PATH`, `sqlite::memory:` or `postgres://USER@HOST/DATABASE`"
    )]
    UnknownEngine {
        /// What stands before the first colon; the rest may hold a password and is not repeated.
        scheme: String,
    },
    /// It could not be opened.
    #[error("cannot open the database {place}")]
    Open {
        /// The file, `in memory`, or name and host.
        place: String,
        /// Why.
        source: DatabaseError,
    },
    /// Its tables could not be brought to this version.
    #[error("cannot bring the tables of the database to this version of the program")]
    Migrate(#[source] sqlx::migrate::MigrateError),
    /// A query failed.
    #[error("the database could not {doing}")]
    Query {
        /// What it was asked to do.
        doing: &'static str,
        /// Why.
        source: DatabaseError,
    },
    /// A row holds what no version up to this one writes.
    #[error("the database holds a {what} that this version of the program cannot read")]
    Unreadable {
        /// What the value should be.
        what: &'static str,
    },
}

impl StoreError {
    /// Whether the database is merely out of reach, out of room or taken by others, so that the same
    /// may go well later.
    pub fn is_transient(&self) -> bool {
        match self {
            StoreError::Query { source, .. } => transient::is_transient(source),
            _ => false,
        }
    }
}

/// Says what was being done when a query failed.
pub(super) fn failed(doing: &'static str) -> impl FnOnce(DatabaseError) -> StoreError {
    move |source| StoreError::Query { doing, source }
}

/// A value that was read, or the error that it could not be.
pub(super) fn readable<T>(value: Option<T>, what: &'static str) -> Result<T, StoreError> {
    value.ok_or(StoreError::Unreadable { what })
}
