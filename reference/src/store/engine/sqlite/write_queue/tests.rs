//! Concurrent writers that commit, roll back, are cancelled or fail, and the number of commits they need.

mod wal;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::task::Poll;
use std::time::Duration;

use proptest::prelude::*;
use rusqlite::{Connection, ffi};
use tempfile::TempDir;

use super::*;
use crate::store::Unavailable;
use crate::store::sql::sql;

/// A file with a table of books, and its write queue.
struct Library {
    path: PathBuf,
    queue: WriteQueue,
    _folder: TempDir,
}

impl Library {
    fn new() -> Library {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("library.db");
        let mut file = DatabaseFile::new(
            path.display().to_string(),
            Duration::from_secs(5),
            StatementHook::default(),
        );
        let connection = file.create(Duration::ZERO).unwrap();
        let tables = "PRAGMA journal_mode = WAL;
             CREATE TABLE shelves (name TEXT PRIMARY KEY);
             CREATE TABLE books (title INTEGER PRIMARY KEY,
                 shelf TEXT REFERENCES shelves (name) DEFERRABLE INITIALLY DEFERRED)";
        connection.execute_batch(tables).unwrap();
        file.record_identity(&connection);
        Library { queue: WriteQueue::new(Arc::new(file), connection), path, _folder: folder }
    }

    /// The books that another connection sees.
    fn books(&self) -> BTreeSet<i64> {
        let connection = Connection::open(&self.path).unwrap();
        let mut books = connection.prepare("SELECT title FROM books").unwrap();
        let books = books.query_map([], |row| row.get(0)).unwrap();
        books.collect::<Result<_, _>>().unwrap()
    }

    fn count_commits(&self) -> usize {
        wal::count_commits(&self.path)
    }
}

fn insert(write: &mut WriteGuard, title: i64) -> u64 {
    let book = sql("INSERT INTO books (title) VALUES ($1) ON CONFLICT DO NOTHING").bind(title);
    write.run(&book, statement::execute).unwrap()
}

/// Polls a task once; whether it is pending.
async fn is_pending<T>(task: &mut (impl Future<Output = T> + Unpin)) -> bool {
    std::future::poll_fn(|context| {
        Poll::Ready(std::pin::Pin::new(&mut *task).poll(context).is_pending())
    })
    .await
}

/// How a writer of two books ends.
#[derive(Debug, Clone, Copy)]
enum End {
    Commit,
    RollBack,
    /// After this number of polls.
    Cancel(u8),
}

fn ends() -> impl Strategy<Value = Vec<End>> {
    let end = prop_oneof![
        3 => Just(End::Commit),
        1 => Just(End::RollBack),
        2 => (0_u8..6).prop_map(End::Cancel),
    ];
    prop::collection::vec(end, 1..40)
}

/// Writes the books `2 * number` and `2 * number + 1`; whether they were acknowledged.
async fn write_two(queue: WriteQueue, number: i64, end: End) -> bool {
    let mut write = queue.begin().await.unwrap();
    assert_eq!(insert(&mut write, 2 * number), 1);
    assert_eq!(insert(&mut write, 2 * number), 0, "it exists already");
    // Between two statements a use case may wait for something else.
    tokio::task::yield_now().await;
    assert_eq!(insert(&mut write, 2 * number + 1), 1);
    match end {
        End::RollBack => false,
        End::Commit | End::Cancel(_) => write.commit().await.is_ok(),
    }
}

