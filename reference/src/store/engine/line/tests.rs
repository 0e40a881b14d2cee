//! Writers that succeed, give up, go away and fail, all at once.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use tempfile::TempDir;

use super::*;
use crate::store::sql::sql;

/// A file with a table of books, and its line.
async fn library(folder: &TempDir) -> Line {
    let options = SqliteConnectOptions::new()
        .filename(folder.path().join("library.db"))
        .create_if_missing(true)
        .foreign_keys(true);
    let pool = SqlitePoolOptions::new().max_connections(1);
    let pool = pool.connect_with(options).await.unwrap();
    let tables = "PRAGMA journal_mode = WAL;
         CREATE TABLE shelves (name TEXT PRIMARY KEY);
         CREATE TABLE books (title INTEGER PRIMARY KEY,
             shelf TEXT REFERENCES shelves (name) DEFERRABLE INITIALLY DEFERRED)";
    sqlx::raw_sql(tables).execute(&pool).await.unwrap();
    Line::new(pool)
}

async fn put(turn: &mut Turn, title: i64) -> u64 {
    let book = sql("INSERT INTO books (title) VALUES ($1) ON CONFLICT DO NOTHING").bind(title);
    turn.execute(book).await.unwrap()
}

/// The books that are there for everybody to see.
async fn there(line: &Line) -> BTreeSet<i64> {
    let books: Vec<(i64,)> = sqlx::query_as("SELECT title FROM books")
        .fetch_all(&line.pool)
        .await
        .unwrap();
    books.into_iter().map(|(title,)| title).collect()
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
        2 => (0_u8..12).prop_map(End::GoAway),
    ];
    prop::collection::vec(end, 1..40)
}

/// Writes the books `2 * number` and `2 * number + 1`, and tells whether it was told they are kept.
async fn write(line: Line, number: i64, end: End) -> bool {
    let mut turn = line.turn().await.unwrap();
    assert_eq!(put(&mut turn, 2 * number).await, 1);
    assert_eq!(put(&mut turn, 2 * number).await, 0, "it is there already");
    assert_eq!(put(&mut turn, 2 * number + 1).await, 1);
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
            return std::task::Poll::Ready(None);
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
            let folder = TempDir::new().unwrap();
            let line = library(&folder).await;
            let writers = ends.iter().zip(0_i64..).map(|(&end, number)| {
                let task = write(line.clone(), number, end);
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
            line.turn().await.unwrap().commit().await.unwrap();
            let there = there(&line).await;
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
async fn a_commit_that_fails_fails_for_all_who_share_it() {
    let folder = TempDir::new().unwrap();
    let line = library(&folder).await;
    let mut first = line.turn().await.unwrap();
    assert_eq!(put(&mut first, 1).await, 1);
    // In line before the committer, as soon as it is polled once.
    let mut second = Box::pin(async {
        let mut turn = line.turn().await.unwrap();
        let astray = sql("INSERT INTO books (title, shelf) VALUES (2, 'nowhere')");
        assert_eq!(turn.execute(astray).await.unwrap(), 1);
        turn.commit().await
    });
    let waits = std::future::poll_fn(|context| {
        std::task::Poll::Ready(second.as_mut().poll(context).is_pending())
    });
    assert!(waits.await);
    let (first, second) = tokio::join!(first.commit(), second);
    assert!(matches!(first, Err(sqlx::Error::Io(_))), "{first:?}");
    assert!(matches!(second, Err(sqlx::Error::Io(_))), "{second:?}");
    assert_eq!(there(&line).await, BTreeSet::new());

    // The next are none the worse.
    let mut third = line.turn().await.unwrap();
    assert_eq!(put(&mut third, 3).await, 1);
    third.commit().await.unwrap();
    assert_eq!(there(&line).await, BTreeSet::from([3]));
}

#[tokio::test]
async fn a_transaction_the_database_gave_up_is_told_to_those_who_wait() {
    let folder = TempDir::new().unwrap();
    let line = library(&folder).await;
    let mut first = line.turn().await.unwrap();
    assert_eq!(put(&mut first, 1).await, 1);
    let mut second = Box::pin(async {
        let mut turn = line.turn().await.unwrap();
        // As a full disk does.
        let failed = turn
            .execute(sql("INSERT OR ROLLBACK INTO books (title) VALUES (1)"))
            .await;
        assert!(failed.is_err());
    });
    let mut third = Box::pin(async {
        let mut turn = line.turn().await.unwrap();
        assert_eq!(put(&mut turn, 3).await, 1);
        turn.commit().await
    });
    let waits = std::future::poll_fn(|context| {
        let both = [
            second.as_mut().poll(context).is_pending(),
            third.as_mut().poll(context).is_pending(),
        ];
        std::task::Poll::Ready(both)
    });
    assert_eq!(waits.await, [true, true]);
    let (first, (), third) = tokio::join!(first.commit(), second, third);
    assert!(first.is_err());
    third.unwrap();
    assert_eq!(there(&line).await, BTreeSet::from([3]));
}
