//! Paging of a list with unknown contents: evidence from its pages, and its limits.

use std::sync::{Arc, Mutex};

use referral_conformance::exchange::{Fault, Request, Response};
use referral_conformance::run::Transport;
use referral_conformance::suite::Suite;

use crate::session::{alone, answered, answering, library_contract, run, suite_of, suite_with};

const ID: &str = "books/list_books/paging";

const SCENARIO: &str = "
scenario: 1
title: Pages of one book each
steps:
  - call: list_books
  - call: list_books
    query: { per_page: 1 }
    pages: all
";

/// The value of a query parameter.
fn parameter<'r>(request: &'r Request, name: &str) -> Option<&'r str> {
    let mut pairs = request.target.split(['?', '&']);
    pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

fn page_of(request: &Request) -> Option<usize> {
    parameter(request, "page").map(|page| page.parse().unwrap())
}

/// A page of a list, with its number and size, and the total numbers of pages and books.
fn list(books: &str, [page, size, pages, total]: [usize; 4]) -> Result<Response, Fault> {
    let info = format!(
        r#"{{"page":{page},"per_page":{size},"total_pages":{pages},"total_books":{total}}}"#
    );
    Ok(answered(200, format!(r#"{{"books":[{books}],"page_info":{info}}}"#)))
}

/// Books of one page each; a concurrent client adds one in front and removes the last, after the page requests with the
/// numbers of `moves`. `clamps` says whether pages after the last repeat the last.
fn concurrently_changed(
    count: usize,
    page_requests: Arc<Mutex<usize>>,
    moves: &'static [usize],
    clamps: bool,
) -> impl Transport + 'static {
    let books: Vec<_> = (0..count).rev().map(|number| format!("b{number}")).collect();
    let books = Mutex::new(books);
    answering(move |request| {
        let (mut books, mut page_requests) = (books.lock().unwrap(), page_requests.lock().unwrap());
        let page = page_of(request);
        let (last, wanted) = (books.len(), page.unwrap_or(1));
        let page_shown = if clamps { wanted.min(last) } else { wanted };
        let book = books.get(page_shown - 1);
        let book = book.map_or(String::new(), |uuid| format!(r#"{{"uuid":"{uuid}"}}"#));
        *page_requests += usize::from(page.is_some());
        if page.is_some() && moves.contains(&page_requests) {
            books.insert(0, format!("new-{page_requests}"));
            books.truncate(last);
        }
        list(&book, [wanted, 1, last, last])
    })
}

/// The verdict on a list with one item on each of two pages.
fn verdict(pages: [&'static str; 2]) -> String {
    let server = answering(move |request| {
        let number = if request.target.contains("page=2") { 2 } else { 1 };
        list(pages[number - 1], [number, 1, 2, 2])
    });
    verdict_of(SCENARIO, server)
}

fn verdict_of(text: &str, transport: impl Transport + 'static) -> String {
    run(&suite_of(&[(ID, text)]), transport).verdicts.remove("list_books.paging.page").unwrap()
}

#[test]
fn items_with_identifiers_show_whether_pages_differ() {
    assert_eq!(verdict([r#"{"uuid":"b1"}"#, r#"{"uuid":"b2"}"#]), "held");
    assert_eq!(verdict([r#"{"uuid":"b1"}"#, r#"{"uuid":"b1"}"#]), "violated");
}

#[test]
fn items_without_identifiers_show_nothing() {
    let open = "not_exercised unobservable";
    assert_eq!(verdict([r#"{"uuid":null}"#, r#"{"uuid":null}"#]), open);
    assert_eq!(verdict([r#"{"uuid":"b1"}"#, r#"{"uuid":null}"#]), open);
}

/// One book is added and one removed between two pages: an item repeats, and the total is unchanged.
#[test]
fn concurrently_changed_list_is_not_a_violation() {
    let busy = |moves, clamps| {
        verdict_of(SCENARIO, concurrently_changed(2, Arc::default(), moves, clamps))
    };
    for clamps in [false, true] {
        assert_eq!(busy(&[], clamps), "held");
        // The second reading sees no concurrent change.
        assert_eq!(busy(&[1], clamps), "held");
    }
}

/// A list with more pages than are read is read once more, because it is ordered, and not twice, because nothing is wrong.
#[test]
fn long_list_is_no_reason_to_doubt() {
    let page_requests = Arc::<Mutex<usize>>::default();
    let transport = concurrently_changed(30, Arc::clone(&page_requests), &[], false);
    alone(&suite_of(&[(ID, SCENARIO)]), transport);
    assert_eq!(*page_requests.lock().unwrap(), 40);
}

const KNOWN: &str = "
scenario: 1
title: A book that the target knows is on one of the pages
needs: { known: book_of_the_stacks }
steps:
  - call: list_books
    pages: all
  - call: list_books
    query: { per_page: 1 }
    pages: all
    shows: [\"{known.id}\"]
";

/// Three books on a page each, the known one first. `first` is the number of the first page, and `lowest` the lowest
/// number that is accepted.
#[test]
fn pages_may_start_at_0_or_1_but_must_be_complete() {
    let counted = |first: usize, lowest: usize, total| {
        let server = answering(move |request| {
            let wanted = page_of(request).unwrap_or(lowest).max(lowest);
            let books = ["stacks", "b1", "b0"].map(|uuid| format!(r#"{{"uuid":"{uuid}"}}"#));
            let book = wanted.checked_sub(first).and_then(|at| books.get(at));
            let book = book.filter(|_| request.target.contains("per_page=1")).cloned();
            list(&book.unwrap_or_default(), [wanted, 1, 3, total])
        });
        verdict_of(KNOWN, server)
    };
    assert_eq!(counted(1, 1, 3), "held");
    assert_eq!(counted(0, 0, 3), "held", "first page is 0");
    assert_eq!(counted(0, 1, 3), "violated", "the first is left out");
    let open = "not_exercised unobservable";
    assert_eq!(counted(0, 1, 2), open, "the total omits the third");
}

const WITH_AND_WITHOUT_NUMBER: &str = "
scenario: 1
title: Pages of the usual size
steps:
  - call: list_books
  - call: list_books
    pages: all
";

/// One page with one book. Its number is refused unless it is the accepted one.
#[test]
fn documented_page_number_that_is_always_refused_is_a_violation() {
    let verdict = |accepted: Option<&'static str>| {
        let server = answering(move |request| {
            let number = parameter(request, "page");
            if number.is_none() || number == accepted {
                list(r#"{"uuid":"b1"}"#, [0, 50, 1, 1])
            } else {
                Ok(answered(404, r#"{"message":"no such page"}"#))
            }
        });
        verdict_of(WITH_AND_WITHOUT_NUMBER, server)
    };
    assert_eq!(verdict(None), "violated");
    // Where the first page has the number 0, there is no page 1.
    assert_eq!(verdict(Some("0")), "not_exercised too_few_items");
    assert_eq!(verdict(Some("1")), "not_exercised too_few_items");
}

const FIRST_PAGE: &str = "
scenario: 1
title: The first page, with and without a number
steps:
  - call: list_books
  - call: list_books
    query: { per_page: 2 }
  - call: list_books
    query: { per_page: 2 }
    pages: all
  - call: list_books
    query: { per_page: 2 }
    pages: all
    observes_gap: service.open.opening_hours
";

/// The library without a required parameter: what the total of a partial list counts is not documented.
fn suite_of_whole_lists(text: &str) -> Suite {
    let mut contract = library_contract();
    let list = contract.iter_mut().find(|file| file.address == "books/list_books.yaml").unwrap();
    let (before, _) = list.text.split_once("errors:").unwrap();
    list.text = before.replacen("    required: true\n", "", 1);
    assert!(!list.text.contains("required"));
    suite_with(&contract, &[(ID, text)])
}

/// The verdicts of page number and total, and the observed number of the first page: of five books, on pages of 50 if no
/// size is requested. `first` and `default` are the numbers of the first page and of the page without a requested
/// number, and `shown_from` is subtracted from the number in the metadata.
fn first_page(first: usize, default: usize, shown_from: usize) -> [String; 3] {
    let server = answering(move |request| {
        let number = page_of(request).unwrap_or(default);
        let size = parameter(request, "per_page").map_or(50, |size| size.parse().unwrap());
        let books: Vec<_> = (0..5).map(|book| format!(r#"{{"uuid":"b{book}"}}"#)).collect();
        let page = number.checked_sub(first).and_then(|page| books.chunks(size).nth(page));
        let shown = number.saturating_sub(shown_from);
        list(&page.unwrap_or_default().join(","), [shown, size, 5_usize.div_ceil(size), 5])
    });
    let mut outcome = alone(&suite_of_whole_lists(FIRST_PAGE), server);
    let report = outcome.report();
    let seen = report["observations"].as_array().unwrap().iter();
    let seen = seen.filter(|seen| seen["gap"] == "service.open.opening_hours");
    let seen: Vec<_> = seen.map(|seen| seen["value"].as_str().unwrap()).collect();
    let total = "list_books.success.page_info.total_books";
    let [page, total] = ["list_books.paging.page", total].map(|id| outcome.verdicts.remove(id));
    [page.unwrap(), total.unwrap(), seen.join(", ")]
}

#[test]
fn list_without_page_number_shows_its_first_page() {
    assert_eq!(first_page(1, 1, 0), ["held", "held", "1"]);
    assert_eq!(first_page(0, 0, 0), ["held", "held", "0"]);
    assert_eq!(first_page(1, 1, 1), ["held", "held", "1"], "only the metadata counts from 0");
    // Without a number, the second page is shown.
    assert_eq!(first_page(0, 1, 0), ["violated", "violated", "0"]);
    assert_eq!(first_page(1, 2, 0), ["violated", "violated", "1"]);
}

const PAGES_OF_TWO: &str = "
scenario: 1
title: Pages of two books each
steps:
  - call: list_books
    query: { per_page: 2 }
    pages: all
";

/// Three books on two pages, and a fourth at the second of every few requests. A list that changes in step with the
/// requests would show the same if it was read again forwards, or only once.
#[test]
fn doubtful_pages_are_read_again_backwards_and_until_they_differ() {
    for (period, pages) in [(3, vec![1, 2, 0, 2]), (2, vec![1, 2, 0, 2, 2])] {
        let requested = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&requested);
        let server = answering(move |request| {
            let page = page_of(request).unwrap();
            let mut requested = sink.lock().unwrap();
            requested.push(page);
            let has_fourth = requested.len() % period == 2 % period;
            let (page, books) = match (page, has_fourth) {
                (2, true) => (2, r#"{"uuid":"b1"},{"uuid":"b0"}"#),
                (2, false) => (2, r#"{"uuid":"b1"}"#),
                _ => (1, r#"{"uuid":"b3"},{"uuid":"b2"}"#),
            };
            list(books, [page, 2, 2, if has_fourth { 4 } else { 3 }])
        });
        alone(&suite_of(&[(ID, PAGES_OF_TWO)]), server);
        assert_eq!(*requested.lock().unwrap(), pages);
    }
}
