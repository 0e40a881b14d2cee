//! Writers that succeed, give up, go away and fail, all at once; and how many commits they take.

mod log;
mod only;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use proptest::prelude::*;
use rusqlite::Connection;
use tempfile::TempDir;

use super::*;
use crate::store::engine::sqlite::{Home, statement};
use crate::store::sql::sql;

/// A file with a table of books, and its line.
struct Library {
    path: PathBuf,
    line: Line,
    _folder: TempDir,
}

impl Library {
    fn new() -> Library {
        Library::with(|_| {})
    }

    /// With something about its place changed.
    fn with(change: impl FnOnce(&mut Home)) -> Library {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("library.db");
        let mut home = Home::new(path.display().to_string(), Duration::from_secs(5));
        let connection = home.found(Duration::ZERO).unwrap();
        let tables = "PRAGMA journal_mode = WAL;
             CREATE TABLE shelves (name TEXT PRIMARY KEY);
             CREATE TABLE books (title INTEGER PRIMARY KEY,
                 shelf TEXT REFERENCES shelves (name) DEFERRABLE INITIALLY DEFERRED)";
        connection.execute_batch(tables).unwrap();
        home.note(&connection).unwrap();
        change(&mut home);
        Library {
            line: Line::new(Pool::new(Arc::new(home), 1, vec![connection])),
            path,
            _folder: folder,
        }
    }

    /// The books that are there for everybody to see.
    fn books(&self) -> BTreeSet<i64> {
        let connection = Connection::open(&self.path).unwrap();
        let mut books = connection.prepare("SELECT title FROM books").unwrap();
        let books = books.query_map([], |row| row.get(0)).unwrap();
        books.collect::<Result<_, _>>().unwrap()
    }

    /// How often something was committed.
    fn commits(&self) -> usize {
        log::commits(&self.path)
    }
}

fn put(turn: &mut Turn, title: i64) -> u64 {
    let book = sql("INSERT INTO books (title) VALUES ($1) ON CONFLICT DO NOTHING").bind(title);
    turn.run(&book, statement::execute).unwrap()
}

/// Whether a task waits, once it got as far as it can.
async fn waits<T>(task: &mut (impl Future<Output = T> + Unpin)) -> bool {
    std::future::poll_fn(|context| {
        Poll::Ready(std::pin::Pin::new(&mut *task).poll(context).is_pending())
    })
    .await
}

/// How a writer of two books ends.
#[derive(Debug, Clone, Copy)]
enum End {
    Commit,
    GiveUp,
    /// After so many steps of its task.
    GoAway(u8),
}

fn ends() -> impl Strategy<Value = Vec<End>> {
    let end = prop_oneof![
        3 => Just(End::Commit),
        1 => Just(End::GiveUp),
        2 => (0_u8..6).prop_map(End::GoAway),
    ];
    prop::collection::vec(end, 1..40)
}

/// Writes the books `2 * number` and `2 * number + 1`, and tells whether it was told they are kept.
async fn write(line: Line, number: i64, end: End) -> bool {
    let mut turn = line.turn().await.unwrap();
    assert_eq!(put(&mut turn, 2 * number), 1);
    assert_eq!(put(&mut turn, 2 * number), 0, "it is there already");
    // Between two statements a use case may wait for something else.
    tokio::task::yield_now().await;
    assert_eq!(put(&mut turn, 2 * number + 1), 1);
    match end {
        End::GiveUp => false,
        _ => turn.commit().await.is_ok(),
    }
}

/// Polls a task so often at most, and then drops it wherever it is.
async fn steps<T>(task: impl Future<Output = T>, mut left: u8) -> Option<T> {
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
    fn what_was_acknowledged_is_there_and_what_was_given_up_is_not(ends in ends()) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let library = Library::new();
            let writers = ends.iter().zip(0_i64..).map(|(&end, number)| {
                let task = write(library.line.clone(), number, end);
                tokio::spawn(async move {
                    match end {
                        End::GoAway(left) => steps(task, left).await,
                        _ => Some(task.await),
                    }
                })
            });
            let writers: Vec<_> = writers.collect();
            let mut told = Vec::new();
            for writer in writers {
                told.push(writer.await.unwrap());
            }
            // The last who went away is cleared up after, too.
            library.line.turn().await.unwrap().commit().await.unwrap();
            let there = library.books();
            for ((end, told), number) in ends.iter().zip(told).zip(0_i64..) {
                let pair = [there.contains(&(2 * number)), there.contains(&(2 * number + 1))];
                assert_eq!(pair[0], pair[1], "half of {number}: {end:?}");
                match (end, told) {
                    (End::GiveUp, _) => assert!(!pair[0], "{number} was given up"),
                    (End::Commit, told) => assert_eq!(told, Some(true), "nothing stood in the way of {number}"),
                    // Nobody was told; it may have been too late to go away.
                    (End::GoAway(_), None) => {}
                    (End::GoAway(_), Some(told)) => assert_eq!(pair[0], told, "{number}"),
                }
                if told == Some(true) {
                    assert!(pair[0], "{number} was acknowledged");
                }
            }
        });
    }
}

