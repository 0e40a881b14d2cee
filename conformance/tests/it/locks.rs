//! Scenarios that change the same fixture wait for each other.

use std::sync::{Arc, Mutex};

use referral_conformance::suite::Suite;
use spec::Method;

use crate::library::{Broken, Library};
use crate::session::{alone, answering, suite_of};

const CHANGES_FIXTURE: &str = "\
scenario: 1
title: A book is renamed
needs: { found: book_of_the_stacks }
steps:
  - call: update_book
    path: { book: '{found.id}' }
    body: { title: 'New {unique}' }
finally:
  - call: update_book
    path: { book: '{found.id}' }
    body: { title: d }
";

const READS: &str = "\
scenario: 1
title: Books are listed
steps: [{ call: list_books }]
";

fn suite() -> Suite {
    let ids = |name: &str, count: usize| {
        (0..count).map(|number| format!("books/update_book/{name}_{number}")).collect::<Vec<_>>()
    };
    let (changes, reads) = (ids("changes", 3), ids("reads", 8));
    let changes = changes.iter().map(|id| (id.as_str(), CHANGES_FIXTURE));
    let reads = reads.iter().map(|id| (id.as_str(), READS));
    suite_of(&changes.chain(reads).collect::<Vec<_>>())
}

#[test]
fn scenarios_that_waited_for_a_lock_do_not_wait_for_those_not_started() {
    let (library, methods) = (Library::new(Broken::Nothing), Arc::new(Mutex::new(Vec::new())));
    let sink = Arc::clone(&methods);
    let server = answering(move |request| {
        sink.lock().unwrap().push(request.method);
        Ok(library.answer(request))
    });
    alone(&suite(), server);
    let methods = methods.lock().unwrap();
    let changes: Vec<_> =
        (0..methods.len()).filter(|index| methods[*index] == Method::Patch).collect();
    assert_eq!(changes.len(), 3 * 2, "{methods:?}");
    // The book is read before the first change, and one other scenario runs between two of them.
    assert!(changes[5] <= 5 + 3, "{methods:?}");
}
