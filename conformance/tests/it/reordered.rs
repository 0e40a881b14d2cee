//! Several values of a filter in another order must select the same items.

use std::sync::atomic::{AtomicUsize, Ordering};

use http::HeaderMap;
use referral_conformance::exchange::{Request, Response};
use referral_conformance::run::{ResponseFuture, Transport};
use referral_conformance::suite::{self, Suite};
use spec::ContractFile;

use crate::session::{library_contract, run};

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

/// Answers with the only book, a poem, or with an empty list.
struct Shelf<F> {
    asked: AtomicUsize,
    /// Decides by the number of the request and its first genre.
    shows: F,
    /// Reported number of pages.
    pages: usize,
}

impl<F: Fn(usize, &str) -> bool + Send + Sync> Transport for Shelf<F> {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        let first = request.target.split_once("genre=");
        let first = first.map_or("", |(_, genres)| genres.split("%2C").next().unwrap());
        let book = if (self.shows)(number, first) { r#"{"uuid":"b1"}"# } else { "" };
        let pages = self.pages;
        let body = format!(
            r#"{{"books":[{book}],"page_info":{{"page":1,"per_page":50,"total_pages":{pages},"total_books":9}}}}"#
        );
        Box::pin(async move {
            Ok(Response { status: 200, headers: HeaderMap::new(), body: body.into_bytes().into() })
        })
    }
}

fn verdict(pages: usize, shows: impl Fn(usize, &str) -> bool + Send + Sync + 'static) -> String {
    let file = ContractFile {
        address: "books/list_books/reordered.yaml".to_owned(),
        path: "reordered.yaml".to_owned(),
        text: SCENARIO.to_owned(),
    };
    let suite = Suite::load(&library_contract(), None, &[file]);
    let suite = suite.unwrap_or_else(|suite::LoadErrors(text)| panic!("{text}"));
    let asked = AtomicUsize::default();
    let mut outcome = run(&suite, Shelf { asked, shows, pages });
    outcome.verdicts.remove("list_books.query.genre.filter").unwrap()
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