/// Polls a task at most this often, then drops it.
async fn poll_times<T>(task: impl Future<Output = T>, mut left: u8) -> Option<T> {
    let mut task = Box::pin(task);
    std::future::poll_fn(move |context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        task.as_mut().poll(context).map(Some)
    })
    .await
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn acknowledged_writes_are_kept_and_rolled_back_writes_are_not(ends in ends()) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let library = Library::new();
            let writers: Vec<_> = ends.iter().zip(0_i64..).map(|(&end, number)| {
                let task = write_two(library.queue.clone(), number, end);
                tokio::spawn(async move {
                    match end {
                        End::Cancel(polls) => poll_times(task, polls).await,
                        End::Commit | End::RollBack => Some(task.await),
                    }
                })
            }).collect();
            let mut acknowledged = Vec::new();
            for writer in writers {
                acknowledged.push(writer.await.unwrap());
            }
            // Waits for the commit of the last cancelled writer, too.
            library.queue.begin().await.unwrap().commit().await.unwrap();
            let books = library.books();
            for ((end, acknowledged), number) in ends.iter().zip(acknowledged).zip(0_i64..) {
                let pair = [2 * number, 2 * number + 1].map(|title| books.contains(&title));
                assert_eq!(pair[0], pair[1], "half of {number}: {end:?}");
                match (end, acknowledged) {
                    (End::RollBack, _) => assert!(!pair[0], "{number} was rolled back"),
                    (End::Commit, acknowledged) => assert_eq!(acknowledged, Some(true), "{number}"),
                    // It may have been cancelled after it joined the batch.
                    (End::Cancel(_), None) => {}
                    (End::Cancel(_), Some(acknowledged)) => assert_eq!(pair[0], acknowledged, "{number}"),
                }
                if acknowledged == Some(true) {
                    assert!(pair[0], "{number} was acknowledged");
                }
            }
        });
    }
}

#[tokio::test]
async fn concurrent_writers_share_one_commit() {
    let library = Library::new();
    let before = library.count_commits();
    let writers =
        (0..32).map(|number| tokio::spawn(write_two(library.queue.clone(), number, End::Commit)));
    for writer in writers.collect::<Vec<_>>() {
        assert!(writer.await.unwrap());
    }
    assert_eq!(library.books().len(), 64);
    assert_eq!(library.count_commits() - before, 1);
    // One after the other they need one each.
    for number in 32..35 {
        assert!(write_two(library.queue.clone(), number, End::Commit).await);
    }
    assert_eq!(library.count_commits() - before, 4);
}

#[tokio::test]
async fn writers_that_come_during_a_commit_share_the_next() {
    let library = Library::new();
    let before = library.count_commits();
    // As a commit does while it waits for the disk.
    let committing = library.queue.writer.lock().await;
    let mut writers: Vec<_> = (0..3)
        .map(|number| Box::pin(write_two(library.queue.clone(), number, End::Commit)))
        .collect();
    for writer in &mut writers {
        assert!(is_pending(writer).await);
    }
    assert_eq!(library.books(), BTreeSet::new());
    drop(committing);
    let writers = writers.into_iter().map(tokio::spawn);
    for writer in writers.collect::<Vec<_>>() {
        assert!(writer.await.unwrap());
    }
    assert_eq!(library.books().len(), 6);
    assert_eq!(library.count_commits() - before, 1);
}

#[tokio::test]
async fn failed_sync_stops_all_writes() {
    let library = Library::new();
    let full = DatabaseError::Sqlite(rusqlite::Error::SqliteFailure(
        ffi::Error::new(ffi::SQLITE_FULL),
        None,
    ));
    library.queue.file.record_commit(&Err(full));
    library.queue.begin().await.unwrap().commit().await.unwrap();
    let sync = DatabaseError::Sqlite(rusqlite::Error::SqliteFailure(
        ffi::Error::new(ffi::SQLITE_IOERR_FSYNC),
        None,
    ));
    library.queue.file.record_commit(&Err(sync));
    let refused = library.queue.begin().await.map(drop).unwrap_err();
    assert!(matches!(refused, DatabaseError::SyncFailed), "{refused:?}");
}

