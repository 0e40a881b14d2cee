//! Errors in words that can be logged.

use std::error::Error;

use crate::store::DatabaseError;

/// An error and what led to it, without a word that may quote what a caller sent.
///
/// A database names the row that is in its way ("Key (email)=(...) already exists"), or the text it
/// could not read. Of its errors only the code, the constraint and the table are told.
pub fn describe_error(error: &(dyn Error + 'static)) -> String {
    let mut words = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(error) = error.downcast_ref::<DatabaseError>() {
            words.push(of_database(error));
            break;
        }
        words.push(error.to_string());
        next = error.source();
    }
    words.join(": ")
}

fn of_database(error: &DatabaseError) -> String {
    match error {
        DatabaseError::Sqlite(_) => match error.sqlite_code() {
            Some(code) => format!("the database refused with {code}"),
            None => "a value could not be encoded or decoded".to_owned(),
        },
        DatabaseError::Postgres(error) => of_postgres(error),
        DatabaseError::Commit(error) => format!("the commit failed: {}", of_database(error)),
        // What has words of its own alone.
        DatabaseError::TimedOut
        | DatabaseError::FileMoved
        | DatabaseError::SyncFailed
        | DatabaseError::TransactionLost
        | DatabaseError::NoRow
        | DatabaseError::Closed => error.to_string(),
    }
}

fn of_postgres(error: &sqlx::Error) -> String {
    use sqlx::Error as Of;

    let error = match error {
        Of::Database(error) => error,
        // What the system says of files and connections, and what has words of its own alone.
        Of::Io(_) | Of::Tls(_) | Of::PoolTimedOut | Of::PoolClosed => {
            return error.to_string();
        }
        Of::WorkerCrashed | Of::BeginFailed => return error.to_string(),
        Of::Protocol(_) => return "the database broke its protocol".to_owned(),
        Of::Encode(_) => return "a value could not be encoded".to_owned(),
        Of::Decode(_) | Of::ColumnDecode { .. } => {
            return "a value could not be decoded".to_owned();
        }
        _ => return "the database driver failed".to_owned(),
    };
    let code = error.code().unwrap_or("no code".into());
    let mut words = format!("the database refused with {code}");
    if let Some(constraint) = error.constraint() {
        words += &format!(", constraint {constraint}");
    }
    if let Some(table) = error.table() {
        words += &format!(", table {table}");
    }
    words
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the shelf could not be filled")]
    struct Outer(#[source] DatabaseError);

    #[test]
    fn a_database_is_not_quoted() {
        let database = Connection::open_in_memory().unwrap();
        let statement = "SELECT canary@example.com FROM nowhere";
        let failed = database.execute(statement, []).unwrap_err();
        let failed = Outer(DatabaseError::Sqlite(failed));
        assert!(failed.0.to_string().contains("@"), "nothing to hide");
        let words = describe_error(&failed);
        let expected = "the shelf could not be filled: the database refused with 1";
        assert_eq!(words, expected);
    }

    #[test]
    fn what_has_no_values_is_told() {
        let words = describe_error(&Outer(DatabaseError::Postgres(sqlx::Error::PoolClosed)));
        assert!(words.ends_with(": attempted to acquire a connection on a closed pool"));
        let decode = sqlx::Error::Decode("cannot read `canary`".into());
        let decode = Outer(DatabaseError::Postgres(decode));
        assert!(!describe_error(&decode).contains("canary"));
    }
}
