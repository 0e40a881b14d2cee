//! The queries with rusqlite on the task: a list of connections that read, and one that writes and commits each
//! transaction.

use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OptionalExtension, Row};

use crate::bare::{ACCOUNT, CREATE, GET, LIST, New, Subscriber, TEXTS};

/// As many as the reference has.
const READERS: usize = 8;

#[derive(Clone)]
pub struct Sqlite {
    readers: Arc<Mutex<Vec<Connection>>>,
    writer: Arc<tokio::sync::Mutex<Connection>>,
}

type Outcome<T> = rusqlite::Result<T>;

fn connect(path: &str) -> Outcome<Connection> {
    let connection = Connection::open(path)?;
    connection.set_prepared_statement_cache_capacity(64);
    let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON";
    connection.execute_batch(settings)?;
    Ok(connection)
}

fn read(row: &Row<'_>) -> Outcome<Subscriber> {
    let mut texts = [const { None }; TEXTS.len()];
    for (at, text) in texts.iter_mut().enumerate() {
        *text = row.get(at)?;
    }
    Ok(Subscriber { texts, created_at: row.get(TEXTS.len())? })
}

impl Sqlite {
    pub fn open(path: &str) -> Outcome<Sqlite> {
        let readers: Outcome<Vec<_>> = (0..READERS).map(|_| connect(path)).collect();
        Ok(Sqlite {
            readers: Arc::new(Mutex::new(readers?)),
            writer: Arc::new(tokio::sync::Mutex::new(connect(path)?)),
        })
    }

    /// The list is never empty: a task is not suspended while it has a connection, and there are fewer threads than
    /// connections.
    fn with<T>(&self, run: impl FnOnce(&Connection) -> Outcome<T>) -> Outcome<T> {
        let list = || self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let connection = list().pop().ok_or(rusqlite::Error::InvalidQuery)?;
        let done = run(&connection);
        list().push(connection);
        done
    }

    pub async fn one(&self, email: &str) -> Outcome<Option<Subscriber>> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(GET)?;
            query.query_row([ACCOUNT, email], read).optional()
        })
    }

    pub async fn list(&self) -> Outcome<Vec<Subscriber>> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(LIST)?;
            query.query_map([ACCOUNT], read)?.collect()
        })
    }

    pub async fn create(&self, new: &New) -> Outcome<()> {
        let writer = self.writer.lock().await;
        writer.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        let insert = rusqlite::params![ACCOUNT, new.uuid, new.email, new.name, new.created_at];
        writer.prepare_cached(CREATE)?.execute(insert)?;
        writer.prepare_cached("COMMIT")?.execute([])?;
        Ok(())
    }
}