#[tokio::test]
async fn commit_to_a_moved_file_is_not_acknowledged() {
    let library = Library::new();
    let mut write = library.queue.begin().await.unwrap();
    assert_eq!(insert(&mut write, 1), 1);
    std::fs::rename(&library.path, library.path.with_extension("moved")).unwrap();
    let Err(DatabaseError::Commit(cause)) = write.commit().await else {
        panic!("the commit was acknowledged");
    };
    assert!(matches!(*cause, DatabaseError::FileMoved), "{cause:?}");
    let refused = library.queue.begin().await.map(drop).unwrap_err();
    assert!(matches!(refused, DatabaseError::FileMoved), "{refused:?}");
}

#[tokio::test]
async fn cancelled_writer_is_rolled_back_without_affecting_its_batch() {
    let library = Library::new();
    let mut kept = library.queue.begin().await.unwrap();
    assert_eq!(insert(&mut kept, 1), 1);
    let mut cancelled = Box::pin(write_two(library.queue.clone(), 1, End::Commit));
    assert!(is_pending(&mut cancelled).await, "another writer has the lock");
    let mut kept = Box::pin(kept.commit());
    assert!(is_pending(&mut kept).await);
    assert!(is_pending(&mut cancelled).await, "between two statements");
    drop(cancelled);
    kept.await.unwrap();
    assert_eq!(library.books(), BTreeSet::from([1]));
}

#[tokio::test]
async fn rolled_back_writer_alone_ends_the_transaction() {
    let library = Library::new();
    let mut write = library.queue.begin().await.unwrap();
    assert_eq!(insert(&mut write, 1), 1);
    drop(write);
    let other = Connection::open(&library.path).unwrap();
    other.busy_timeout(Duration::ZERO).unwrap();
    other.execute_batch("BEGIN IMMEDIATE; ROLLBACK").unwrap();
    assert_eq!(library.books(), BTreeSet::new());
}

#[tokio::test]
async fn failed_commit_fails_all_writers_of_the_batch() {
    let library = Library::new();
    let mut first = library.queue.begin().await.unwrap();
    assert_eq!(insert(&mut first, 1), 1);
    // Polled once, it is in the queue before the commit.
    let mut second = Box::pin(async {
        let mut write = library.queue.begin().await.unwrap();
        let violation = sql("INSERT INTO books (title, shelf) VALUES (2, 'nowhere')");
        assert_eq!(write.run(&violation, statement::execute).unwrap(), 1);
        write.commit().await
    });
    assert!(is_pending(&mut second).await);
    let (first, second) = tokio::join!(first.commit(), second);
    for result in [first, second] {
        assert!(matches!(result, Err(DatabaseError::Commit(_))), "{result:?}");
    }
    assert_eq!(library.books(), BTreeSet::new());

    // The next writer is not affected.
    let mut third = library.queue.begin().await.unwrap();
    assert_eq!(insert(&mut third, 3), 1);
    third.commit().await.unwrap();
    assert_eq!(library.books(), BTreeSet::from([3]));
}

#[tokio::test]
async fn transaction_that_sqlite_rolled_back_fails_its_batch() {
    let library = Library::new();
    let mut first = library.queue.begin().await.unwrap();
    assert_eq!(insert(&mut first, 1), 1);
    let mut second = Box::pin(async {
        let mut write = library.queue.begin().await.unwrap();
        // Rolls the whole transaction back, as a full disk does.
        let rollback = sql("INSERT OR ROLLBACK INTO books (title) VALUES (1)");
        assert!(write.run(&rollback, statement::execute).is_err());
        let more = sql("INSERT INTO books (title) VALUES (2)");
        assert!(write.run(&more, statement::execute).is_err());
        write.commit().await
    });
    let mut third = Box::pin(async {
        let mut write = library.queue.begin().await.unwrap();
        assert_eq!(insert(&mut write, 3), 1);
        write.commit().await
    });
    assert!(is_pending(&mut second).await && is_pending(&mut third).await);
    let (first, second, third) = tokio::join!(first.commit(), second, third);
    assert!(first.is_err() && second.is_err());
    third.unwrap();
    assert_eq!(library.books(), BTreeSet::from([3]));
}

