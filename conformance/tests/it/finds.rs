//! Steps with `lookup`: steps that refer to them are sent only if the value is found.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use spec::Method;

use crate::library::{Broken, Library};
use crate::session::{Outcome, answering, run, suite_of};

/// The number of sent requests and the outcome, for a step that finds a text in a book.
fn run_scenario(book: &str, text: &str) -> (usize, Outcome) {
    let text = format!(
        "
scenario: 1
title: A book is found
steps:
  - call: add_book
    as: added
    body: {{ title: 'Found {{unique}}' }}
  - call: get_book
    as: found
    path: {{ book: '{book}' }}
    lookup: yes
    shows: ['{text}']
  - call: get_book
    path: {{ book: '{{found.path.book}}' }}
  - call: get_book
    path: {{ book: '{{unknown uuid}}' }}
    refused: book_not_found
finally:
  - call: remove_book
    path: {{ book: '{{added.response.book.uuid}}' }}
"
    );
    let (library, gets) = (Library::new(Broken::Nothing), Arc::new(AtomicUsize::new(0)));
    let counter = Arc::clone(&gets);
    let server = answering(move |request| {
        counter.fetch_add(usize::from(request.method == Method::Get), Ordering::SeqCst);
        Ok(library.answer(request))
    });
    let outcome = run(&suite_of(&[("books/get_book/found", &text)]), server);
    (gets.load(Ordering::SeqCst), outcome)
}

#[test]
fn found_values_are_used_by_later_steps() {
    let (gets, outcome) = run_scenario("{added.response.book.uuid}", "{added.body.title}");
    assert_eq!(gets, 3);
    assert!(outcome.verdicts["get_book.accepted"].starts_with("held"));
    // One book does not prove that the identifier is used.
    let verdict = &outcome.verdicts["get_book.path.book.uuid"];
    assert!(verdict.starts_with("inconclusive"), "{verdict}");
}

#[test]
fn missing_values_skip_later_steps_without_violation() {
    for (book, text) in [
        // Refused; accepted without the text; accepted with a text that is in the request.
        ("{unknown uuid}", "{added.body.title}"),
        ("{added.response.book.uuid}", "another title"),
        ("{added.response.book.uuid}", "{added.response.book.uuid}"),
    ] {
        let (gets, outcome) = run_scenario(book, text);
        assert_eq!(gets, 2, "{book} {text}");
        assert!(outcome.with("violated").is_empty());
        let verdict = &outcome.verdicts["get_book.path.book.uuid"];
        assert!(verdict.starts_with("not_exercised"), "{verdict}");
    }
}
