//! Descriptions of errors that are safe to log.

use std::error::Error;

use rusqlite::ffi::code_to_str;

use crate::store::DatabaseError;

/// Describes an error and its sources without quoting input.
///
/// Databases quote the conflicting row ("Key (email)=(...) already exists") or the text they could not read. Of their
/// errors only the code, the constraint and the table are described.
pub fn describe_error(error: &(dyn Error + 'static)) -> String {
    let mut words = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(error) = error.downcast_ref::<DatabaseError>() {
            words.push(describe_database_error(error));
            break;
        }
        words.push(error.to_string());
        next = error.source();
    }
    words.join(": ")
}

fn describe_database_error(error: &DatabaseError) -> String {
    match error {
        DatabaseError::Sqlite(_) => match error.sqlite_code() {
            Some(code) => format!("the database refused with {code}, {}", code_to_str(code)),
            None => "a value could not be encoded or decoded".to_owned(),
        },
        DatabaseError::Postgres(error) => describe_postgres_error(error),
        DatabaseError::Commit(error) => {
            format!("the commit failed: {}", describe_database_error(error))
        }
        // Their messages are fixed.
        DatabaseError::TimedOut
        | DatabaseError::FileMoved
        | DatabaseError::FileTruncated
        | DatabaseError::SyncFailed
        | DatabaseError::TransactionLost
        | DatabaseError::NoRow
        | DatabaseError::Unreadable { .. }
        | DatabaseError::Closed => error.to_string(),
    }
}

fn describe_postgres_error(error: &sqlx::Error) -> String {
    use sqlx::Error as Of;

    let error = match error {
        Of::Database(error) => error,
        // Messages of the system about files and connections, and fixed messages.
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
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the shelf could not be filled")]
    struct Outer(#[source] DatabaseError);

    #[test]
    fn fixed_messages_are_kept() {
        let words = describe_error(&Outer(DatabaseError::Postgres(sqlx::Error::PoolClosed)));
        assert!(words.ends_with(": attempted to acquire a connection on a closed pool"));
        let decode = sqlx::Error::Decode("cannot read `canary`".into());
        let decode = Outer(DatabaseError::Postgres(decode));
        assert!(!describe_error(&decode).contains("canary"));
    }
}