#[tokio::test]
async fn failed_statement_fails_its_transaction() {
    let library = Library::new();
    let mut write = library.queue.begin().await.unwrap();
    assert_eq!(insert(&mut write, 1), 1);
    let failing = sql("INSERT INTO nowhere VALUES (1)");
    assert!(write.run(&failing, statement::execute).is_err());
    let more = sql("INSERT INTO books (title) VALUES (2)");
    assert!(write.run(&more, statement::execute).is_err());
    let result = write.commit().await;
    assert!(matches!(result, Err(DatabaseError::TransactionLost)));
    assert_eq!(library.books(), BTreeSet::new());
}

#[tokio::test]
async fn failed_statement_leaves_the_other_writers_of_the_batch() {
    let library = Library::new();
    let before = library.count_commits();
    let insert_two = async |first: i64, second: i64| {
        let mut write = library.queue.begin().await.unwrap();
        let books = sql("INSERT INTO books (title) VALUES ($1), ($2)");
        let books = books.bind(first).bind(second);
        let changed = write.run(&books, statement::execute)?;
        write.commit().await.map(|()| changed)
    };
    // The second book of the second writer exists already.
    let (kept, failing) = tokio::join!(insert_two(1, 2), insert_two(3, 1));
    assert_eq!(kept.unwrap(), 2);
    assert!(failing.unwrap_err().is_unique_violation());
    assert_eq!(library.books(), BTreeSet::from([1, 2]));
    assert_eq!(library.count_commits() - before, 1);
}

#[tokio::test]
async fn close_commits_what_is_pending() {
    let library = Library::new();
    let mut write = library.queue.begin().await.unwrap();
    assert_eq!(insert(&mut write, 1), 1);
    let (committed, ()) = tokio::join!(write.commit(), library.queue.close());
    committed.unwrap();
    assert_eq!(library.books(), BTreeSet::from([1]));
    let refused = library.queue.begin().await.map(drop).unwrap_err();
    assert!(matches!(refused, DatabaseError::Closed), "{refused:?}");
}

#[tokio::test]
async fn full_disk_fails_writes_until_a_large_one_succeeds() {
    let library = Library::new();
    let health = &library.queue.file.health;
    let insert_large = async |limit: u32| {
        let mut write = library.queue.begin().await.unwrap();
        write.writer.connection()?.pragma_update(None, "max_page_count", limit)?;
        write.run(&sql("INSERT INTO shelves VALUES (hex(zeroblob(9999)))"), statement::execute)?;
        write.commit().await
    };
    let full = insert_large(1).await.unwrap_err();
    assert_eq!(full.unavailable(), Some(Unavailable::Full));
    assert!(health.is_failing());
    // Small writes have room, and a large one has not.
    let pages: u32 = {
        let file = Connection::open(&library.path).unwrap();
        file.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap()
    };
    for room in [0, 1, 20, 200] {
        limit_pages(&library, pages + room).await;
        let full = library.queue.probe().await.unwrap_err();
        assert_eq!(full.unavailable(), Some(Unavailable::Full), "{room} pages");
        library.queue.begin().await.unwrap().commit().await.unwrap();
        assert!(health.is_failing(), "{room} pages");
    }
    limit_pages(&library, pages + 1000).await;
    library.queue.probe().await.unwrap();
    assert!(!health.is_failing());
    insert_large(1000).await.unwrap();
    // What was tried is taken back.
    let file = Connection::open(&library.path).unwrap();
    let tables = "SELECT group_concat(name) FROM sqlite_schema WHERE type = 'table'";
    let tables: String = file.query_row(tables, [], |row| row.get(0)).unwrap();
    assert_eq!(tables, "shelves,books");
}

/// Limits the pages of the file.
async fn limit_pages(library: &Library, pages: u32) {
    let write = library.queue.begin().await.unwrap();
    write.writer.connection().unwrap().pragma_update(None, "max_page_count", pages).unwrap();
}
