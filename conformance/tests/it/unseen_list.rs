//! A list whose body the document does not show.

use referral_conformance::suite::Suite;
use spec::ContractFile;

use crate::library::{Broken, Library};
use crate::session::{alone, library_contract, numbered, suite_with};

/// The contract with these scenarios.
pub fn load(contract: &[ContractFile], scenarios: &[&str]) -> Suite {
    suite_with(contract, &numbered(scenarios))
}

/// The library's contract, in which the list of books is not shown.
pub fn contract_with_unseen_list() -> Vec<ContractFile> {
    let mut contract = library_contract();
    for file in contract.iter_mut().filter(|file| file.address.ends_with("list_books.yaml")) {
        let from = file.text.find("order: {").unwrap();
        let to = file.text.find("scope: account").unwrap();
        file.text.replace_range(from..to, "order: not_shown\npaging: not_shown\n");
        file.text = file.text.replace("body: { books: [Book] }", "body: not_shown");
    }
    contract
}

/// Two genres, listed without a filter before and after.
pub const GENRES: &str = "
scenario: 1
title: A list that the document does not show is filtered
steps:
  - call: add_book
    as: one
    body: { genres: 'poetry-{run}', pages: 7 }
  - call: add_book
    as: other
    body: { genres: 'prose-{run}', pages: 9 }
  - call: list_books
  - call: list_books
    query: { genre: 'poetry-{run}' }
    shows: ['{one.response.book.uuid}']
    hides: ['{other.response.book.uuid}']
    proves: [query.genre.filter]
  - call: list_books
    query: { longer_than: '{one.body.pages}' }
  - call: list_books
finally:
  - call: remove_book
    path: { book: '{one.response.book.uuid}' }
  - call: remove_book
    path: { book: '{other.response.book.uuid}' }
";

const GENRE: &str = "list_books.query.genre.filter";

#[test]
fn filter_of_a_list_that_is_not_shown_is_judged_by_values() {
    let suite = load(&contract_with_unseen_list(), &[GENRES]);
    let verdicts = |broken| alone(&suite, Library::new(broken)).verdicts;
    assert_eq!(verdicts(Broken::Nothing)[GENRE], "held");
    assert_eq!(verdicts(Broken::GenreIgnored)[GENRE], "violated");
    // What needs the records themselves cannot be tested, and says so.
    for clause in ["longer_than.filter", "sort.price.order"] {
        let verdict = &verdicts(Broken::Nothing)[&format!("list_books.query.{clause}")];
        assert_eq!(verdict, "untestable the document does not show the body of the list");
    }
    // Without a list after it, nothing is known of the books that are left out.
    let (before, after) = GENRES.rsplit_once("  - call: list_books\n").unwrap();
    let suite = load(&contract_with_unseen_list(), &[&format!("{before}{after}")]);
    let outcome = alone(&suite, Library::new(Broken::Nothing));
    assert_eq!(outcome.verdicts[GENRE], "inconclusive no_control");
}