#[tokio::test]
async fn all_who_write_at_once_share_one_commit() {
    let library = Library::new();
    let before = library.commits();
    let writers =
        (0..32).map(|number| tokio::spawn(write(library.line.clone(), number, End::Commit)));
    for writer in writers.collect::<Vec<_>>() {
        assert!(writer.await.unwrap());
    }
    assert_eq!(library.books().len(), 64);
    assert_eq!(library.commits() - before, 1);
    // One after the other they do not.
    for number in 32..35 {
        assert!(write(library.line.clone(), number, End::Commit).await);
    }
    assert_eq!(library.commits() - before, 4);
}

#[tokio::test]
async fn while_the_disk_is_busy_more_come_together() {
    let library = Library::new();
    let before = library.commits();
    let disk = library.line.disk.lock().await;
    let mut writers: Vec<_> = (0..3)
        .map(|number| Box::pin(write(library.line.clone(), number, End::Commit)))
        .collect();
    for writer in &mut writers {
        // Each has two statements to run, and then waits for the commit.
        assert!(waits(writer).await && waits(writer).await);
    }
    tokio::task::yield_now().await;
    assert_eq!(library.books(), BTreeSet::new());
    drop(disk);
    for writer in writers {
        assert!(writer.await);
    }
    assert_eq!(library.books().len(), 6);
    assert_eq!(library.commits() - before, 1);
}

#[tokio::test]
async fn what_the_disk_does_not_take_is_not_done_and_nothing_more_is_taken() {
    // It cannot be brought to any disk.
    let nowhere = std::fs::File::create("/dev/null").unwrap();
    let library = Library::with(|home| home.mistake_for_log(nowhere));
    let (mut first, line) = (library.line.turn().await.unwrap(), library.line.clone());
    assert_eq!(put(&mut first, 1), 1);
    let failed = first.commit().await.unwrap_err();
    let DatabaseError::Commit(cause) = failed else {
        panic!("{failed:?}");
    };
    assert!(matches!(*cause, DatabaseError::Disk(_)), "{cause:?}");
    let refused = line.turn().await.map(|_| ()).unwrap_err();
    assert!(matches!(refused, DatabaseError::Doubtful), "{refused:?}");
}

#[tokio::test]
async fn who_goes_away_leaves_nothing_to_those_who_share_the_commit() {
    let library = Library::new();
    let mut kept = library.line.turn().await.unwrap();
    assert_eq!(put(&mut kept, 1), 1);
    let mut away = Box::pin(write(library.line.clone(), 1, End::Commit));
    assert!(waits(&mut away).await, "somebody else writes");
    let mut kept = Box::pin(kept.commit());
    assert!(waits(&mut kept).await);
    assert!(waits(&mut away).await, "between two statements");
    drop(away);
    kept.await.unwrap();
    assert_eq!(library.books(), BTreeSet::from([1]));
}

#[tokio::test]
async fn a_commit_that_fails_fails_for_all_who_share_it() {
    let library = Library::new();
    let mut first = library.line.turn().await.unwrap();
    assert_eq!(put(&mut first, 1), 1);
    // In line before the committer, as soon as it is polled once.
    let mut second = Box::pin(async {
        let mut turn = library.line.turn().await.unwrap();
        let astray = sql("INSERT INTO books (title, shelf) VALUES (2, 'nowhere')");
        assert_eq!(turn.run(&astray, statement::execute).unwrap(), 1);
        turn.commit().await
    });
    assert!(waits(&mut second).await);
    let (first, second) = tokio::join!(first.commit(), second);
    assert!(matches!(first, Err(DatabaseError::Commit(_))), "{first:?}");
    assert!(
        matches!(second, Err(DatabaseError::Commit(_))),
        "{second:?}"
    );
    assert_eq!(library.books(), BTreeSet::new());

    // The next are none the worse.
    let mut third = library.line.turn().await.unwrap();
    assert_eq!(put(&mut third, 3), 1);
    third.commit().await.unwrap();
    assert_eq!(library.books(), BTreeSet::from([3]));
}

#[tokio::test]
async fn a_transaction_the_database_gave_up_is_told_to_those_who_wait() {
    let library = Library::new();
    let mut first = library.line.turn().await.unwrap();
    assert_eq!(put(&mut first, 1), 1);
    let mut second = Box::pin(async {
        let mut turn = library.line.turn().await.unwrap();
        // As a full disk does.
        let full = sql("INSERT OR ROLLBACK INTO books (title) VALUES (1)");
        assert!(turn.run(&full, statement::execute).is_err());
        turn.commit().await
    });
    let mut third = Box::pin(async {
        let mut turn = library.line.turn().await.unwrap();
        assert_eq!(put(&mut turn, 3), 1);
        turn.commit().await
    });
    assert!(waits(&mut second).await && waits(&mut third).await);
    let (first, second, third) = tokio::join!(first.commit(), second, third);
    assert!(first.is_err() && second.is_err());
    third.unwrap();
    assert_eq!(library.books(), BTreeSet::from([3]));
}

#[tokio::test]
async fn a_statement_that_failed_ends_the_turn() {
    let library = Library::new();
    let mut turn = library.line.turn().await.unwrap();
    assert_eq!(put(&mut turn, 1), 1);
    assert!(
        turn.run(&sql("INSERT INTO nowhere VALUES (1)"), statement::execute)
            .is_err()
    );
    let more = sql("INSERT INTO books (title) VALUES (2)");
    assert!(turn.run(&more, statement::execute).is_err());
    assert!(matches!(turn.commit().await, Err(DatabaseError::Lost)));
    assert_eq!(library.books(), BTreeSet::new());
}
