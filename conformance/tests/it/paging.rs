//! Paging of a list of which nothing is known before: what its pages show, and what they cannot.

use referral_conformance::exchange::{Request, Response};
use referral_conformance::run::{Reply, Transport};
use referral_conformance::suite::{self, Suite};
use spec::ContractFile;

use crate::session::{library_contract, run};

const SCENARIO: &str = "
scenario: 1
title: Pages of one book each
steps:
  - call: list_books
  - call: list_books
    query: { per_page: 1 }
    pages: all
";

/// A list with one item on each of two pages.
struct Pages([&'static str; 2]);

impl Transport for Pages {
    fn send(&self, request: Request) -> Reply<'_> {
        let number = if request.target.contains("page=2") {
            2
        } else {
            1
        };
        let item = self.0[number - 1];
        let body = format!(
            r#"{{"books":[{item}],"page_info":{{"page":{number},"per_page":1,"total_pages":2,"total_books":2}}}}"#
        );
        Box::pin(async move {
            Ok(Response {
                status: 200,
                headers: Vec::new(),
                body: body.into_bytes(),
            })
        })
    }
}

fn verdict(pages: [&'static str; 2]) -> String {
    let file = ContractFile {
        address: "books/list_books/paging.yaml".to_owned(),
        path: "paging.yaml".to_owned(),
        text: SCENARIO.to_owned(),
    };
    let suite = Suite::load(&library_contract(), None, &[file]);
    let suite = suite.unwrap_or_else(|suite::Mistakes(text)| panic!("{text}"));
    let mut outcome = run(&suite, Pages(pages));
    outcome.verdicts.remove("list_books.paging.page").unwrap()
}

#[test]
fn items_that_can_be_told_apart_show_whether_pages_are_turned() {
    assert_eq!(verdict([r#"{"uuid":"b1"}"#, r#"{"uuid":"b2"}"#]), "held");
    assert_eq!(
        verdict([r#"{"uuid":"b1"}"#, r#"{"uuid":"b1"}"#]),
        "violated"
    );
}

#[test]
fn items_without_a_name_show_nothing() {
    let open = "not_exercised unobservable";
    assert_eq!(verdict([r#"{"uuid":null}"#, r#"{"uuid":null}"#]), open);
    assert_eq!(verdict([r#"{"uuid":"b1"}"#, r#"{"uuid":null}"#]), open);
}
