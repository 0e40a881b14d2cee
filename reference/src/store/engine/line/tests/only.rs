//! Writers of one statement.

use std::collections::BTreeSet;

use super::Library;
use crate::store::DatabaseError;
use crate::store::sql::sql;

#[tokio::test]
async fn one_statement_alone_is_kept_whole_or_leaves_nothing_to_those_who_share_the_commit() {
    let library = Library::new();
    let before = library.commits();
    let two = |first: i64, second: i64| {
        let books = sql("INSERT INTO books (title) VALUES ($1), ($2)");
        books.bind(first).bind(second)
    };
    let again = sql("INSERT INTO books (title) VALUES ($1) ON CONFLICT DO NOTHING").bind(1_i64);
    let kept = two(1, 2);
    // Its second book is there already.
    let failing = two(3, 1);
    let (kept, failing, again) = tokio::join!(
        library.line.only(&kept),
        library.line.only(&failing),
        library.line.only(&again)
    );
    assert_eq!((kept.unwrap(), again.unwrap()), (2, 0));
    assert!(failing.unwrap_err().is_unique_violation());
    assert_eq!(library.books(), BTreeSet::from([1, 2]));
    assert_eq!(library.commits() - before, 1);
}

#[tokio::test]
async fn one_statement_alone_that_takes_the_transaction_with_it_ends_it_for_all() {
    let library = Library::new();
    let (first, full) = (
        sql("INSERT INTO books (title) VALUES (1)"),
        // As a full disk does.
        sql("INSERT OR ROLLBACK INTO books (title) VALUES (1)"),
    );
    let (first, full) = tokio::join!(library.line.only(&first), library.line.only(&full));
    assert!(matches!(first, Err(DatabaseError::Commit(_))), "{first:?}");
    assert!(full.is_err());
    assert_eq!(library.books(), BTreeSet::new());
    let next = sql("INSERT INTO books (title) VALUES (2)");
    assert_eq!(library.line.only(&next).await.unwrap(), 1);
}
