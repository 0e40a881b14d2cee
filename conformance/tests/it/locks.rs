//! Scenarios that change the same fixture wait for each other.

use std::sync::{Arc, Mutex};

use referral_conformance::exchange::Request;
use referral_conformance::run::{ResponseFuture, Transport};
use referral_conformance::suite::{self, Suite};
use spec::{ContractFile, Method};

use crate::library::{Broken, Library};
use crate::session::{alone, library_contract};

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

/// The library, with a record of the methods of requests.
struct Recorded {
    library: Library,
    methods: Arc<Mutex<Vec<Method>>>,
}

impl Transport for Recorded {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        self.methods.lock().unwrap().push(request.method);
        let answer = self.library.answer(request);
        Box::pin(async move { Ok(answer) })
    }
}

fn suite() -> Suite {
    let copies = |name: &str, text: &str, count: usize| {
        let file = |number| ContractFile {
            address: format!("books/update_book/{name}_{number}.yaml"),
            path: format!("{name}_{number}.yaml"),
            text: text.to_owned(),
        };
        (0..count).map(file).collect::<Vec<_>>()
    };
    let files = [copies("changes", CHANGES_FIXTURE, 3), copies("reads", READS, 8)].concat();
    let suite = Suite::load(&library_contract(), None, &files);
    suite.unwrap_or_else(|suite::LoadErrors(text)| panic!("{text}"))
}

#[test]
fn scenarios_that_waited_for_a_lock_do_not_wait_for_those_not_started() {
    let methods = Arc::default();
    let library = Library::new(Broken::Nothing);
    alone(&suite(), Recorded { library, methods: Arc::clone(&methods) });
    let methods = methods.lock().unwrap();
    let changes: Vec<_> =
        (0..methods.len()).filter(|index| methods[*index] == Method::Patch).collect();
    assert_eq!(changes.len(), 3 * 2, "{methods:?}");
    // The book is read before the first change, and one other scenario runs between two of them.
    assert!(changes[5] <= 5 + 3, "{methods:?}");
}
