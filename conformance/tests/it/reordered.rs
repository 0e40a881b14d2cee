//! Several values of a filter in another order must select the same items.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::session::{answered, answering, run, suite_of};

const SCENARIO: &str = "
scenario: 1
title: Genres in another order
steps:
  - call: list_books
    as: forth
    query: { genre: \"poetry,prose\" }
  - call: list_books
    query: { genre: \"prose,poetry\" }
    shows: [\"b1\"]
    same_as: forth
  - call: list_books
    query: { genre: \"poetry,prose\" }
";

/// The verdict on a server that answers with the only book, a poem, or with an empty list, as decided by the number of
/// the request and its first genre; and that reports a number of pages.
fn verdict(pages: usize, shows: impl Fn(usize, &str) -> bool + Send + Sync + 'static) -> String {
    let requests = AtomicUsize::default();
    let server = answering(move |request| {
        let number = requests.fetch_add(1, Ordering::Relaxed);
        let first = request.target.split_once("genre=");
        let first = first.map_or("", |(_, genres)| genres.split("%2C").next().unwrap());
        let book = if shows(number, first) { r#"{"uuid":"b1"}"# } else { "" };
        let info = format!(r#""page":1,"per_page":50,"total_pages":{pages},"total_books":9"#);
        Ok(answered(200, format!(r#"{{"books":[{book}],"page_info":{{{info}}}}}"#)))
    });
    let suite = suite_of(&[("books/list_books/reordered", SCENARIO)]);
    run(&suite, server).verdicts.remove("list_books.query.genre.filter").unwrap()
}

#[test]
fn several_values_match_any_or_all_but_not_one() {
    let open = "not_exercised unobservable";
    assert_eq!(verdict(1, |_, _| true), open, "any of them");
    assert_eq!(verdict(1, |_, _| false), open, "all of them");
    assert_eq!(verdict(1, |_, first| first == "poetry"), "violated");
    assert_eq!(verdict(1, |_, first| first == "prose"), "violated");
}

#[test]
fn changing_or_incomplete_list_is_not_exercised() {
    let lent = verdict(1, |number, _| number == 0);
    assert_eq!(lent, "not_exercised unobservable", "it went in between");
    let longer = verdict(2, |_, first| first == "poetry");
    assert_eq!(longer, "not_exercised no_control");
}
