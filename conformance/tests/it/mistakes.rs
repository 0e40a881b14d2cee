//! Mistakes in scenarios and targets, as people see them.

use std::fs;

use referral_conformance::suite::{Suite, read_contract};
use spec::ContractFile;

use crate::session::library;

fn scenario(text: &str) -> String {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let contract = read_contract(&here.join("../spec/tests/library/contract")).unwrap();
    let file = ContractFile {
        address: "books/odd.yaml".to_owned(),
        path: "books/odd.yaml".to_owned(),
        text: text.to_owned(),
    };
    match Suite::load(&contract, None, &[file]) {
        Ok(_) => "no mistakes".to_owned(),
        Err(mistakes) => mistakes.to_string(),
    }
}

#[test]
fn names_that_do_not_exist() {
    insta::assert_snapshot!(scenario(
        "\
scenario: 1
title: Odd
needs: { open: open_loam }
steps:
  - call: ad_book
  - call: add_book
    body: { isnb: x, title: '{frist.body.title}' }
    without: [body.titel, path.book]
    refused: isbn_tacken
    proves: [craetes]
    keys: main
  - call: lend_book
    as: open
    path: { book: '{open.id}' }
    proves: [success.status]
"
    ));
}

#[test]
fn checks_without_a_clause() {
    insta::assert_snapshot!(scenario(
        "\
scenario: 1
title: Odd
needs: { elsewhere: { kind: book_elsewhere, account: other_branch } }
steps:
  - call: list_books
    hides: ['{elsewhere.id}']
  - call: add_book
    order: { a: b, c: d }
  - call: add_book
    observe: yes
    proves: [creates]
  - call: get_book
  - call: add_book
    key: none
    refused: isbn_missing
  - call: add_book
    pages: all
"
    ));
}

#[test]
fn comparisons_that_cannot_be_made() {
    insta::assert_snapshot!(scenario(
        "\
scenario: 1
title: Odd
steps:
  - call: add_book
    as: book
  - call: get_book
    path: { book: '{book.answer.book.uuid}' }
    equals: { book.publsher: x, book.titel: x, books.title: x, book: x }
    proves: [update_book.updates.title]
  - call: get_book
    path: { book: '{book.answer.book.uuid}' }
    differs: { book.title: x }
  - call: list_books
    refused: any
    equals: { 'books[book.answer.book.uuid].title': x, books.title: x }
    proves: [scope]
  - call: list_books
    shows: ['{book.answer.books[nobody.id].title}', '{book.answer.book[book.body.isbn].title}']
"
    ));
}

#[test]
fn refusals_that_show_nothing() {
    insta::assert_snapshot!(scenario(
        "\
scenario: 1
title: Odd
steps:
  - call: add_book
    refused: any
  - call: add_book
    without: [body.isbn]
    refused: any
  - call: add_book
    without: [body.title, body.isbn]
    refused: any
  - call: reserve_book
    refused: reader_blocked
"
    ));
}

#[test]
fn what_puts_back_shows_nothing() {
    insta::assert_snapshot!(scenario(
        "\
scenario: 1
title: Odd
steps:
  - call: add_book
    as: book
finally:
  - call: get_book
    path: { book: '{book.answer.book.uuid}' }
  - call: remove_book
    path: { book: '{boook.answer.book.uuid}' }
    proves: [remove_book.removes]
  - call: remove_book
    path: { book: '{book.answer.book.uuid}' }
    as: gone
    refused: book_not_found
"
    ));
}

#[test]
fn facts_that_no_fixture_has() {
    insta::assert_snapshot!(scenario(
        "\
scenario: 1
title: Odd
needs:
  loan: { kind: returned_loan, facts: { renewals: many, renewal: 1 } }
  other: { kind: returned_loan, facts: { renewals: 2 }, accout: main }
steps:
  - call: reserve_book
    body: { loan: '{loan.id}' }
"
    ));
}

#[test]
fn names_that_are_never_used() {
    insta::assert_snapshot!(scenario(
        "\
scenario: 1
title: Odd
needs: { open: open_loan }
steps:
  - call: add_book
    as: book
"
    ));
}

#[test]
fn a_target_never_holds_a_key() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("target.yaml");
    let text = "\
target: 1
base_url: ftp://library.test
level: ful
keys: { main: card-main, other: { env: CARD } }
fixtures:
  open_loan: [{ id: l1, acount: main, facts: { member: a@example.com, color: red } }]
  open_lone: []
  returned_loan: [{ id: l2, facts: { renewals: many } }]
";
    fs::write(&path, text).unwrap();
    let mistakes = library().target(&path).unwrap_err().to_string();
    let shown = mistakes.replace(&path.display().to_string(), "target.yaml");
    insta::assert_snapshot!(shown);
}
